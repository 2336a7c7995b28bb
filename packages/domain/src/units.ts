import type { Metric } from './metric.ts'
import { type Dimension, foldUnit, UNIT_ROWS } from './units.data.ts'

interface Unit {
  readonly name: string
  readonly dimension: Dimension
  readonly factor: number
  readonly offset: number
}

/** `stored = value * scale + offset`. */
export interface Linear {
  readonly scale: number
  readonly offset: number
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  UNIT_ROWS.flatMap(([name, dimension, factor, offset, ...aliases]) => {
    const unit: Unit = { name, dimension, factor, offset }
    return [name, ...aliases].map((spelling) => [foldUnit(spelling), unit] as const)
  }),
)

/** Molar volume of a gas in litres at 25 °C and 101.325 kPa, the reference state of GB 3095-2026 (domain §1). */
export const MOLAR_VOLUME_L = 24.45

/** The spelling used by the console (`µg/m³` for `ug/m3`); undefined for an unknown unit. */
export function canonicalUnit(unit: string): string | undefined {
  return UNITS.get(foldUnit(unit))?.name
}

/**
 * The linear map from one unit to another for a metric, or undefined if there is none (E_TYPE).
 *
 * Volume fractions need a molar mass even among themselves: a reading such as TVOC as isobutylene is bound to its own
 * scale (domain §1). Between ppm and mg/m³: `mg/m³ = ppm * M / 24.45`.
 */
export function conversion(from: string, to: string, metric: Pick<Metric, 'molarMass'>): Linear | undefined {
  if (from === to) return { scale: 1, offset: 0 }
  const source = UNITS.get(foldUnit(from))
  const target = UNITS.get(foldUnit(to))
  if (!source || !target) return undefined
  if (source === target) return { scale: 1, offset: 0 }
  const bridge = bridgeFactor(source.dimension, target.dimension, metric.molarMass)
  if (bridge === undefined) return undefined
  return {
    scale: (source.factor * bridge) / target.factor,
    offset: (source.offset * bridge - target.offset) / target.factor,
  }
}

/** Factor from the base of one dimension to the base of the other. */
function bridgeFactor(from: Dimension, to: Dimension, molarMass: number | undefined): number | undefined {
  const isGas = from === 'volumeFraction' || to === 'volumeFraction'
  if (isGas && molarMass === undefined) return undefined
  if (from === to) return 1
  if (molarMass === undefined) return undefined
  // The bases are ppm and µg/m³, hence the factor 1000.
  if (from === 'volumeFraction' && to === 'massConcentration') return (1e3 * molarMass) / MOLAR_VOLUME_L
  if (from === 'massConcentration' && to === 'volumeFraction') return MOLAR_VOLUME_L / (1e3 * molarMass)
  return undefined
}

/** `value` in `from` converted to `to`; undefined if the units are incompatible or unknown. */
export function convert(
  value: number,
  from: string,
  to: string,
  metric: Pick<Metric, 'molarMass'>,
): number | undefined {
  const linear = conversion(from, to, metric)
  return linear && value * linear.scale + linear.offset
}
