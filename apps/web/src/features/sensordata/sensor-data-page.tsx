import { DownloadOutlined } from '@ant-design/icons'
import { DEVICE_KIND } from '@natim/contract/dict'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { useListState } from '../../lib/list-state.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBar } from '../../ui/error-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PauseButton } from '../../ui/pause-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { ChannelDrawer } from './channel-drawer.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Matrix } from './matrix.tsx'
import { MatrixCards } from './matrix-cards.tsx'
import type { Cell } from './matrix-cell.tsx'
import { arrange, rankRows, snapshotCsv } from './matrix-model.ts'
import { checkedState, DEFAULTS, type Density, findChannel, type MatrixState, NO_CHANNEL } from './matrix-state.ts'
import styles from './sensor-data-page.module.css'
import { StreamTab } from './stream-tab.tsx'
import { useMatrix, useRankClock } from './use-matrix.ts'

const ROW_PX: Readonly<Record<Density, number>> = { standard: 36, dense: 28 }

const metaText = (kind: MatrixState['kind'], shown: number, all: number) =>
  `${DEVICE_KIND[kind]} · ${shown === all ? formatNumber(all) : `${formatNumber(shown)} / ${formatNumber(all)}`} 台`

/** /sensordata: the live matrix of one kind of device, and the raw stream beside it (domain §10.7). */
export default function SensorDataPage() {
  const [given, change] = useListState(DEFAULTS)
  const state = useMemo(() => checkedState(given), [given])
  const isPhone = useIsPhone()
  const [isPaused, setIsPaused] = useState(false)
  const { data, error, refetch, values, states } = useMatrix(state.kind, undefined, isPaused)
  const rankedAtMs = useRankClock(isPaused)
  const columns = data?.columns ?? []
  const rows = useMemo(
    () => arrange(rankRows(data?.rows ?? [], data?.columns ?? [], { values, states }, rankedAtMs), state),
    [data, values, states, state, rankedAtMs],
  )
  const open = useMemo(() => findChannel(data, state.channel), [data, state.channel])
  const onOpen = (cell: Cell) => change({ channel: cell.channelNo }, { isStep: state.channel === NO_CHANNEL })
  const save = () =>
    saveFile(
      `实时数据-${DEVICE_KIND[state.kind]}-${formatGmt8(serverNow()).replaceAll(':', '')}.csv`,
      new Blob([snapshotCsv(rows, columns, { values, states }, formatGmt8)], { type: 'text/csv;charset=utf-8' }),
    )
  return (
    <div className={styles.page}>
      <PageHead
        title="实时数据"
        meta={data && metaText(state.kind, rows.length, data.rows.length)}
        actions={
          <>
            <SnapshotButton isCompact={isPhone} isDisabled={rows.length === 0} onSave={save} />
            <PauseButton isPaused={isPaused} onChange={setIsPaused} isCompact={isPhone} />
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
        ) : isPhone ? (
          <MatrixCards {...{ rows, columns, values, states, onOpen }} />
        ) : (
          <Matrix {...{ rows, columns, values, states, onOpen }} rowHeight={ROW_PX[state.density]} />
        )}
      </section>
      <ChannelDrawer open={open} values={values} states={states} onClose={() => change({ channel: NO_CHANNEL })} />
    </div>
  )
}

interface SnapshotButtonProps {
  readonly isCompact: boolean
  readonly isDisabled: boolean
  readonly onSave: () => void
}

function SnapshotButton({ isCompact, isDisabled, onSave }: SnapshotButtonProps) {
  return (
    <Button
      icon={<DownloadOutlined />}
      onClick={onSave}
      disabled={isDisabled}
      aria-label="快照"
      title="把屏幕上的数值存为 CSV"
    >
      {!isCompact && '快照'}
    </Button>
  )
}
