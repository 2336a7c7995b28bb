import type { HomeSummary, ProvinceStatus } from '@natim/contract/mon/home'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { Table, type TableColumnsType } from 'antd'
import { useMemo } from 'react'
import { cellsFromShares, type RibbonCell } from '../../ui/ribbon-cells.ts'
import { StatusRibbon } from '../../ui/status-ribbon.tsx'
import styles from './province-table.module.css'

const HOUR_MS = 3_600_000

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

function columns(nowMs: number): TableColumnsType<ProvinceStatus> {
  const endMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  const cells = (row: ProvinceStatus): readonly RibbonCell[] => cellsFromShares(row.onlineByHour, endMs, HOUR_MS)
  return [
    { title: '省份', dataIndex: 'name', width: 76, fixed: 'left' },
    {
      title: '在线率 %',
      key: 'online',
      align: 'right',
      width: 84,
      className: styles.heatColumn,
      sorter: (a, b) => (onlineOf(a) ?? 2) - (onlineOf(b) ?? 2),
      render: (_, row) => <HeatCell share={onlineOf(row)} />,
    },
    {
      title: '完整率 %',
      dataIndex: 'completeness',
      align: 'right',
      width: 84,
      className: styles.heatColumn,
      sorter: (a, b) => (a.completeness ?? 2) - (b.completeness ?? 2),
      render: (share: number | null) => <HeatCell share={share} />,
    },
    { title: '设备', dataIndex: 'devices', align: 'right', width: 64, sorter: (a, b) => a.devices - b.devices },
    {
      title: 'PM2.5 中位 µg/m³',
      dataIndex: 'pm25Median',
      align: 'right',
      width: 116,
      sorter: (a, b) => (a.pm25Median ?? -1) - (b.pm25Median ?? -1),
      render: (value: number | null) => (value === null ? NO_VALUE : formatNumber(value)),
    },
    {
      title: '剂量率最大 µSv/h',
      dataIndex: 'doseMax',
      align: 'right',
      width: 116,
      sorter: (a, b) => (a.doseMax ?? -1) - (b.doseMax ?? -1),
      render: (value: number | null) => (value === null ? NO_VALUE : formatNumber(value, 2)),
    },
    {
      title: '24 h 在线',
      key: 'ribbon',
      width: 150,
      render: (_, row) => <StatusRibbon cells={cells(row)} label={`${row.name} 24 小时在线`} />,
    },
  ]
}

/** 省级态势: one row a province, weakest first. */
export function ProvinceTable({ home }: { readonly home: HomeSummary }) {
  const rows = useMemo(
    () => home.provinces.toSorted((a, b) => (onlineOf(a) ?? 2) - (onlineOf(b) ?? 2)),
    [home.provinces],
  )
  const cols = useMemo(() => columns(home.atMs), [home.atMs])
  return (
    <Table<ProvinceStatus>
      rowKey="regionCode"
      columns={cols}
      dataSource={rows}
      size="small"
      pagination={false}
      scroll={{ y: 396, x: 640 }}
      showSorterTooltip={false}
    />
  )
}
