import type { LogRow } from '@natim/contract/system/log'
import { Segmented } from 'antd'
import * as R from '@/resource/index.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import { LogDetails } from './log-details.tsx'
import styles from './log-list-page.module.css'
import { log } from './log-resource.tsx'

const KINDS = [
  { value: '', label: '全部' },
  { value: '1', label: '登录日志' },
  { value: '2', label: '操作日志' },
  { value: '3', label: '拒绝访问' },
]

/** 日志管理 (SY-56) */
export default function LogListPage() {
  const list = R.useResourceList(log)
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar />
      <R.ListPanel>
        <KindTabs />
        <R.SearchForm>
          <R.SearchText name="keyWord" label="日志内容" />
          <R.SearchField resource={log} name="userid" />
          <R.SearchField resource={log} name="operateType" />
          <DayFilter name="createTime_begin" label="开始日期" />
          <DayFilter name="createTime_end" label="结束日期" />
        </R.SearchForm>
        <R.Table resource={log} expand={details} />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

/** Filters by kind; only operations have a type. */
function KindTabs() {
  const { state, search } = R.useListContext()
  return (
    <Segmented
      aria-label="日志类型"
      className={styles.kinds}
      options={KINDS}
      value={state.filters['logType'] ?? ''}
      onChange={(kind) => search({ logType: kind, ...(kind !== '2' && { operateType: undefined }) })}
    />
  )
}

/** A day as a bound of the time; applied when chosen, together with the other typed filters. */
function DayFilter({ name, label }: { readonly name: string; readonly label: string }) {
  const draft = R.useSearchDraft()
  return (
    <div className={styles.day}>
      <DateInput
        aria-label={label}
        placeholder={label}
        value={draft.value(name)}
        onChange={(day) => draft.commit(name, day)}
      />
    </div>
  )
}

const details = (row: LogRow) => <LogDetails row={row} />
