import type { DeviceOverview, StatusSpan } from '@natim/contract/mon/device'
import { formatDuration } from '@natim/domain/format'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { cellsFromSpans } from '@/ui/ribbon-cells.ts'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { StatusRibbon } from '@/ui/status-ribbon.tsx'
import { withReasonText } from '../status-reason.ts'
import styles from './status-log-tab.module.css'

const DAY_HOURS = 24
const CELLS = 144

/** The newest span is open-ended; the oldest may have begun before the window. */
type Entry = StatusSpan & { readonly isNewest: boolean; readonly isCut: boolean }

const COLUMNS: readonly DataColumn<Entry>[] = [
  { key: 'status', title: '状态', width: 110, render: ({ status }) => <StatusLamp status={status} hasLabel /> },
  {
    key: 'from',
    title: '开始',
    width: 190,
    render: ({ fromMs, isCut }) => (isCut ? `早于 ${formatGmt8(fromMs)}` : formatGmt8(fromMs)),
  },
  { key: 'to', title: '结束', width: 170, render: ({ isNewest, toMs }) => (isNewest ? '至今' : formatGmt8(toMs)) },
  {
    key: 'length',
    title: '持续',
    width: 140,
    align: 'end',
    render: ({ fromMs, toMs, isCut }) => `${isCut ? '超过 ' : ''}${formatDuration(toMs - fromMs)}`,
  },
  { key: 'reason', title: '原因', render: ({ reason }) => reason },
]

/** 状态日志: statuses of the device over the last day, and their reasons. */
export function StatusLogTab({ overview }: { readonly overview: DeviceOverview }) {
  const spans = withReasonText(overview.statusSpans)
  const toMs = spans.at(-1)?.toMs ?? 0
  const windowMs = toMs - DAY_HOURS * HOUR_MS
  const entries = spans
    .toReversed()
    .map((span, index): Entry => ({ ...span, isNewest: index === 0, isCut: span.fromMs <= windowMs }))
  return (
    <Panel title="状态日志" meta="最近 24 小时" isFlush>
      <div className={styles.ribbon}>
        <StatusRibbon cells={cellsFromSpans(spans, windowMs, toMs, CELLS)} height={14} hasAxis />
      </div>
      <DataTable
        label="状态日志"
        columns={COLUMNS}
        rows={entries}
        rowKey={({ fromMs }) => String(fromMs)}
        minWidth={760}
        empty={<EmptyState title="没有状态变化" />}
      />
    </Panel>
  )
}
