import { type Metric, metricByCode } from '@natim/domain/metrics'
import { newQcState, qcSpec } from '@natim/domain/qc'
import { QUALITY } from '@natim/domain/quality'
import { conversion, type Linear } from '@natim/domain/units'
import { RateLimit, type RateLimits } from '../accept/rate-limit.ts'
import type {
  ChannelRecord,
  CredentialRecord,
  DeviceRecord,
  findMetrics,
  VersionRecord,
} from './register.repository.ts'
import type { Channel, ChannelDefinition, Credential, Device, FormerDefinition } from './register-types.ts'

type MetricRecord = Awaited<ReturnType<typeof findMetrics>>[number]

/** The metric as stored; properties without a column (steps, resting) come from the built-in catalogue. */
export function toMetric(record: MetricRecord): Metric {
  const known = metricByCode(record.code)
  return {
    nameCn: record.code,
    nameEn: record.code,
    category: 'sys',
    precision: 2,
    periodS: 60,
    agg: 'avg',
    ...known,
    code: record.code,
    unit: record.unit,
    rangeLo: record.rangeLo ?? Number.NEGATIVE_INFINITY,
    rangeHi: record.rangeHi ?? Number.POSITIVE_INFINITY,
    hardLo: record.hardLo ?? Number.NEGATIVE_INFINITY,
    hardHi: record.hardHi ?? Number.POSITIVE_INFINITY,
    ...(record.molarMass === null ? {} : { molarMass: record.molarMass }),
  }
}

export function toDefinition(record: ChannelRecord, metric: Metric): ChannelDefinition {
  const correction = { scale: record.scale, offset: record.offsetVal }
  return {
    seq: record.seq,
    metric,
    unitIn: record.unitIn,
    linear: chain(correction, conversion(record.unitIn, metric.unit, metric)),
    correction,
    spec: qcSpec(metric, record),
    periodMs: record.periodS * 1_000,
    enabled: record.enabled,
  }
}

/** Former definitions of a channel, oldest first. Properties not versioned, such as decimals, are the current ones. */
export function toFormer(
  record: ChannelRecord,
  metric: Metric,
  versions: readonly VersionRecord[],
): FormerDefinition[] {
  return versions.slice(0, -1).map(({ fromMs, body }) => {
    const { unitIn, scale, offset: offsetVal, rangeLo, rangeHi, lod, periodS } = body
    const then = { ...record, unitIn, scale, offsetVal, rangeLo, rangeHi, lod, periodS }
    return { fromMs, def: toDefinition(then, metric) }
  })
}

/** Definition of a channel at an instant: a late sample was measured under the one valid then (domain §3.5). */
export function definitionAt({ def, sinceMs, former }: Channel, tsMs: number): ChannelDefinition {
  if (tsMs >= sinceMs) return def
  return (former.findLast(({ fromMs }) => fromMs <= tsMs) ?? former[0])?.def ?? def
}

/** Conversion from a reading's own unit to the storage unit; undefined when the units are incompatible (E_TYPE). */
export function linearFrom(def: ChannelDefinition, unit: string): Linear | undefined {
  if (unit === def.unitIn) return def.linear
  return chain(conversion(unit, def.unitIn, def.metric), def.linear)
}

/** Composition: first `a`, then `b`. */
function chain(a: Linear | undefined, b: Linear | undefined): Linear | undefined {
  if (a === undefined || b === undefined) return undefined
  return { scale: a.scale * b.scale, offset: a.offset * b.scale + b.offset }
}

export function toCredential(record: CredentialRecord): Credential {
  return {
    id: record.id,
    secretHash: record.secretHash,
    notBeforeMs: record.notBefore.getTime(),
    notAfterMs: record.notAfter?.getTime() ?? Number.POSITIVE_INFINITY,
    revoked: record.revokedAt !== null,
  }
}

export function newDevice(record: DeviceRecord, rateLimits: RateLimits): Device {
  return {
    id: record.id,
    deviceNo: record.deviceNo,
    clientId: record.clientId,
    kind: record.kind,
    gatewayId: record.gatewayId,
    onlineTimeoutMs: record.onlineTimeoutS * 1_000,
    isRetired: false,
    credentials: [],
    keys: new Map(),
    channels: [],
    rate: new RateLimit(rateLimits),
    futureCount: 0,
  }
}

export function newChannel(device: Device, channelNo: number, def: ChannelDefinition): Channel {
  return {
    channelNo,
    device,
    def,
    sinceMs: Number.NEGATIVE_INFINITY,
    former: [],
    qc: newQcState(),
    newestTs: Number.NEGATIVE_INFINITY,
    latestTs: Number.NEGATIVE_INFINITY,
    latestRx: 0,
    latestValue: Number.NaN,
    latestQ: 0,
    previousValue: Number.NaN,
    isLatestDirty: false,
    isBad: false,
    gapFrom: Number.NaN,
  }
}

/** A seq wins over an identical metric code; among channels of one metric the lowest seq gets the code. */
export function keysOf(channels: readonly Channel[]): Map<string, Channel> {
  const enabled = channels.filter((channel) => channel.def.enabled)
  const keys = new Map(enabled.toReversed().map((channel) => [channel.def.metric.code, channel]))
  for (const channel of enabled) keys.set(String(channel.def.seq), channel)
  return keys
}

/** Stuck or out of the instrument's range: makes the device faulty if it persists (domain §3.3). */
export function isBadReading(flags: number): boolean {
  return (flags & (QUALITY.stuck | QUALITY.outOfRange)) !== 0
}
