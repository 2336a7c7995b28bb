import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { type SatTab, satEndpoints, satTabs } from '@natim/contract/mon/sat'
import { formatNumber } from '@natim/domain/format'
import { Button, Input, Pagination } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { downloadFile } from '@/lib/api/actions.ts'
import { type ChangeListState, useListState } from '@/lib/list-state.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { useMay } from '@/resource/use-may.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import detail from '../detail/detail.module.css'
import styles from '../product.module.css'
import { SAT } from '../sat-text.ts'
import { TaskCards } from './task-cards.tsx'
import { TaskTable } from './task-table.tsx'
import { Timeline } from './timeline.tsx'

const TAB_NAMES: Readonly<Record<SatTab, string>> = {
  open: '进行中',
  submitted: '待批准',
  running: '执行中',
  delivered: '已交付',
  over: '已终止',
  all: '全部',
}
const VIEWS = { list: '列表', gantt: '甘特', calendar: '日历' } as const
const DEFAULTS: { tab: string; text: string; pageNo: number; pageSize: number; view: string } = {
  tab: 'open',
  text: '',
  pageNo: 1,
  pageSize: 10,
  view: 'list',
}
const PAUSE_MS = 300

/** Exports the tab as listed; the client reports a failure. */
const saveList = (tab: SatTab, text: string) =>
  downloadFile(satEndpoints.exportXls.path, { query: { tab, text }, name: '卫星任务.xlsx' }).catch(() => undefined)

/** 卫星任务: tasks by state, as a timeline, and as a calendar. */
export default function TaskListPage() {
  const [state, change] = useListState(DEFAULTS)
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const mayAdd = useMay(satEndpoints.add)
  const tab = satTabs.find((one) => one === state.tab) ?? 'open'
  const query = { tab, text: state.text, pageNo: state.pageNo, pageSize: state.pageSize }
  const { data, error, isLoading, isFetching, refetch } = useEndpoint(satEndpoints.tasks, { query }, { staleTime: 0 })
  const Tasks = isPhone ? TaskCards : TaskTable
  const view = state.view in VIEWS ? (state.view as keyof typeof VIEWS) : 'list'
  return (
    <div className={styles.page}>
      <PageHead
        title="卫星任务"
        meta={data && <Finding counts={data.counts} />}
        actions={
          <>
            <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void saveList(tab, state.text)}>
              导出
            </Button>
            {mayAdd && !isPhone && (
              <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate(SAT.edit('new'))}>
                新建任务
              </Button>
            )}
          </>
        }
      />
      <Panel
        isFlush
        isReloading={isFetching && !isLoading}
        {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
      >
        <div className={styles.bar}>
          <ViewSwitch view={view} onView={(key) => change({ view: key })} />
          {view === 'list' && (
            <>
              <FilterTabs
                label="任务状态"
                isInBar
                chosen={tab}
                tabs={satTabs.map((key) => ({ key, label: TAB_NAMES[key], count: data?.counts[key] }))}
                onChoose={(key) => change({ tab: key, pageNo: 1 })}
              />
              <Search text={state.text} onText={(text) => change({ text, pageNo: 1 })} />
            </>
          )}
        </div>
        {view === 'list' ? (
          <>
            <Tasks rows={data?.records ?? []} isLoading={isLoading} isFiltered={state.text !== '' || tab !== 'all'} />
            <Pages total={data?.total ?? 0} state={state} change={change} />
          </>
        ) : (
          <Timeline view={view} />
        )}
      </Panel>
    </div>
  )
}

const ViewSwitch = ({ view, onView }: { readonly view: string; readonly onView: (view: string) => void }) => (
  <span className={detail.switch} role="group" aria-label="显示方式">
    {Object.entries(VIEWS).map(([key, label]) => (
      <button key={key} type="button" aria-pressed={view === key} onClick={() => onView(key)}>
        {label}
      </button>
    ))}
  </span>
)

interface PagesProps {
  readonly total: number
  readonly state: Pick<typeof DEFAULTS, 'pageNo' | 'pageSize'>
  readonly change: ChangeListState<typeof DEFAULTS>
}

function Pages({ total, state, change }: PagesProps) {
  if (total <= state.pageSize) return null
  return (
    <div className={styles.pager}>
      <Pagination
        current={state.pageNo}
        pageSize={state.pageSize}
        total={total}
        pageSizeOptions={[10, 20, 30]}
        showSizeChanger
        showTotal={(count) => `共 ${formatNumber(count)} 条`}
        onChange={(pageNo, pageSize) => change({ pageNo, pageSize })}
      />
    </div>
  )
}

function Finding({ counts }: { readonly counts: Readonly<Record<SatTab, number>> }) {
  return (
    <Situation>
      {formatNumber(counts.all)} 个任务，{counts.submitted > 0 ? `${counts.submitted} 个待批准，` : ''}
      {counts.running} 个执行中，{counts.delivered} 个已交付。
    </Situation>
  )
}

/** Debounced search. */
function Search({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => onText(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onText])
  return (
    <span className={styles.search}>
      <Input
        allowClear
        aria-label="按名称或编号查找任务"
        placeholder="任务名称或编号"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </span>
  )
}
