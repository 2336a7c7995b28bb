import { NBC_STATE } from '@natim/contract/dict'
import { type NbcEventRow, nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { formatShortTime } from '@natim/domain/format'
import { keysOf } from '@natim/domain/record'
import { Button } from 'antd'
import { useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { Can } from '@/widgets/can/can.tsx'
import { DrillFrame } from '../drill/drill-frame.tsx'
import { DrillSwitch } from '../drill/drill-switch.tsx'
import { PlayDialog } from '../drill/play-dialog.tsx'
import { useDrill } from '../drill/use-drill.ts'
import { eventPath, eventTitle } from '../nbc-text.ts'
import styles from './event.module.css'
import { events, Level, State } from './event-resource.tsx'

const REFRESH_MS = 10_000
const COLUMNS = [
  'no',
  'severity',
  'type',
  'agentClass',
  'state',
  'deviceName',
  'regionCode',
  'tsMs',
  'alarmNo',
] as const

/** 核生化事件: detections and their decision state, newest first. */
export default function EventListPage() {
  const list = R.useResourceList(events, { refreshMs: REFRESH_MS })
  const drill = useDrill()
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <DrillFrame>
      <R.ResourcePage list={list}>
        <R.Toolbar>
          <DrillSwitch />
          {drill && (
            <Can I="mon:nbc:drill">
              <Button onClick={() => setIsPlaying(true)}>发起演练事件</Button>
            </Can>
          )}
          <R.ExportButton />
        </R.Toolbar>
        <StateTabs />
        <R.ListPanel>
          <R.SearchForm collapsedCount={4}>
            <R.SearchText name="no" label="编号" />
            <R.SearchField resource={events} name="type" />
            <R.SearchField resource={events} name="severity" />
            <R.SearchText name="deviceName" label="装备" />
            <R.SearchField resource={events} name="regionCode" />
          </R.SearchForm>
          <R.Table
            resource={events}
            columns={COLUMNS}
            onOpen={(row: NbcEventRow) => goTo(eventPath(row.id))}
            card={(row: NbcEventRow) => <EventCard row={row} />}
          />
          <R.Pager note="单台未核实的探测不升 1 级，不对外发布；演练不计入各状态的数量" />
        </R.ListPanel>
      </R.ResourcePage>
      {isPlaying && <PlayDialog onClose={() => setIsPlaying(false)} />}
    </DrillFrame>
  )
}

function StateTabs() {
  const { state, search } = R.useListContext()
  const { data } = useEndpoint(nbcEventEndpoints.counts, {}, { refetchInterval: REFRESH_MS })
  const chosen = String(state.filters['state'] ?? '')
  const all = data && Object.values(data.states).reduce((sum, n) => sum + n, 0)
  return (
    <FilterTabs
      label="按状态筛选"
      chosen={chosen}
      onChoose={(key) => search({ state: key })}
      tabs={[
        { key: '', label: '全部', count: all },
        ...keysOf(NBC_STATE).map((key) => ({
          key,
          label: NBC_STATE[key],
          count: data?.states[key],
        })),
      ]}
    />
  )
}

const EventCard = ({ row }: { readonly row: NbcEventRow }) => (
  <div className={styles.card}>
    <b>{row.no}</b>
    <Level row={row} />
    <span>{eventTitle(row)}</span>
    <span className="t-caption">
      {row.deviceName} · {formatShortTime(row.tsMs)}
    </span>
    <State row={row} />
  </div>
)
