import type { ReportDocument } from '@natim/contract/mon/mon-report'
import { formatExact } from '@natim/domain/format'
import { escapeHtml } from '../../../platform/html.ts'

const WIDTH = 720
const HEIGHT = 180
const LEFT = 36
const BOTTOM = 20
const TOP = 14

/** Bars as SVG: those above the limit are darker and labelled with their value; missing ones are labelled NA. */
export function barChart({ title, unit, bars, limit }: NonNullable<ReportDocument['chart']>): string {
  const top = Math.max(limit ?? 0, ...bars.map(({ value }) => value ?? 0), 1) * 1.1
  const plot = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + plot - (Math.max(0, value) / top) * plot
  const step = (WIDTH - LEFT) / Math.max(1, bars.length)
  const every = Math.ceil(bars.length / 8)
  const drawn = bars.map(({ label, value }, i) => {
    const x = LEFT + i * step
    const middle = x + step / 2
    const name =
      i % every === 0
        ? `<text x="${middle}" y="${HEIGHT - 5}" text-anchor="middle" font-size="9">${escapeHtml(label)}</text>`
        : ''
    if (value === null) return `<text x="${middle}" y="${y(0) - 3}" text-anchor="middle" font-size="8">NA</text>${name}`
    const isOver = limit !== null && value > limit
    const figure = isOver
      ? `<text x="${middle}" y="${y(value) - 3}" text-anchor="middle" font-size="9">${formatExact(value)}</text>`
      : ''
    return `<rect x="${x + step * 0.15}" y="${y(value)}" width="${step * 0.7}" height="${y(0) - y(value)}" fill="${
      isOver ? '#0958d9' : '#91caff'
    }"/>${figure}${name}`
  })
  const line =
    limit === null
      ? ''
      : `<line x1="${LEFT}" x2="${WIDTH}" y1="${y(limit)}" y2="${y(limit)}" stroke="#ad6800" stroke-dasharray="4 3"/>
<text x="${LEFT - 4}" y="${y(limit) + 3}" text-anchor="end" font-size="9">${formatExact(limit)}</text>`
  return `<h2>${escapeHtml(title)} <small>${escapeHtml(unit)}</small></h2>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeHtml(title)}">
<line x1="${LEFT}" x2="${WIDTH}" y1="${y(0)}" y2="${y(0)}" stroke="#8c8c8c"/>${line}
${drawn.join('\n')}</svg>`
}
