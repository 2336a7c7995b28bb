import type { SatArea } from '@natim/domain/sat-area'
import type { SensorType } from '@natim/domain/sat-task'

/** An order to the satellite's operator. */
export interface SatOrder {
  /** The same id means the same order: repeating it is idempotent. */
  readonly id: string
  readonly satellite: { readonly code: string; readonly noradId: number }
  readonly sensorType: SensorType
  readonly startMs: number
  readonly peakMs: number
  readonly endMs: number
  readonly area: SatArea
  readonly footprint: readonly (readonly [number, number])[]
  readonly offNadir: number
  readonly resM: number
  /** More cloud than this is a failure; null = irrelevant. */
  readonly cloudPctMax: number | null
}

/** A step of an order; each step occurs once, in time order. */
export interface SatEvent {
  readonly state: 'acquiring' | 'downlinked' | 'processing' | 'delivered' | 'failed'
  readonly atMs: number
  readonly cloudPct?: number
  /** 合格, or a description of the defect. */
  readonly quality?: string
  /** Reason of a failure. */
  readonly reason?: string
}

export interface SatStatus {
  readonly events: readonly SatEvent[]
  /** When to check again; undefined = soon. */
  readonly nextMs?: number
}

/** A delivered picture. */
export interface DeliveredProduct {
  readonly level: 'L0' | 'L1' | 'L2' | 'L3' | 'thematic'
  /** Unique within its order. */
  readonly name: string
  readonly format: 'PNG' | 'JPEG' | 'GeoTIFF'
  /** West, south, east, north. */
  readonly bbox: readonly [number, number, number, number]
  readonly bytes: Buffer
}

/** A satellite operator. Calls may be repeated, from any process. */
export interface SatProvider {
  readonly name: string
  /** @throws Error when unreachable; SatRefusal when the order is refused */
  order(order: SatOrder): Promise<{ readonly ref: string; readonly costWan: number | null }>
  status(order: SatOrder, ref: string): Promise<SatStatus>
  products(order: SatOrder, ref: string): Promise<readonly DeliveredProduct[]>
  /** A no-op when the order is unknown or finished. */
  cancel(orderId: string, ref: string | null): Promise<void>
}

/** A permanent refusal by the provider. The message is for users. */
export class SatRefusal extends Error {
  override readonly name = 'SatRefusal'
}
