import { reviewEndpoints } from '@natim/contract/mon/review'
import { captureRates } from '@natim/domain/capture'
import { formatNumber, formatShare } from '@natim/domain/format'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood } from '@/lib/query/use-last-good.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { type CaptureRow, type CaptureView, captureRows } from './capture-rows.ts'
import { CAPTURE_DEFINITIONS, LOSSES } from './capture-text.ts'
import styles from './review.module.css'

const WIDTH_PX = 1_200
const TABLE_PX = 1_144
const WAITING_ROWS = 8

const VIEWS: { value: CaptureView; label: string }[] = [
  { value: 'channel', label: '按通道' },
  { value: 'day', label: '按日' },
]

interface CaptureDialogProps {
  readonly station: { readonly stationId: string; readonly name: string }
  readonly month: string
  readonly onClose: () => void
}

/** 捕集率 of a station's month: samples expected, received and valid, and losses by cause. */
export function CaptureDialog({ station, month, onClose }: CaptureDialogProps) {
  const [view, setView] = useState<CaptureView>('channel')
  const query = { stationId: station.stationId, month }
  const { data, error, isFetching, retry } = useLastGood(
    useEndpoint(reviewEndpoints.capture, { query }),
    `${station.stationId} ${month}`,
  )
  return (
    <Dialog open title={`捕集率 · ${station.name} · ${month}`} width={WIDTH_PX} footer={null} onCancel={onClose}>
      <Segmented aria-label="汇总方式" value={view} options={VIEWS} onChange={setView} />
      <div className={styles.capture}>
        <DataTable
          label={view === 'channel' ? '各通道捕集率' : '每日捕集率'}
          columns={COLUMNS[view]}
          rows={data && data.rows.length > 0 ? captureRows(data, view) : []}
          rowKey={({ key }) => key}
          minWidth={TABLE_PX}
          density="compact"
          isLoading={isFetching}
          waitingRows={WAITING_ROWS}
          {...(error && { error: { message: error.message, requestId: error.requestId, onRetry: () => retry() } })}
          empty={<EmptyState title="本月没有应收样本" hint="该站没有启用的通道，或设备尚未投入使用" />}
        />
      </div>
      <p className="t-caption">{CAPTURE_DEFINITIONS}</p>
      <p className="t-caption">各原因为占应收样本的比例；一个样本有几个原因时只计一次。迟到的样本已补入，不计损失。</p>
    </Dialog>
  )
}

const RATES = [
  ['transmission', '传输率'],
  ['validity', '有效率'],
  ['capture', '捕集率'],
] as const

const count = (key: 'expected' | 'planned', title: string): DataColumn<CaptureRow> => ({
  key,
  title,
  width: 80,
  align: 'end',
  render: ({ capture }) => formatNumber(capture[key]),
})

const figures: readonly DataColumn<CaptureRow>[] = [
  ...RATES.map(
    ([key, title]): DataColumn<CaptureRow> => ({
      key,
      title,
      width: 88,
      align: 'end',
      render: ({ capture }) => <b className={styles.share}>{formatShare(captureRates(capture)[key])}</b>,
    }),
  ),
  count('expected', '应收'),
  count('planned', '计划维护'),
  ...LOSSES.map(
    ([key, , title]): DataColumn<CaptureRow> => ({
      key,
      title,
      width: 84,
      align: 'end',
      render: ({ capture }) => lossText(capture[key], capture.expected),
    }),
  ),
]

/** Empty for zero: no loss is not a small share. */
const lossText = (lost: number, expected: number) =>
  lost === 0 ? '' : formatShare(expected > 0 ? lost / expected : null)

const COLUMNS: Readonly<Record<CaptureView, readonly DataColumn<CaptureRow>[]>> = {
  channel: [
    { key: 'name', title: '通道', width: 140, fixed: 'start', isEllipsis: true, render: ({ name }) => name },
    { key: 'note', title: '设备', width: 160, from: 'tablet', isEllipsis: true, render: ({ note }) => note },
    ...figures,
  ],
  day: [{ key: 'name', title: '日期', width: 120, fixed: 'start', render: ({ name }) => name }, ...figures],
}
