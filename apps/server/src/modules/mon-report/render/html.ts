import type { ReportCell, ReportDocument } from '@natim/contract/mon/mon-report'
import { formatExact, formatNumber, NO_VALUE } from '@natim/domain/format'
import { formatGmt8 } from '@natim/domain/time'
import { escapeHtml } from '../../../platform/html.ts'
import { changesText } from '../documents/changes.ts'
import { barChart } from './bar-chart.ts'
import { PAPER_CSS } from './paper-css.ts'
import { cellKey, type Paper, revisedCells } from './rendered.ts'

const UPRIGHT_COLUMNS = 10
const SHORT_CHARS = 6

/** A self-contained page without scripts or external resources, for preview, print and PDF. */
export function toHtml(paper: Paper): string {
  const { document, network, revision, doneMs } = paper
  const foot = `${document.title} · ${document.period} · ${document.scope} · 第 ${revision} 版`
  return `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(`${document.title} ${document.period}`)}</title>
<style>${PAPER_CSS}
@page { ${isWide(document) ? 'size: A4 landscape;' : ''} @top-left { content: ${cssText(foot)} } @top-right { content: ${cssText(`生成于 ${formatGmt8(doneMs)}`)} } }
</style></head><body>
<header><span>${escapeHtml(network)}</span><span>第 ${revision} 版 · 生成于 ${formatGmt8(doneMs)}</span></header>
<h1>${escapeHtml(document.title)}</h1>
<p class="sub">${escapeHtml(document.period)} · ${escapeHtml(document.scope)} · ${escapeHtml(paper.name)}</p>
${notes(paper)}
${document.conclusions.map((text) => `<p class="say">${escapeHtml(text)}</p>`).join('\n')}
${document.chart ? barChart(document.chart) : ''}
${tablesHtml(document)}
</body></html>`
}

/** Too many columns for a portrait page. */
const isWide = ({ tables }: ReportDocument) => tables.some(({ columns }) => columns.length > UPRIGHT_COLUMNS)

/** CSS string: quoted, without line breaks. */
const cssText = (text: string) => `"${text.replaceAll(/[\\"<>\n\r]/g, ' ')}"`

function notes({ document, stale, isSuperseded }: Paper): string {
  const told: string[] = []
  if (isSuperseded) told.push('<b>已被修订</b> 已有更高的版次。')
  if (stale !== null) told.push(`<b>数据已修订</b> ${escapeHtml(stale)}`)
  if (document.changes.length > 0)
    told.push(`<b>数据已修订</b> ${escapeHtml(changesText(document.changes))}；带 * 者为修订值。`)
  return told.map((text) => `<p class="note">${text}</p>`).join('\n')
}

function tablesHtml(document: ReportDocument): string {
  const revised = revisedCells(document)
  return document.tables
    .map(({ title, columns, rows, note }, index) => {
      const head = columns
        .map((column) => `<th${classOf(column.isNumber, column.title)} scope="col">${escapeHtml(column.title)}</th>`)
        .join('')
      const decimals = columns.map((_column, i) => mostDecimals(rows, i))
      const body = rows
        .map((row) => {
          const cells = columns.map(({ title: column, isNumber }, i) => {
            const value = row[i] ?? null
            const mark = revised.has(cellKey(index, String(row[0]), column, value)) ? '*' : ''
            return `<td${classOf(isNumber, String(value))}>${cellText(value, decimals[i])}${mark}</td>`
          })
          return `<tr>${cells.join('')}</tr>`
        })
        .join('\n')
      const rest = rows.length === 0 ? '<p class="note">没有数据。</p>' : ''
      return `<h2>${escapeHtml(title)}</h2><div class="wide"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${rest}${
        note === '' ? '' : `<p class="foot">${escapeHtml(note)}</p>`
      }`
    })
    .join('\n')
}

/** Numbers and short words do not wrap on a narrow page. */
const classOf = (isNumber: boolean, text: string) =>
  isNumber ? ' class="n"' : text.length <= SHORT_CHARS ? ' class="k"' : ''

const cellText = (cell: ReportCell, decimals = 0) =>
  cell === null ? NO_VALUE : typeof cell === 'number' ? formatNumber(cell, decimals) : escapeHtml(cell)

/** Numbers of a column share the largest number of decimals, so that their decimal points align. */
function mostDecimals(rows: readonly (readonly ReportCell[])[], index: number): number {
  let most = 0
  for (const row of rows) {
    const cell = row[index]
    if (typeof cell === 'number') most = Math.max(most, (formatExact(cell).split('.')[1] ?? '').length)
  }
  return most
}
