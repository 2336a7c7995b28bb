import type { DemoEvent } from '@natim/demo/device-events'

/** Values of the channels with one period at one instant; `seqs` and `values` have equal length. */
export interface Reading {
  /** Device clock, epoch ms. */
  readonly tsMs: number
  readonly seqs: readonly number[]
  /** In the units of the channels. */
  readonly values: readonly number[]
}

/** A channel sent in another unit than its own. */
export interface ForeignUnit {
  readonly seq: number
  readonly unit: string
  /** Foreign units per unit of the channel. */
  readonly factor: number
}

export interface TeleExtras {
  readonly seq: number
  readonly foreign?: ForeignUnit | undefined
  readonly pos?: { readonly lng: number; readonly lat: number } | undefined
  readonly sys?: { readonly batt: number; readonly rssi: number } | undefined
}

/** Telemetry of one instant (domain §6.1). */
export function telePayload(reading: Reading, { seq, foreign, pos, sys }: TeleExtras): string {
  const valueOf = (key: number, value: number) =>
    key === foreign?.seq ? { v: Number((value * foreign.factor).toPrecision(6)), u: foreign.unit } : value
  const values = Object.fromEntries(
    reading.seqs.map((key, index) => [key, valueOf(key, reading.values[index] as number)]),
  )
  return JSON.stringify({ v: 1, ts: reading.tsMs, seq, d: values, pos, sys })
}

/**
 * Stored readings as columns: one row per instant, first cell = offset from `t0`, null where a channel was not read.
 */
export function batchPayload(readings: readonly Reading[]): string {
  const seqs = [...new Set(readings.flatMap((reading) => reading.seqs))].sort((a, b) => a - b)
  const t0 = readings[0]?.tsMs ?? 0
  const rows = readings.map(({ tsMs, seqs: own, values }) => [
    tsMs - t0,
    ...seqs.map((seq) => values[own.indexOf(seq)] ?? null),
  ])
  return JSON.stringify({ v: 1, c: seqs.map(String), t0, rows })
}

/** Number of points in these readings, acknowledged with their batch. */
export function pointsOf(readings: readonly Reading[]): number {
  return readings.reduce((sum, reading) => sum + reading.values.length, 0)
}

/** Self-test report of radiation, agent and aerosol instruments after power-on (domain §6.1). */
export function selfTestPayload(tsMs: number, firmware: string): string {
  return JSON.stringify({ ts: tsMs, type: 'self_test', level: 5, data: { ok: true, fw: firmware } })
}

/** A one-time message of a device; blob content is base64, because payloads are text here (domain §6.1). */
export function eventPayload(event: DemoEvent, tsMs: number): string {
  if (event.kind === 'event') {
    const { type, level, data } = event
    return JSON.stringify({ ts: tsMs, type, ...(level !== null && { level }), data })
  }
  const head = JSON.stringify({ ts: tsMs, enc: 'base64', ...event.meta })
  return `${head}\n${Buffer.from(event.content).toString('base64')}`
}

export interface DeviceState {
  readonly tsMs: number
  readonly firmware: string
  readonly upS: number
  readonly flags: readonly string[]
  readonly ip: string
}

/** State message (domain §6.1); a device with flags reports a fault. */
export function statePayload({ tsMs, firmware, upS, flags, ip }: DeviceState): string {
  return JSON.stringify({ ts: tsMs, s: 'online', fw: firmware, up: upS, flags, fault: flags.length > 0, ip })
}
