import { formatGmt8 } from '@natim/domain/time'
import styles from './chart.module.css'
import type { ChartFrame } from './frame.ts'
import { tooltipRows } from './tooltip-rows.ts'

function element(tag: string, className: string | undefined, text: string): HTMLElement {
  const node = document.createElement(tag)
  if (className) node.className = className
  // Channel names are user input: text nodes cannot become markup.
  node.textContent = text
  return node
}

/** Instant under the crosshair, from the parameters of an axis tooltip. */
function instantOf(params: unknown): number | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : params
  if (typeof first !== 'object' || first === null || !('axisValue' in first)) return undefined
  const value = Number(first.axisValue)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Crosshair card: time, then each series as `swatch name value unit flag` (design §8). Empty off the data.
 *
 * @param shownAt maps a drawn instant to the one shown there by a moved plot
 */
export function tooltipNode(
  frame: ChartFrame,
  params: unknown,
  colours: ReadonlyMap<number, string>,
  shownAt: (drawnMs: number) => number = (drawnMs) => drawnMs,
): HTMLElement | string {
  const drawnMs = instantOf(params)
  if (drawnMs === undefined) return ''
  const atMs = shownAt(drawnMs)
  const rows = tooltipRows(frame, atMs)
  const card = element('div', styles.tooltip, '')
  const shownMs = rows.find((row) => row.tsMs !== undefined)?.tsMs ?? atMs
  card.append(element('div', styles.tooltipTime, formatGmt8(shownMs)))
  for (const row of rows) {
    const swatch = element('i', styles.swatch, '')
    swatch.style.background = colours.get(row.channelNo) ?? 'currentColor'
    const line = element('div', styles.tooltipRow, '')
    line.append(swatch, element('span', styles.tooltipName, row.name), element('b', styles.tooltipValue, row.text))
    if (row.flags) line.append(element('span', styles.tooltipFlags, row.flags))
    card.append(line)
  }
  return card
}
