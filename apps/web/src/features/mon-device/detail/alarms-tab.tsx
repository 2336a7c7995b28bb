import { type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import type { DeviceOverview } from '@natim/contract/mon/device'
import { formatNumber } from '@natim/domain/format'
import { Pagination } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useChangedAlarms } from '@/lib/alarm/alarm-changes.ts'
import { useAlarmSync } from '@/lib/alarm/use-alarm-sync.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { ALARM_COLUMNS } from '@/widgets/alarm/alarm-columns.tsx'
import { isUnacked } from '@/widgets/alarm/alarm-facts.ts'
import { alarmListPath } from '@/widgets/alarm/alarm-path.ts'
import styles from './alarms-tab.module.css'

const COLUMNS = ALARM_COLUMNS.filter(({ shown }) => shown !== 'chosen')
const WIDTH = COLUMNS.reduce((sum, { width }) => sum + width, 0)
const PAGE_SIZE = 20

const rowKey = ({ id }: AlarmRow) => id
const edgeOf = (row: AlarmRow) => (isUnacked(row) ? row.severity : undefined)

/** 报警: alarms of this device, open and closed; a row links to its record in the alarm centre. */
export function AlarmsTab({ overview }: { readonly overview: DeviceOverview }) {
  useAlarmSync()
  const deviceId = overview.device.id
  const [pageNo, setPageNo] = useState(1)
  const navigate = useNavigate()
  const changed = useChangedAlarms()
  const { data, error, isFetching, retry } = R.useLastGood(
    useEndpoint(alarmEndpoints.list, { query: { deviceId, view: 'all', pageNo, pageSize: PAGE_SIZE } }),
    String(pageNo),
  )
  return (
    <Panel
      title="报警"
      meta={data && `共 ${formatNumber(data.total)} 起`}
      actions={<Link to={alarmListPath({ view: 'all', deviceId })}>在报警中心查看</Link>}
      isFlush
      isReloading={isFetching && data !== undefined}
    >
      <DataTable
        label="设备报警"
        columns={COLUMNS}
        rows={data?.records ?? []}
        rowKey={rowKey}
        minWidth={WIDTH}
        isLoading={data === undefined}
        edgeOf={edgeOf}
        markOf={({ id }) => (changed.has(id) ? 'changed' : undefined)}
        onOpen={({ id }) => navigate(alarmListPath({ view: 'all', deviceId }, id))}
        empty={<EmptyState title="这台设备没有报警" />}
        {...(error && { error: { message: `加载失败：${error.message}`, onRetry: retry } })}
      />
      {data && data.total > PAGE_SIZE && (
        <div className={styles.pager}>
          <Pagination
            size="small"
            current={pageNo}
            pageSize={PAGE_SIZE}
            total={data.total}
            showSizeChanger={false}
            onChange={setPageNo}
          />
        </div>
      )}
    </Panel>
  )
}
