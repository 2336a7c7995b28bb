import type { DeviceOverview, StatusSpan } from '@natim/contract/mon/device'
import { formatDuration } from '@natim/domain/format'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { Table, type TableColumnType } from 'antd'
import { Panel } from '@/ui/panel.tsx'
import { cellsFromSpans } from '@/ui/ribbon-cells.ts'
import { StatusLamp } from '@/ui/status-lamp.tsx'
import { StatusRibbon } from '@/ui/status-ribbon.tsx'
import { withReasonText } from '../status-reason.ts'
import styles from './status-log-tab.module.css'

const DAY_HOURS = 24
const CELLS = 144

const COLUMNS: TableColumnType<StatusSpan>[] = [
  { title: '状态', key: 'status', width: 110, render: (_value, span) => <StatusLamp status={span.status} hasLabel /> },
  { title: '开始', key: 'from', width: 170, render: (_value, span) => formatGmt8(span.fromMs) },
  // The newest stands first; it has not ended.
  {
    title: '结束',
    key: 'to',
    width: 170,
    render: (_value, span, index) => (index === 0 ? '至今' : formatGmt8(span.toMs)),
  },
  {
    title: '持续',
    key: 'length',
    width: 140,
    align: 'end',
    render: (_value, span) => formatDuration(span.toMs - span.fromMs),
  },
  { title: '原因', dataIndex: 'reason' },
]

/** 状态日志: what the device was in the last day, and why. */
export function StatusLogTab({ overview }: { readonly overview: DeviceOverview }) {
  const spans = withReasonText(overview.statusSpans)
  const toMs = spans.at(-1)?.toMs ?? 0
  return (
    <Panel title="状态日志" meta="最近 24 小时" isFlush>
      <div className={styles.ribbon}>
        <StatusRibbon cells={cellsFromSpans(spans, toMs - DAY_HOURS * HOUR_MS, toMs, CELLS)} height={14} hasAxis />
      </div>
      <Table
        rowKey="fromMs"
        columns={COLUMNS}
        dataSource={spans.toReversed()}
        pagination={false}
        scroll={{ x: 760 }}
        locale={{ emptyText: '没有状态变化' }}
      />
    </Panel>
  )
}
