import type { RuleMatch } from '@natim/contract/mon/rule'
import type { Baseline } from '@natim/domain/alarm/baseline'
import { type Comparison, compileBranches, isOutOfReach } from '@natim/domain/alarm/comparison'
import { clusterOf, MAX_SCOPE_CHANNELS, type RuleBody } from '@natim/domain/alarm/rule'
import { unitsText } from '@natim/domain/alarm/sentence'
import { distanceKm, type Place } from '@natim/domain/distance'
import type { LimitBook } from '@natim/domain/limits'
import { metricByCode } from '@natim/domain/metrics'
import { regionShortName } from '@natim/domain/regions'
import type { DeviceEntry, Directory } from '../live/index.ts'
import { channelLimits } from './channel-limits.ts'
import { devicesInScope, type ScopedChannel, subjectOf, watchedChannels } from './scope.ts'
import { sentenceLines } from './sentence.ts'

type Warning = RuleMatch['warnings'][number]

/** The comparisons of a rule for a channel on a GMT+8 day; without baselines, those that need one are left out. */
export function channelComparisons(
  { branches }: Pick<RuleBody, 'branches'>,
  channel: ScopedChannel['channel'],
  book: LimitBook,
  dayGmt8: string,
  baselines?: ReadonlyMap<number, Baseline>,
): Comparison[] {
  const metric = metricByCode(channel.metricCode)
  if (metric === undefined) return []
  return compileBranches(branches, {
    metric,
    periodS: channel.periodS,
    limits: channelLimits(book, channel, dayGmt8),
    baseline: baselines?.get(channel.channelNo),
    index: channel.index,
  })
}

/** Devices and channels watched by a rule. */
function watchedBy(directory: Directory, body: RuleBody): { devices: DeviceEntry[]; channels: ScopedChannel[] } {
  const channels = watchedChannels(directory, body)
  if (subjectOf(body) === 'device') return { devices: devicesInScope(directory, body.scope), channels }
  return { devices: [...new Set(channels.map(({ device }) => device))], channels }
}

/** Load of a rule on the engine, in channels; a device rule counts one per device. */
export const loadOf = (directory: Directory, body: RuleBody): number => {
  const { devices, channels } = watchedBy(directory, body)
  return subjectOf(body) === 'device' ? devices.length : channels.length
}

/** What a rule covers on a GMT+8 day, with warnings about what cannot work. */
export function matchOf(directory: Directory, book: LimitBook, body: RuleBody, dayGmt8: string): RuleMatch {
  const { devices, channels } = watchedBy(directory, body)
  const counted = subjectOf(body) === 'device' ? devices : channels.map(({ device }) => device)
  return {
    channels: channels.length,
    devices: devices.length,
    stations: new Set(devices.flatMap(({ station }) => station?.id ?? [])).size,
    regions: regionsOf(counted),
    warnings: [
      ...scopeWarnings(counted.length),
      ...branchWarnings(channels, book, body, dayGmt8),
      ...clusterWarnings(devices, body),
    ],
    sentence: sentenceLines(body),
  }
}

function regionsOf(devices: readonly DeviceEntry[]): RuleMatch['regions'] {
  const counts = new Map<string, number>()
  for (const { regionCode } of devices) {
    const province = `${regionCode.slice(0, 2)}0000`
    counts.set(province, (counts.get(province) ?? 0) + 1)
  }
  return [...counts]
    .map(([regionCode, channels]) => ({ regionCode, name: regionShortName(regionCode), channels }))
    .toSorted((a, b) => b.channels - a.channels || a.regionCode.localeCompare(b.regionCode))
}

function scopeWarnings(count: number): Warning[] {
  if (count === 0) return [{ branch: null, code: 'no_channels', channels: 0, text: '作用范围内没有通道，规则不会触发' }]
  if (count <= MAX_SCOPE_CHANNELS) return []
  const text = `作用范围内有 ${count} 个通道，最多 ${MAX_SCOPE_CHANNELS} 个，请缩小范围`
  return [{ branch: null, code: 'too_many', channels: count, text }]
}

function branchWarnings(
  channels: readonly ScopedChannel[],
  book: LimitBook,
  body: RuleBody,
  dayGmt8: string,
): Warning[] {
  if (subjectOf(body) === 'device' || channels.length === 0) return []
  const judged = channels.map(({ channel }) => ({
    channel,
    comparisons: channelComparisons(body, channel, book, dayGmt8),
  }))
  return body.branches.flatMap((branch, index) => {
    if (branch.type !== 'threshold' && branch.type !== 'limit' && branch.type !== 'composite') return []
    const ofBranch = judged.map(({ channel, comparisons }) => ({
      channel,
      comparisons: comparisons.filter((comparison) => comparison.branch === index),
    }))
    const without = ofBranch.filter(({ comparisons }) => comparisons.length === 0).length
    // Without selected metrics, most channels of the devices naturally have another limit or none.
    const isTold = without === channels.length || (body.scope.metricCodes ?? []).length > 0
    const beyond = ofBranch.filter(({ channel, comparisons }) => isNeverReached(comparisons, channel))
    return [
      ...noLimit(index, isTold ? without : 0, channels.length),
      ...outOfReach(
        index,
        beyond.map(({ channel }) => channel),
      ),
    ]
  })
}

const isNeverReached = (comparisons: readonly Comparison[], { rangeHi, metricCode }: ScopedChannel['channel']) =>
  comparisons.length > 0 &&
  comparisons.every((comparison) => isOutOfReach(comparison, rangeHi, metricByCode(metricCode)?.agg))

/** Warns when no place has enough units for a cluster. */
function clusterWarnings(devices: readonly DeviceEntry[], body: RuleBody): Warning[] {
  const cluster = clusterOf(body)
  if (!cluster || devices.length === 0) return []
  const { count, radiusKm, of } = cluster.branch
  const placed = devices.flatMap(({ id, station, lng, lat }) =>
    lng === null || lat === null ? [] : [{ unit: of === 'station' ? (station?.id ?? id) : id, lng, lat }],
  )
  const isReached = placed.some(
    (centre) =>
      new Set(placed.filter((other) => isNear(centre, other, radiusKm)).map(({ unit }) => unit)).size >= count,
  )
  if (isReached) return []
  const text = `作用范围内没有一处在 ${radiusKm} km 内有 ${unitsText({ of, count })}，本分支不会触发`
  return [{ branch: cluster.index, code: 'out_of_reach', channels: 0, text }]
}

/** Compares latitudes first, which is cheaper than the distance. */
const isNear = (a: Place, b: Place, km: number) => Math.abs(a.lat - b.lat) * 111 <= km && distanceKm(a, b) <= km

function noLimit(branch: number, channels: number, total: number): Warning[] {
  if (channels === 0) return []
  const text =
    channels === total
      ? '作用范围内的因子都没有这项限值，本分支不会触发'
      : `${channels} 个通道的因子没有这项限值，不参与本分支判定`
  return [{ branch, code: 'no_limit', channels, text }]
}

function outOfReach(branch: number, channels: readonly ScopedChannel['channel'][]): Warning[] {
  if (channels.length === 0) return []
  const ranges = new Set(channels.map(({ rangeLo, rangeHi, unit }) => `${rangeLo ?? 0}–${rangeHi ?? ''} ${unit}`))
  const range = ranges.size === 1 ? `的量程为 ${[...ranges][0]}，` : '的'
  const text = `${channels.length} 个通道${range}量程低于限值，永远不会达到；超量程样本按量程上限计`
  return [{ branch, code: 'out_of_reach', channels: channels.length, text }]
}
