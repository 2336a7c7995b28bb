import type { BreathDetail } from '@natim/contract/mon/breath'
import { formatNumber, NO_VALUE } from '@natim/domain/format'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from '../breath.module.css'
import { ageText } from '../breath-text.ts'
import { bandText, fenoText, type MarkProps, type PanelRow, panelRows, readingText } from './panel-rows.ts'
import { Radar } from './radar.tsx'

/** Position of the band's upper edge on the bar; leaves room for values beyond it. */
const EDGE_AT = 0.56

/** 挥发物谱: radar and table of net values against the band for the subject's age. */
export function Spectrum({ detail, marked, onMark }: MarkProps & { readonly detail: BreathDetail }) {
  const rows = panelRows(detail)
  const n = rows.find(({ band }) => band)?.band?.n
  const band = n === undefined ? '无参考带' : `参考带 ${ageText(detail.test.ageBand)} n = ${formatNumber(n)}（P5–P95）`
  const feno = fenoText(detail)
  if (rows.length === 0) {
    return (
      <Panel title="挥发物谱">
        <EmptyState title="尚无测量值" hint="设备上报结果后显示" />
      </Panel>
    )
  }
  return (
    <Panel title="挥发物谱" meta={`ppb · 已扣环境本底 · ${band}`} actions={<Legend rows={rows} />} isFlush>
      <div className={styles.spectrum}>
        <Radar rows={rows} marked={marked} onMark={onMark} />
        <div className={styles.tableBox}>
          <SpectrumTable rows={rows} marked={marked} onMark={onMark} />
          {feno && <p className={styles.note}>{feno}</p>}
        </div>
      </div>
    </Panel>
  )
}

function Legend({ rows }: { readonly rows: readonly PanelRow[] }) {
  const beyond = rows.filter(({ reading }) => reading?.side === 'high').length
  const within = rows.filter(({ reading }) => reading?.side === 'in').length
  return (
    <span className={styles.legend}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden>
        <path d="M6 0 L12 6 L6 12 L0 6 Z" className={styles.out} />
      </svg>
      超出上界 {beyond}
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden>
        <circle cx="6" cy="6" r="4.5" className={styles.in} />
      </svg>
      带内 {within}
    </span>
  )
}

function SpectrumTable({ rows, marked, onMark }: MarkProps & { readonly rows: readonly PanelRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">物质</th>
          <th scope="col">实测</th>
          <th scope="col">环境</th>
          <th scope="col">净值</th>
          <th scope="col" className={styles.bandColumn}>
            相对参考带
          </th>
          <th scope="col">参考范围</th>
          <th scope="col">判读</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.code}
            data-marked={row.code === marked || undefined}
            onPointerEnter={() => onMark(row.code)}
            onPointerLeave={() => onMark(undefined)}
          >
            <th scope="row">
              {row.name} {row.role && <small>{row.role}</small>}
            </th>
            <td>{formatNumber(row.measured, row.decimals)}</td>
            <td>{row.ambient === null ? NO_VALUE : formatNumber(row.ambient, row.decimals)}</td>
            <td>
              <b>{formatNumber(row.net, row.decimals)}</b>
            </td>
            <td className={styles.bandColumn}>
              <BandBar row={row} />
            </td>
            <td>{row.band ? bandText(row.band) : NO_VALUE}</td>
            <td data-out={row.reading?.side === 'high' || undefined}>{readingText(row.reading)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function BandBar({ row: { band, reading } }: { readonly row: PanelRow }) {
  const at = (ratio: number) => `${Math.min(1, ratio * EDGE_AT) * 100}%`
  return (
    <span className={styles.bandBar} aria-hidden>
      {band && (
        <>
          <i style={{ insetInlineStart: at(band.low / band.high), inlineSize: at(1 - band.low / band.high) }} />
          <b style={{ insetInlineStart: at(1) }} />
        </>
      )}
      {reading && (
        <svg viewBox="0 0 12 12" width="12" height="12" style={{ insetInlineStart: at(reading.ratio) }}>
          {reading.side === 'high' ? (
            <path d="M6 0 L12 6 L6 12 L0 6 Z" className={styles.out} />
          ) : (
            <circle cx="6" cy="6" r="4.5" className={styles.in} />
          )}
        </svg>
      )}
    </span>
  )
}
