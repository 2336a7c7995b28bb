import { DownloadOutlined, SearchOutlined } from '@ant-design/icons'
import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { formatGmt8 } from '@natim/domain/time'
import { PauseButton } from '../../ui/pause-button.tsx'
import { Button, Checkbox, Input, Segmented, Select, Tabs } from 'antd'
import { useMemo, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useListState } from '../../lib/list-state.ts'
import { saveFile } from '../../lib/save-file.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { ChannelDrawer, type OpenChannel } from './channel-drawer.tsx'
import { Matrix } from './matrix.tsx'
import { arrange, rankRows, type SortMode, snapshotCsv } from './matrix-model.ts'
import styles from './sensor-data-page.module.css'
import { StreamTab } from './stream-tab.tsx'
import { useMatrix, useRankClock } from './use-matrix.ts'

const KINDS = (Object.keys(DEVICE_KIND) as DeviceKind[]).filter((kind) => kind !== 'gateway' && kind !== 'cam')
const SHORT_NAMES: Readonly<Partial<Record<DeviceKind, string>>> = {
  air: '空气',
  gas: '毒气',
  breath: '呼气',
  wearable: '穿戴',
  rad: '辐射',
  chem: '毒剂',
  bio: '生物',
  met: '气象',
}
const SORTS: readonly { readonly value: SortMode; readonly label: string }[] = [
  { value: 'region', label: '按区域' },
  { value: 'worst', label: '最差在前' },
  { value: 'name', label: '按名称' },
]
const ROW_PX = { standard: 36, dense: 28 } as const

interface State {
  readonly kind: DeviceKind
  readonly sort: SortMode
  readonly keyword: string
  readonly onlyAbnormal: boolean
  readonly density: keyof typeof ROW_PX
  readonly tab: 'matrix' | 'stream'
}
const DEFAULTS: State = {
  kind: 'gas',
  sort: 'region',
  keyword: '',
  onlyAbnormal: false,
  density: 'standard',
  tab: 'matrix',
}

/** /sensordata: the live matrix of one kind of device, and the raw stream beside it (domain §10.7). */
export default function SensorDataPage() {
  const [state, change] = useListState(DEFAULTS)
  const [isPaused, setIsPaused] = useState(false)
  const [open, setOpen] = useState<OpenChannel>()
  const { data, error, refetch, values } = useMatrix(state.kind, undefined, isPaused)
  const rankedAtMs = useRankClock(isPaused)
  const columns = data?.columns ?? []
  const rows = useMemo(
    () => arrange(rankRows(data?.rows ?? [], data?.columns ?? [], values, rankedAtMs), state),
    [data, values, state, rankedAtMs],
  )
  const save = () =>
    saveFile(
      `实时数据-${DEVICE_KIND[state.kind]}-${formatGmt8(serverNow()).replaceAll(':', '')}.csv`,
      new Blob([snapshotCsv(rows, columns, values, formatGmt8)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <div className={styles.page}>
      <PageHead
        title="实时数据"
        meta={data && `${DEVICE_KIND[state.kind]} · ${rows.length} / ${data.rows.length} 台 · 每格一个通道的最新值`}
        actions={
          <>
            <Button icon={<DownloadOutlined />} onClick={save} disabled={rows.length === 0}>
              快照
            </Button>
            <PauseButton isPaused={isPaused} onChange={setIsPaused} />
          </>
        }
      />
      <section className={styles.panel} aria-label="实时数据">
        <FilterBar state={state} onChange={change} />
        {error && <ErrorBar message={error.message} onRetry={() => refetch()} />}
        {data === undefined ? (
          !error && <TableSkeleton rows={14} columns={8} />
        ) : state.tab === 'stream' ? (
          <StreamTab kind={state.kind} rows={data.rows} columns={columns} keyword={state.keyword} isPaused={isPaused} />
        ) : rows.length === 0 ? (
          <EmptyState title="没有符合条件的设备" hint="请调整筛选条件或检查设备是否在线" />
        ) : (
          <Matrix
            rows={rows}
            columns={columns}
            values={values}
            rowHeight={ROW_PX[state.density]}
            onOpen={(row, cell) => {
              const column = columns.find((candidate) => candidate.metricCode === cell.metricCode)
              if (column) setOpen({ row, cell, column })
            }}
          />
        )}
      </section>
      <ChannelDrawer open={open} values={values} onClose={() => setOpen(undefined)} />
    </div>
  )
}

function FilterBar({
  state,
  onChange,
}: {
  readonly state: State
  readonly onChange: (change: Partial<State>) => void
}) {
  return (
    <div className={styles.bar}>
      <Segmented<DeviceKind>
        value={state.kind}
        onChange={(kind) => onChange({ kind })}
        options={KINDS.map((kind) => ({ value: kind, label: SHORT_NAMES[kind] ?? DEVICE_KIND[kind] }))}
        aria-label="设备类型"
      />
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder="名称、客户端 ID、站点"
        aria-label="搜索设备"
        className={styles.search}
        value={state.keyword}
        onChange={(event) => onChange({ keyword: event.target.value })}
      />
      <Select<SortMode>
        value={state.sort}
        onChange={(sort) => onChange({ sort })}
        options={[...SORTS]}
        aria-label="排序"
        className={styles.sort}
      />
      <Checkbox checked={state.onlyAbnormal} onChange={(event) => onChange({ onlyAbnormal: event.target.checked })}>
        仅看异常
      </Checkbox>
      <Segmented<State['density']>
        value={state.density}
        onChange={(density) => onChange({ density })}
        options={[
          { value: 'standard', label: '标准' },
          { value: 'dense', label: '紧凑' },
        ]}
        aria-label="行高"
      />
      <Tabs
        className={styles.tabs}
        size="small"
        activeKey={state.tab}
        onChange={(tab) => onChange({ tab: tab as State['tab'] })}
        items={[
          { key: 'matrix', label: '矩阵' },
          { key: 'stream', label: '数据流' },
        ]}
      />
    </div>
  )
}
