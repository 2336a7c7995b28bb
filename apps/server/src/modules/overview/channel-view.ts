import type { ChannelView } from '@natim/contract/mon/device'
import type { LimitMark } from '@natim/contract/mon/limit'
import type { Means } from '@natim/domain/mean-window'
import type { ChannelRecord } from './channel.repository.ts'

/** A {@link ChannelRecord} without its newest sample: the part that changes only with the register. */
export type ChannelEntry = Omit<ChannelRecord, 'latestTs' | 'latestV' | 'latestQ'>

interface Sample {
  readonly ts: number
  readonly v: number
  readonly q: number
}

/** View of a channel, shared by lists, cards, matrix and history. */
export function toChannelView(
  channel: ChannelEntry,
  latest: Sample | null,
  limits: readonly LimitMark[],
  means: Means,
): ChannelView {
  return {
    channelNo: channel.channelNo,
    seq: channel.seq,
    metricCode: channel.metricCode,
    name: channel.alias ?? channel.metricName,
    formula: channel.formula,
    unit: channel.unit,
    precision: channel.precision,
    periodS: channel.periodS,
    rangeLo: channel.rangeLo,
    rangeHi: channel.rangeHi,
    lod: channel.lod,
    enabled: channel.enabled,
    limits: [...limits],
    means: { ...means },
    latest: latest && { ts: latest.ts, v: latest.v, q: latest.q },
  }
}

/** The newest sample contained in a record. */
export function latestOf(record: ChannelRecord): Sample | null {
  const { latestTs, latestV, latestQ } = record
  return latestTs === null || latestV === null || latestQ === null ? null : { ts: latestTs, v: latestV, q: latestQ }
}
