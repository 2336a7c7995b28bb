import { ALARM_CONCERN, type Severity } from '@natim/contract/dict'
import type { HomeSummary, ProvinceStatus } from '@natim/contract/mon/home'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { HOUR_MS } from '@natim/domain/time'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useIsPhone } from '../../lib/use-media.ts'
import type { DataColumn } from '../../ui/data-table/data-column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { TableSort } from '../../ui/data-table/table-sort.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import { cellsFromShares, type RibbonCell } from '../../ui/ribbon-cells.ts'
import { SeverityGlyph } from '../../ui/severity-glyph.tsx'
import { StatusRibbon } from '../../ui/status-ribbon.tsx'
import { alarmListPath } from '../../widgets/alarm/alarm-path.ts'
import styles from './province-table.module.css'

/** Rows a phone shows before the user asks for all. */
const PHONE_ROWS = 10
/** A province counts as fully online with 5 % of its devices offline: in a network some always are. */
const WHOLE_PROVINCE = 0.95

/** Lower is darker, to draw the eye to weak places. Steps of the sequential scale from 98 % down to 84 %. */
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

const onlineOf = (row: ProvinceStatus) => (row.expected === 0 ? null : row.online / row.expected)

/** Ascending; missing values last. */
const byShare = (a: number | null, b: number | null) => (a ?? 2) - (b ?? 2)

const concernsOf = ({ alarms }: ProvinceStatus) => (alarms ? alarms.toxicity + alarms.infection : -1)

/** Ascending comparators by column key. */
const COMPARE: Readonly<Record<string, (a: ProvinceStatus, b: ProvinceStatus) => number>> = {
  online: (a, b) => byShare(onlineOf(a), onlineOf(b)),
  completeness: (a, b) => byShare(a.completeness, b.completeness),
  devices: (a, b) => a.devices - b.devices,
  alarms: (a, b) => (a.alarms?.open ?? -1) - (b.alarms?.open ?? -1),
  concerns: (a, b) => concernsOf(a) - concernsOf(b),
  pm25Median: (a, b) => (a.pm25Median ?? -1) - (b.pm25Median ?? -1),
  doseMax: (a, b) => (a.doseMax ?? -1) - (b.doseMax ?? -1),
}

/** Weakest first, unless the user chose another order. */
function sortRows(rows: readonly ProvinceStatus[], { key, order }: TableSort): ProvinceStatus[] {
  const compare = COMPARE[key] ?? (() => 0)
  return rows.toSorted(order === 'asc' ? compare : (a, b) => compare(b, a))
}

const numberOr = (value: number | null, decimals = 0) => (value === null ? NO_VALUE : formatNumber(value, decimals))

function columns(nowMs: number): DataColumn<ProvinceStatus>[] {
  const endMs = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  const cells = (row: ProvinceStatus): readonly RibbonCell[] =>
    cellsFromShares(row.onlineByHour, endMs, HOUR_MS, WHOLE_PROVINCE)
  const number = { align: 'end', isSortable: true } as const
  const heat = { ...number, width: 84, className: styles.heatColumn }
  return [
    { key: 'name', title: '省份', width: 76, className: styles.name, render: ({ name }) => name },
    { ...heat, key: 'online', title: '在线率 %', render: (row) => <HeatCell share={onlineOf(row)} /> },
    { ...heat, key: 'completeness', title: '完整率 %', render: (row) => <HeatCell share={row.completeness} /> },
    { ...number, key: 'devices', title: '设备', width: 64, from: 'laptop', render: ({ devices }) => devices },
    { ...number, key: 'alarms', title: '未关闭报警', width: 96, render: (row) => <OpenAlarms row={row} /> },
    {
      ...number,
      key: 'concerns',
      title: '毒性 / 感染',
      width: 96,
      from: 'laptop',
      render: (row) => <Concerns row={row} />,
    },
    {
      ...number,
      key: 'pm25Median',
      title: 'PM2.5 µg/m³',
      width: 104,
      from: 'laptop',
      render: ({ pm25Median }) => numberOr(pm25Median),
    },
    {
      ...number,
      key: 'doseMax',
      title: '剂量率 µSv/h',
      width: 108,
      from: 'laptop',
      render: ({ doseMax }) => numberOr(doseMax, 2),
    },
    {
      key: 'ribbon',
      from: 'tablet',
      title: '24 h 在线',
      className: styles.ribbon,
      render: (row) => <StatusRibbon cells={cells(row)} label={`${row.name} 24 小时在线`} />,
    },
  ]
}

const placePath = (row: ProvinceStatus, concern?: keyof typeof ALARM_CONCERN) =>
  alarmListPath({
    view: 'open',
    region: row.regionCode.replace(/(00)+$/, ''),
    ...(concern !== undefined && { concern }),
  })

function OpenAlarms({ row }: { readonly row: ProvinceStatus }) {
  const { alarms } = row
  if (!alarms) return NO_VALUE
  if (alarms.open === 0) return <span className="t-caption">0</span>
  return (
    <Link to={placePath(row)} className={styles.alarms}>
      {alarms.worst !== null && <SeverityGlyph level={alarms.worst as Severity} size={12} isDecorative />}
      {/* No aria-label: an accessible name must contain all visible text, including the digit in the glyph. */}
      <span className="visually-hidden">{`${row.name}未关闭报警 `}</span>
      {alarms.open}
      <span className="visually-hidden"> 起</span>
    </Link>
  )
}

/** Toxic and infectious alerts, each linked to its list. */
function Concerns({ row }: { readonly row: ProvinceStatus }) {
  const { alarms } = row
  if (!alarms) return NO_VALUE
  const count = (concern: 'toxicity' | 'infection') =>
    alarms[concern] === 0 ? (
      <span className="t-caption">0</span>
    ) : (
      <Link to={placePath(row, concern)} aria-label={`${row.name}${ALARM_CONCERN[concern]}报警 ${alarms[concern]} 起`}>
        {alarms[concern]}
      </Link>
    )
  return (
    <>
      {count('toxicity')} / {count('infection')}
    </>
  )
}

const WEAKEST: TableSort = { key: 'online', order: 'asc' }

/** 省级态势: one row per province, weakest first. Fills its panel and scrolls inside it. */
export function ProvinceTable({ home }: { readonly home: HomeSummary }) {
  const isPhone = useIsPhone()
  const [isWhole, setIsWhole] = useState(false)
  const [sort, setSort] = useState<TableSort>()
  const rows = useMemo(() => sortRows(home.provinces, sort ?? WEAKEST), [home.provinces, sort])
  const cols = useMemo(() => columns(home.atMs), [home.atMs])
  const isCut = isPhone && !isWhole && rows.length > PHONE_ROWS
  return (
    // A scrollable region must be reachable by keyboard.
    <div className={styles.scroller} tabIndex={isPhone ? undefined : 0} role="group" aria-label="各省，可滚动">
      <DataTable
        label="省级态势"
        className={styles.table}
        columns={cols}
        rows={isCut ? rows.slice(0, PHONE_ROWS) : rows}
        rowKey={({ regionCode }) => regionCode}
        sort={sort}
        onSort={setSort}
      />
      {isCut && (
        <PlainButton isLink className={styles.more} onClick={() => setIsWhole(true)}>
          全部 {rows.length} 省
        </PlainButton>
      )}
    </div>
  )
}
