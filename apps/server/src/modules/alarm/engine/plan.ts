import type { Baseline } from '@natim/domain/alarm/baseline'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { LimitBook } from '@natim/domain/limits'
import {
  channelComparisons,
  devicesInScope,
  type RuleInForce,
  subjectOf,
  watchedChannels,
} from '../../alarm-rule/index.ts'
import type { DeviceEntry, Directory } from '../../live/index.ts'
import { type ChannelTarget, channelKey, deviceKey, type Target } from './target.ts'

/** Targets of the rules over the current register: a pure function of both, rebuilt when either changes. */
export interface Plan {
  readonly rules: readonly RuleInForce[]
  readonly channels: ReadonlyMap<string, ChannelTarget>
  readonly byChannelNo: ReadonlyMap<number, readonly ChannelTarget[]>
  /** Targets of device rules, by device number. */
  readonly byDeviceNo: ReadonlyMap<number, readonly Target[]>
  readonly deviceByNo: ReadonlyMap<number, DeviceEntry>
}

export const EMPTY_PLAN: Plan = {
  rules: [],
  channels: new Map(),
  byChannelNo: new Map(),
  byDeviceNo: new Map(),
  deviceByNo: new Map(),
}

interface Given {
  readonly rules: readonly RuleInForce[]
  readonly directory: Directory
  readonly book: LimitBook
  readonly baselines: ReadonlyMap<number, Baseline>
  readonly dayGmt8: string
  /** Whether the device is judged by this process. */
  readonly isOwn: (deviceNo: number) => boolean
}

/** Keeps evaluators whose rule, channel and limits are unchanged; `fresh` are those to be caught up. */
export function makePlan(
  given: Given,
  before: Plan,
): { readonly plan: Plan; readonly fresh: readonly ChannelTarget[] } {
  const channels = new Map<string, ChannelTarget>()
  const byChannelNo = new Map<number, ChannelTarget[]>()
  const byDeviceNo = new Map<number, Target[]>()
  const fresh: ChannelTarget[] = []
  for (const rule of given.rules) {
    if (subjectOf(rule.body) === 'device') {
      for (const device of devicesInScope(given.directory, rule.body.scope)) {
        if (!given.isOwn(device.deviceNo)) continue
        const target = { key: deviceKey(rule.id, device.deviceNo), rule, device, channel: null }
        push(byDeviceNo, device.deviceNo, target)
      }
      continue
    }
    for (const { device, channel } of watchedChannels(given.directory, rule.body)) {
      if (!given.isOwn(device.deviceNo)) continue
      const made = channelTarget(rule, device, channel, given)
      const held = before.channels.get(made.key)
      const target = held?.signature === made.signature ? { ...made, evaluator: held.evaluator } : made
      if (target === made) fresh.push(target)
      channels.set(target.key, target)
      push(byChannelNo, channel.channelNo, target)
    }
  }
  const { deviceByNo } = given.directory
  return { plan: { rules: given.rules, channels, byChannelNo, byDeviceNo, deviceByNo }, fresh }
}

function channelTarget(
  rule: RuleInForce,
  device: DeviceEntry,
  channel: DeviceEntry['channels'][number],
  { book, baselines, dayGmt8 }: Given,
): ChannelTarget {
  const comparisons = channelComparisons(rule.body, channel, book, dayGmt8, baselines)
  const options = {
    comparisons,
    periodS: channel.periodS,
    agg: channel.agg,
    autoClear: rule.body.autoClear,
    range: { lo: channel.rangeLo, hi: channel.rangeHi },
  }
  return {
    key: channelKey(rule.id, channel.channelNo),
    rule,
    device,
    channel,
    comparisons,
    signature: JSON.stringify([rule.version, options], withoutCells),
    evaluator: createChannelEvaluator(options),
  }
}

/** A baseline is identified by its instant; its cells would make up most of each signature. */
const withoutCells = (key: string, value: unknown) => (key === 'baseline' ? (value as Baseline).atMs : value)

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}
