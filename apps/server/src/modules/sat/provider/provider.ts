import type { SatArea } from '@natim/domain/sat-area'
import type { SensorType } from '@natim/domain/sat-task'

/** What is asked of whoever flies the satellite. */
export interface SatOrder {
  /** Given again for the same pass, it is the same order. */
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
  /** More cloud than that is a failure; null = no matter. */
  readonly cloudPctMax: number | null
}

/** What became of an order, each step once, in order of time. */
export interface SatEvent {
  readonly state: 'acquiring' | 'downlinked' | 'processing' | 'delivered' | 'failed'
  readonly atMs: number
  readonly cloudPct?: number
  /** 合格, or what is wrong with it. */
  readonly quality?: string
  /** Of a failure. */
  readonly reason?: string
}

export interface SatStatus {
  readonly events: readonly SatEvent[]
  /** When it is worth asking again; undefined = soon. */
  readonly nextMs?: number
}

/** A picture as it is delivered. */
export interface DeliveredProduct {
  readonly level: 'L0' | 'L1' | 'L2' | 'L3' | 'thematic'
  /** Unlike the other ones of its order. */
  readonly name: string
  readonly format: 'PNG' | 'JPEG' | 'GeoTIFF'
  /** West, south, east, north. */
  readonly bbox: readonly [number, number, number, number]
  readonly bytes: Buffer
}

/** Whoever takes pictures for us. Calls may come twice, from any process. */
export interface SatProvider {
  readonly name: string
  /** @throws Error when it cannot be reached; SatRefusal when it does not want the order */
  order(order: SatOrder): Promise<{ readonly ref: string; readonly costWan: number | null }>
  status(order: SatOrder, ref: string): Promise<SatStatus>
  products(order: SatOrder, ref: string): Promise<readonly DeliveredProduct[]>
  /** Nothing happens where it is unknown or over. */
  cancel(orderId: string, ref: string | null): Promise<void>
}

/** The provider says no, and will say no again. The message is for people. */
export class SatRefusal extends Error {
  override readonly name = 'SatRefusal'
}
