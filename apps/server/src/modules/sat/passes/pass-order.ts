import type { SatArea } from '@natim/domain/sat-area'
import type { PassFault, PassLimits } from '@natim/domain/sat-task'

export interface PassSatellite {
  readonly id: string
  readonly tle1: string
  readonly tle2: string
  readonly epochMs: number
  readonly swathKm: number
  /** At nadir, m. */
  readonly resM: number
  readonly offNadirMax: number
}

/** Request to the thread: all passes of (from, to]. */
export interface PassOrder {
  readonly area: SatArea
  readonly satellites: readonly PassSatellite[]
  readonly limits: PassLimits
  readonly fromMs: number
  readonly toMs: number
}

export interface FoundPass {
  readonly satelliteId: string
  /** First and last corner of the area abeam; the peak is closest to its centre. */
  readonly startMs: number
  readonly peakMs: number
  readonly endMs: number
  readonly maxElev: number
  readonly offNadir: number
  readonly coveragePct: number
  readonly sunElev: number
  readonly resM: number
  readonly feasibility: number
  readonly fault: PassFault | null
  readonly footprint: readonly (readonly [number, number])[]
  /** Ground points: longitude, latitude, epoch ms. */
  readonly track: readonly (readonly [number, number, number])[]
}

export interface PassAnswer {
  readonly passes: readonly FoundPass[]
  /** Computation only, ms. */
  readonly tookMs: number
}
