import type { ALARM_VIEWS, AlarmCounts } from '@natim/contract/mon/alarm'
import { formatNumber } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useListContext } from '@/resource/index.ts'
import { Count } from '@/ui/tag.tsx'
import styles from './view-switch.module.css'

export type AlarmView = (typeof ALARM_VIEWS)[number]

const VIEWS: readonly { readonly value: AlarmView; readonly label: string }[] = [
  { value: 'open', label: '活动' },
  { value: 'unacked', label: '未确认' },
  { value: 'shelved', label: '已搁置' },
  { value: 'mine', label: '我负责' },
  { value: 'history', label: '历史' },
]
/** 全部 has no permanent tab: links from other pages lead there. */
const ALL = { value: 'all', label: '全部' } as const

export const viewOf = (filters: Readonly<Record<string, string>>): AlarmView =>
  [...VIEWS, ALL].find(({ value }) => value === filters['view'])?.value ?? 'open'

export const viewLabel = (view: AlarmView): string => [...VIEWS, ALL].find(({ value }) => value === view)?.label ?? ''

function countOf(view: AlarmView, counts: AlarmCounts | undefined): number | undefined {
  if (view === 'shelved') return counts?.shelved
  if (view === 'mine') return counts?.mine
  return view === 'unacked' ? counts?.unacked.reduce((sum, count) => sum + count, 0) : undefined
}

export interface ViewSwitchProps {
  readonly view: AlarmView
  readonly counts: AlarmCounts | undefined
}

/** Subset of alarms shown in the list. A closing code applies to 历史 only. */
export function ViewSwitch({ view, counts }: ViewSwitchProps) {
  const { search } = useListContext()
  const options = view === 'all' ? [...VIEWS, ALL] : VIEWS
  return (
    <div className={styles.views}>
      <Segmented<AlarmView>
        aria-label="报警范围"
        value={view}
        onChange={(next) =>
          search({ view: next === 'open' ? undefined : next, ...(next !== 'history' && { closeCode: undefined }) })
        }
        options={options.map(({ value, label }) => {
          const count = countOf(value, counts)
          return {
            value,
            label: (
              <>
                {label}
                {count !== undefined && count > 0 && <Count>{formatNumber(count)}</Count>}
              </>
            ),
          }
        })}
      />
    </div>
  )
}
