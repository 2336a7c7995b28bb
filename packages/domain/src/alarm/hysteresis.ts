import type { Metric } from '../metric.ts'
import type { Operator } from './rule.ts'

/** Of concentrations, counts and doses, and of all that has no row of its own below (domain §3.9). */
const SHARE = 0.1

/** In the unit itself: a tenth of 20 ℃ or of 1 013 hPa would say nothing. */
const BY_UNIT: Readonly<Record<string, number>> = {
  '℃': 1,
  'dB(A)': 3,
  dBm: 3,
  hPa: 5,
  mmHg: 5,
  // Points of a share: SpO₂ that alarms below 90 % could never be 10 % above it.
  '%': 2,
  '°': 0,
}

/** What has steps instead of a scale. */
const STATUS: ReadonlySet<string> = new Set(['cab_door', 'chem_bar', 'atl', 'news2'])

/** How far a figure has to come back behind `value` before it counts as over, in the metric's unit; 0 = no hysteresis. */
export function hysteresis(value: number, { code, unit, agg }: Pick<Metric, 'code' | 'unit' | 'agg'>): number {
  if (agg === 'circular' || STATUS.has(code)) return 0
  return BY_UNIT[unit] ?? Math.abs(value) * SHARE
}

/** Whether a figure stands on the side of `value` that the operator names. */
export function reaches(figure: number, op: Operator, value: number): boolean {
  switch (op) {
    case '>':
      return figure > value
    case '>=':
      return figure >= value
    case '<':
      return figure < value
    default:
      return figure <= value
  }
}

/** Whether more of the figure makes it worse. */
export const isUpward = (op: Operator): boolean => op === '>' || op === '>='

const COMPLEMENT: Readonly<Record<Operator, Operator>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' }

/**
 * By which operator a branch is left at `clearValue`: strictly beyond it. Without a distance between the two values it
 * is the exact opposite, for a door that alarms when `> 0` has to be closed at 0.
 */
export function clearOperator(op: Operator, value: number, clearValue: number): Operator {
  if (clearValue === value) return COMPLEMENT[op]
  return isUpward(op) ? '<' : '>'
}
