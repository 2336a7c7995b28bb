import type { Metric } from '../metric.ts'
import type { Operator } from './rule.ts'

/** For concentrations, counts and doses, and for every unit without a row below (domain §3.9). */
const SHARE = 0.1

/** Absolute, in the unit: a tenth of 20 ℃ or of 1 013 hPa is no useful distance. */
const BY_UNIT: Readonly<Record<string, number>> = {
  '℃': 1,
  'dB(A)': 3,
  dBm: 3,
  hPa: 5,
  mmHg: 5,
  // Percentage points: SpO₂ that alarms below 90 % could never be 10 % above it.
  '%': 2,
  '°': 0,
}

/** Metrics with discrete states instead of a scale. */
const STATUS: ReadonlySet<string> = new Set(['cab_door', 'chem_bar', 'atl', 'news2'])

/** How far a figure has to return past `value` to count as cleared, in the metric's unit; 0 = no hysteresis. */
export function hysteresis(value: number, { code, unit, agg }: Pick<Metric, 'code' | 'unit' | 'agg'>): number {
  if (agg === 'circular' || STATUS.has(code)) return 0
  return BY_UNIT[unit] ?? Math.abs(value) * SHARE
}

/** Whether a figure lies on the side of `value` that the operator names. */
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

/** Whether a higher figure is worse. */
export const isUpward = (op: Operator): boolean => op === '>' || op === '>='

const COMPLEMENT: Readonly<Record<Operator, Operator>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' }

/**
 * Operator that clears a branch at `clearValue`: strictly beyond it. If the two values are equal it is the exact
 * opposite: a door that alarms when `> 0` clears at 0.
 */
export function clearOperator(op: Operator, value: number, clearValue: number): Operator {
  if (clearValue === value) return COMPLEMENT[op]
  return isUpward(op) ? '<' : '>'
}
