import type { HomeSummary, ProvinceStatus } from '@natim/contract/mon/home'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import { Button, Table, type TableColumnsType } from 'antd'
import { useMemo, useState } from 'react'
import { useIsPhone } from '../../lib/use-media.ts'
import { cellsFromShares, type RibbonCell } from '../../ui/ribbon-cells.ts'
import { StatusRibbon } from '../../ui/status-ribbon.tsx'
import styles from './province-table.module.css'

/** Rows a phone shows before it is asked for all. */
const PHONE_ROWS = 10
/** A province counts as online with one device in twenty away: in a network some always are. */
const WHOLE_PROVINCE = 0.95

/** Lower is darker: the eye lands on the weak places. Steps of the sequential scale from 98 % down to 84 %. */
function heatStep(share: number | null): number {
  if (share === null || share >= 0.98) return 0
  return Math.min(3, Math.ceil((0.98 - share) / 0.05))
}

function HeatCell({ share }: { readonly share: number | null }) {
  return (
    <span className={styles.heat} data-step={heatStep(share)}>
      {share === null ? NO_VALUE : (share * 100).toFixed(1)}
    </span>
  )
}

const onlineOf = (row: ProvinceStatus) => (row.devices === 0 ? null : row.online / row.devices)

/** Ascending; nothing measured comes last. */
const byShare = (a: number | null, b: number | null) => (a ?? 2) - (b ?? 2)

function columns(nowMs: number): TableColumnsType<ProvinceStatus> {
  const endMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  const cells = (row: ProvinceStatus): readonly RibbonCell[] =>
    cellsFromShares(row.onlineByHour, endMs, HOUR_MS, WHOLE_PROVINCE)
  return [
    { title: '省份', dataIndex: 'name', width: 84, className: styles.name },
    {
      title: '在线率 %',
      key: 'online',
      align: 'right',
      width: 92,
      className: styles.heatColumn,
      sorter: (a, b) => byShare(onlineOf(a), onlineOf(b)),
      render: (_, row) => <HeatCell share={onlineOf(row)} />,
    },
    {
      title: '完整率 %',
      dataIndex: 'completeness',
      align: 'right',
      width: 92,
      className: styles.heatColumn,
      sorter: (a, b) => byShare(a.completeness, b.completeness),
      render: (share: number | null) => <HeatCell share={share} />,
    },
    {
      title: '设备',
      dataIndex: 'devices',
      align: 'right',
      width: 72,
      responsive: ['md'],
      sorter: (a, b) => a.devices - b.devices,
    },
    {
      title: 'PM2.5 中位 µg/m³',
      dataIndex: 'pm25Median',
      align: 'right',
      width: 132,
      responsive: ['xl'],
      sorter: (a, b) => (a.pm25Median ?? -1) - (b.pm25Median ?? -1),
      render: (value: number | null) => (value === null ? NO_VALUE : formatNumber(value)),
    },
    {
      title: '剂量率最大 µSv/h',
      dataIndex: 'doseMax',
      align: 'right',
      width: 132,
      responsive: ['xl'],
      sorter: (a, b) => (a.doseMax ?? -1) - (b.doseMax ?? -1),
      render: (value: number | null) => (value === null ? NO_VALUE : formatNumber(value, 2)),
    },
    {
      title: '24 h 在线',
      key: 'ribbon',
      className: styles.ribbon,
      render: (_, row) => <StatusRibbon cells={cells(row)} label={`${row.name} 24 小时在线`} />,
    },
  ]
}

/** 省级态势: one row a province, weakest first. Fills its panel and scrolls there. */
export function ProvinceTable({ home }: { readonly home: HomeSummary }) {
  const isPhone = useIsPhone()
  const [isWhole, setIsWhole] = useState(false)
  const rows = useMemo(() => home.provinces.toSorted((a, b) => byShare(onlineOf(a), onlineOf(b))), [home.provinces])
  const cols = useMemo(() => columns(home.atMs), [home.atMs])
  const isCut = isPhone && !isWhole && rows.length > PHONE_ROWS
  return (
    // A region that scrolls must be reachable for the keyboard.
    <div className={styles.scroller} tabIndex={isPhone ? undefined : 0} role="group" aria-label="各省，可滚动">
      <Table<ProvinceStatus>
        rowKey="regionCode"
        columns={cols}
        dataSource={isCut ? rows.slice(0, PHONE_ROWS) : rows}
        size="small"
        tableLayout="fixed"
        pagination={false}
        showSorterTooltip={false}
      />
      {isCut && (
        <Button type="link" block className={styles.more} onClick={() => setIsWhole(true)}>
          全部 {rows.length} 省
        </Button>
      )}
    </div>
  )
}
