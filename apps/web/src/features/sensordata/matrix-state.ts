import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import type { MatrixColumn, MatrixRow } from '@natim/contract/mon/home'
import { keysOf } from '@natim/domain/record'
import type { SortMode } from './matrix-model.ts'

export type Density = 'standard' | 'dense'

/** State of the page, kept in its address. */
export interface MatrixState {
  readonly kind: DeviceKind
  readonly sort: SortMode
  readonly keyword: string
  readonly onlyAbnormal: boolean
  readonly density: Density
  readonly tab: 'matrix' | 'stream'
  /** Channel in the drawer. */
  readonly channel: number
}

/** No drawer. */
export const NO_CHANNEL = 0

/** Kinds that measure; gateways and cameras have no columns. */
export const MATRIX_KINDS = keysOf(DEVICE_KIND).filter((kind) => kind !== 'gateway' && kind !== 'cam')

export const DEFAULTS: MatrixState = {
  kind: 'gas',
  sort: 'region',
  keyword: '',
  onlyAbnormal: false,
  density: 'standard',
  tab: 'matrix',
  channel: NO_CHANNEL,
}

const ALLOWED: { readonly [K in 'kind' | 'sort' | 'density' | 'tab']: readonly MatrixState[K][] } = {
  kind: MATRIX_KINDS,
  sort: ['region', 'worst', 'name'],
  density: ['standard', 'dense'],
  tab: ['matrix', 'stream'],
}

/** State from a link: unknown choices fall back to their defaults. */
export function checkedState(given: MatrixState): MatrixState {
  const pick = <K extends keyof typeof ALLOWED>(key: K): MatrixState[K] =>
    ALLOWED[key].includes(given[key]) ? given[key] : DEFAULTS[key]
  return { ...given, kind: pick('kind'), sort: pick('sort'), density: pick('density'), tab: pick('tab') }
}

export interface OpenChannel {
  readonly row: MatrixRow
  readonly cell: MatrixRow['cells'][number]
  readonly column: MatrixColumn
}

/** A channel with its device and metric by number; undefined when the matrix does not contain it. */
export function findChannel(
  matrix: { readonly rows: readonly MatrixRow[]; readonly columns: readonly MatrixColumn[] } | undefined,
  channelNo: number,
): OpenChannel | undefined {
  for (const row of matrix?.rows ?? []) {
    const cell = row.cells.find((candidate) => candidate.channelNo === channelNo)
    const column = matrix?.columns.find((candidate) => candidate.metricCode === cell?.metricCode)
    if (cell !== undefined && column !== undefined) return { row, cell, column }
  }
  return undefined
}
