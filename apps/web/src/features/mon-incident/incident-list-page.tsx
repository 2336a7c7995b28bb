import { INCIDENT_STATUS } from '@natim/contract/dict'
import type { IncidentRow } from '@natim/contract/mon/incident'
import { formatShortTime } from '@natim/domain/format'
import { goTo } from '@/lib/address.tsx'
import * as R from '@/resource/index.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { incidentPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './incident.module.css'
import { incidents, Level, Status } from './incident-resource.tsx'

const REFRESH_MS = 15_000
const COLUMNS = ['no', 'title', 'level', 'type', 'status', 'alarmCount', 'regionCode', 'leadName', 'startMs'] as const
const STATUSES = ['open', 'monitoring', 'closed'] as const

/** 事件: incidents made from alarms, newest first. */
export default function IncidentListPage() {
  const list = R.useResourceList(incidents, { refreshMs: REFRESH_MS })
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar />
      <StatusTabs />
      <R.ListPanel>
        <R.SearchForm collapsedCount={4}>
          <R.SearchText name="title" label="名称" />
          <R.SearchField resource={incidents} name="no" />
          <R.SearchField resource={incidents} name="type" />
          <R.SearchField resource={incidents} name="level" />
          <R.SearchField resource={incidents} name="regionCode" />
        </R.SearchForm>
        <R.Table
          resource={incidents}
          columns={COLUMNS}
          onOpen={(row: IncidentRow) => goTo(incidentPath(row.id))}
          card={(row: IncidentRow) => <IncidentCard row={row} />}
        />
        <R.Pager note="在报警中心选中报警后「转事件」新建" />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

function StatusTabs() {
  const { state, search } = R.useListContext()
  return (
    <FilterTabs
      label="按状态筛选"
      chosen={String(state.filters['status'] ?? '')}
      onChoose={(key) => search({ status: key })}
      tabs={[{ key: '', label: '全部' }, ...STATUSES.map((key) => ({ key, label: INCIDENT_STATUS[key] }))]}
    />
  )
}

const IncidentCard = ({ row }: { readonly row: IncidentRow }) => (
  <div className={styles.card}>
    <b>{row.title}</b>
    <Status row={row} />
    <Level row={row} />
    <span className="t-caption">
      {row.no} · {row.alarmCount} 起报警 · {formatShortTime(row.startMs)}
    </span>
  </div>
)
