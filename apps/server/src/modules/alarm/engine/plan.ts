import type { Baseline } from '@natim/domain/alarm/baseline'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import { type ChannelWindows, createWindows, windowNeeds } from '@natim/domain/alarm/window'
import type { LimitBook } from '@natim/domain/limits'
import { groupBy } from '../../../platform/group-by.ts'
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
  const drafts: Draft[] = []
  const byDeviceNo = new Map<number, Target[]>()
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
      drafts.push(draftOf(rule, device, channel, given))
    }
  }
  const isHeld = ({ key, signature }: Draft) => before.channels.get(key)?.signature === signature
  const missing = groupBy(
    drafts.filter((draft) => !isHeld(draft)),
    ({ channel }) => channel.channelNo,
  )
  const fresh = [...missing.values()].flatMap(withEvaluators)
  const made = new Map(fresh.map((target) => [target.key, target]))
  const targets = drafts.flatMap((draft): ChannelTarget[] => {
    const { evaluator, windows } = made.get(draft.key) ?? before.channels.get(draft.key) ?? {}
    return evaluator ? [{ ...draft, evaluator, windows }] : []
  })
  const channels = new Map(targets.map((target) => [target.key, target]))
  const byChannelNo = groupBy(besideEachOther(targets), ({ channel }) => channel.channelNo)
  const { deviceByNo } = given.directory
  return { plan: { rules: given.rules, channels, byChannelNo, byDeviceNo, deviceByNo }, fresh }
}

/** Targets that share windows follow each other. */
function besideEachOther(targets: readonly ChannelTarget[]): ChannelTarget[] {
  const order = new Map<ChannelWindows | undefined, number>()
  for (const { windows } of targets) if (!order.has(windows)) order.set(windows, order.size)
  return targets.toSorted((a, b) => (order.get(a.windows) ?? 0) - (order.get(b.windows) ?? 0))
}

/** A target without an evaluator. */
type Draft = Omit<ChannelTarget, 'evaluator' | 'windows'>

function draftOf(
  rule: RuleInForce,
  device: DeviceEntry,
  channel: DeviceEntry['channels'][number],
  { book, baselines, dayGmt8 }: Given,
): Draft {
  const comparisons = channelComparisons(rule.body, channel, book, dayGmt8, baselines)
  const { periodS, agg, rangeLo, rangeHi } = channel
  return {
    key: channelKey(rule.id, channel.channelNo),
    rule,
    device,
    channel,
    comparisons,
    signature: JSON.stringify(
      [rule.version, comparisons, periodS, agg, rule.body.autoClear, rangeLo, rangeHi],
      withoutCells,
    ),
  }
}

/** Evaluators of one channel: samples are kept once, however many rules watch it. */
function withEvaluators(drafts: readonly Draft[]): ChannelTarget[] {
  const needsOf = ({ comparisons, channel }: Draft, all = comparisons) => windowNeeds(all, channel)
  const [first] = drafts
  const needs =
    first &&
    needsOf(
      first,
      drafts.flatMap(({ comparisons }) => comparisons),
    )
  const shared = needs && createWindows(needs)
  return drafts.map((draft) => {
    const { rule, channel, comparisons } = draft
    const { periodS, agg, rangeLo: lo, rangeHi: hi } = channel
    const windows = needsOf(draft) && shared
    const options = { comparisons, periodS, agg, autoClear: rule.body.autoClear, range: { lo, hi } }
    return { ...draft, windows, evaluator: createChannelEvaluator({ ...options, ...(windows && { windows }) }) }
  })
}

/** A baseline is identified by its instant; its cells would make up most of each signature. */
const withoutCells = (key: string, value: unknown) => (key === 'baseline' ? (value as Baseline).atMs : value)

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const held = map.get(key)
  if (held) held.push(value)
  else map.set(key, [value])
}
