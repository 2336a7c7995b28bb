import { keysOf } from '@natim/domain/record'
import { Switch } from 'antd'
import { useListState } from '@/lib/list-state.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BindButton } from './bind-button.tsx'
import { Board } from './board.tsx'
import { CohortPanel } from './cohort-panel.tsx'
import { HygienePanel } from './hygiene-panel.tsx'
import styles from './page.module.css'
import { DEFAULTS, TABS, tabOf } from './wearable-state.ts'

const ALL_TABS = keysOf(TABS).map((key) => ({ key, label: TABS[key] }))

/** 可穿戴: wearers by risk, units, and devices that report too little (domain §10.10, design 36). */
export default function WearablePage() {
  const [state, change] = useListState(DEFAULTS)
  const mayOpen = useCan('mon:health:view')
  const isOpen = mayOpen && state.isOpen
  const tab = tabOf(state.tab)
  return (
    <div className={styles.page} data-beside={state.id !== '' || undefined}>
      <PageHead
        title="可穿戴"
        meta="每 5 分钟评分 · 16 岁以下与孕期不评分"
        actions={
          <>
            {mayOpen && (
              <span className={styles.open} title="每次查看都会记录到访问日志">
                <Switch
                  size="small"
                  aria-label="显示受试者码与确切时间"
                  checked={isOpen}
                  onChange={(checked) => change({ isOpen: checked })}
                />
                <span aria-hidden>显示受试者码与确切时间</span>
              </span>
            )}
            <BindButton />
          </>
        }
      />
      <FilterTabs label="视图" tabs={ALL_TABS} chosen={tab} onChoose={(key) => change({ tab: key, id: '' })} />
      {tab === 'board' && <Board state={{ ...state, isOpen }} change={change} />}
      {tab === 'cohort' && <CohortPanel />}
      {tab === 'hygiene' && <HygienePanel isOpen={isOpen} />}
    </div>
  )
}
