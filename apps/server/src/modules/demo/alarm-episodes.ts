import { between, hash, textSeed, unit } from '@natim/demo/hash'
import type { Comparison } from '@natim/domain/alarm/comparison'
import { MAX_SKEW_MS } from '@natim/domain/alarm/rule'
import type { AlarmStep, ChangeStep } from '@natim/domain/alarm/step'
import { graver } from '@natim/domain/limit'
import type { LimitBook } from '@natim/domain/limits'
import { calendarDayGmt8, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { type PastAlarm, pastAlarmOf, pastStatus } from '../alarm/index.ts'
import { channelComparisons, channelsInScope, devicesInScope, type RuleInForce } from '../alarm-rule/index.ts'
import type { Directory } from '../live/index.ts'
import type { Endings, PlanHandling } from './alarm-handling.ts'
import type { History } from './history.ts'

/** Same number of days as for the outages. */
const DAYS = 30
/**
 * Share of the alarms of each hour of the day, GMT+8: peaks when work begins at eight and when the air stagnates before
 * dawn.
 */
const BY_HOUR = [3, 3, 4, 4, 5, 5, 4, 4, 7, 9, 10, 8, 5, 6, 8, 9, 8, 6, 4, 3, 3, 3, 3, 3]
const BY_HOUR_SUM = BY_HOUR.reduce((sum, weight) => sum + weight, 0)
/** Share of alarms not looked at yet. */
const UNSEEN_SHARE = 0.12
/** Raised retrospectively by late data. */
const HISTORIC_EVERY = 17

interface Episodes {
  /** Id of a built-in rule. */
  readonly ruleId: string
  readonly count: number
  readonly endings: Endings
  /** For device rules: the device state. */
  readonly status?: 'fault' | 'clock'
}

/** Monthly alarms of a network of this size besides leaks and devices going offline. */
const EPISODES: readonly Episodes[] = [
  { ruleId: 'rule-gb3095-hour', count: 120, endings: { real: 0.45, weather: 0.35, false: 0.05, device: 0.1 } },
  { ruleId: 'rule-radiation-levels', count: 45, endings: { weather: 0.5, false: 0.22, device: 0.16, test: 0.06 } },
  { ruleId: 'rule-device-offline', count: 70, status: 'fault', endings: { device: 0.82, false: 0.08 } },
  { ruleId: 'rule-device-clock', count: 40, status: 'clock', endings: { device: 0.88, false: 0.04 } },
]

interface Burst extends Pick<Episodes, 'ruleId' | 'count' | 'endings'> {
  readonly daysAgo: number
  /** Time of the GMT+8 day. */
  readonly timeMs: number
  readonly region: string
}

/** Alarm floods within minutes: plants of a province venting during a grid failure; lightning. */
const BURSTS: readonly Burst[] = [
  {
    ruleId: 'rule-gas-two-level',
    count: 18,
    endings: { real: 0.5, false: 0.1 },
    daysAgo: 9,
    timeMs: 15.7 * HOUR_MS,
    region: '37',
  },
  {
    ruleId: 'rule-gas-two-level',
    count: 15,
    endings: { false: 0.7, device: 0.2 },
    daysAgo: 17,
    timeMs: 2.2 * HOUR_MS,
    region: '44',
  },
]
const BURST_MS = 8 * MINUTE_MS

export interface EpisodeDeps {
  readonly history: History
  readonly directory: Pick<Directory, 'devices'>
  readonly rules: readonly RuleInForce[]
  readonly book: LimitBook
  readonly handlingOf: PlanHandling
}

/**
 * Alarms of the month before the raw samples begin, whose readings are no longer stored: each on a channel its rule
 * watches, beyond a limit in force for it. Deterministic for a network and instant.
 */
export function episodeAlarms(deps: EpisodeDeps): PastAlarm[] {
  return [
    ...EPISODES.flatMap((episodes) => monthOf(deps, episodes)),
    ...BURSTS.flatMap((burst) => burstOf(deps, burst)),
  ]
}

function monthOf(deps: EpisodeDeps, episodes: Episodes): PastAlarm[] {
  const rule = deps.rules.find(({ id }) => id === episodes.ruleId)
  if (rule === undefined) return []
  const of = episodes.status === undefined ? channelEpisode : statusEpisode
  const seed = textSeed(episodes.ruleId + (episodes.status ?? ''))
  return Array.from({ length: episodes.count }, (_, index) => hash(seed, index)).flatMap((one) =>
    of(deps, rule, episodes, one),
  )
}

function burstOf(deps: EpisodeDeps, { ruleId, count, endings, daysAgo, timeMs, region }: Burst): PastAlarm[] {
  const rule = deps.rules.find(({ id }) => id === ruleId)
  if (rule === undefined) return []
  const fromMs = startOfDayGmt8(deps.history.untilMs) - daysAgo * DAY_MS + timeMs
  const directory = { devices: deps.directory.devices.filter(({ regionCode }) => regionCode.startsWith(region)) }
  return Array.from({ length: count }, (_, index) => hash(daysAgo, index, 0xb5)).flatMap((seed) =>
    channelEpisode(
      { ...deps, directory },
      rule,
      { endings },
      seed,
      fromMs + between(0, BURST_MS / SECOND_MS, seed, 61) * SECOND_MS,
    ),
  )
}

const startOfDayGmt8 = (tMs: number) => Math.floor((tMs + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS

/** Start of the episode: at a typical hour of the day, before the first raw sample. */
function beginOf({ rawFromMs }: History, seed: number): number {
  let draw = unit(seed, 11) * BY_HOUR_SUM
  const hour = BY_HOUR.findIndex((weight) => (draw -= weight) < 0)
  const dayMs = rawFromMs - between(1, DAYS, seed, 12) * DAY_MS
  return startOfDayGmt8(dayMs) + hour * HOUR_MS + between(0, 3_599, seed, 13) * SECOND_MS
}

const isSeen = (seed: number, tsMs: number, history: History) =>
  tsMs < history.rawFromMs - DAY_MS || unit(seed, 14) >= UNSEEN_SHARE

/** Whether a device's clock is permanently wrong by enough to keep its alarm active. */
export function isClockWrong({ devices, signals }: History): (device: { readonly deviceNo: number }) => boolean {
  const wrong = devices.filter(({ device }) => Math.abs(signals.faultsOf(device).skewMs) > MAX_SKEW_MS)
  const nos = new Set(wrong.map(({ deviceNo }) => deviceNo))
  return ({ deviceNo }) => nos.has(deviceNo)
}

function statusEpisode(
  { history, directory, handlingOf }: EpisodeDeps,
  rule: RuleInForce,
  { status = 'fault', endings }: Episodes,
  seed: number,
): PastAlarm[] {
  const isTaken = status === 'clock' ? isClockWrong(history) : () => false
  const devices = devicesInScope(directory, rule.body.scope).filter((device) => !isTaken(device))
  const device = devices[hash(seed, 21) % devices.length]
  if (device === undefined) return []
  const fellMs = beginOf(history, seed)
  const severity = status === 'fault' ? 4 : 5
  const handling = handlingOf(seed, { regionCode: device.regionCode, severity, endings })
  const backMs = fellMs + between(25, 600, seed, 22) * MINUTE_MS
  return pastStatus({ rule, device, status, fellMs, backMs, nowMs: history.untilMs, handling, isEscalated: true })
}

function channelEpisode(
  { history, directory, book, handlingOf }: EpisodeDeps,
  rule: RuleInForce,
  { endings }: Pick<Episodes, 'endings'>,
  seed: number,
  beginMs = beginOf(history, seed),
): PastAlarm[] {
  const watched = channelsInScope(directory, rule.body.scope)
  const day = calendarDayGmt8(beginMs)
  for (let attempt = 0; attempt < 8; attempt++) {
    const scoped = watched[hash(seed, 31, attempt) % watched.length]
    if (scoped === undefined) return []
    const lines = reachable(channelComparisons(rule.body, scoped.channel, book, day), scoped.channel.rangeHi)
    if (lines.length === 0) continue
    const steps = stepsOf(lines, beginMs, seed)
    const severity = steps.flatMap((step) => ('severity' in step ? [step.severity] : [])).reduce(graver)
    const handling = isSeen(seed, beginMs, history)
      ? handlingOf(seed, { regionCode: scoped.device.regionCode, severity, endings })
      : undefined
    const alarms = pastAlarmOf({ rule, ...scoped, steps, nowMs: history.untilMs, handling, isEscalated: true })
    return seed % HISTORIC_EVERY === 0 && severity >= 4 ? alarms.map(asHistoric) : alarms
  }
  return []
}

const asHistoric = ({ row, ...alarm }: PastAlarm): PastAlarm => ({ ...alarm, row: { ...row, historic: true } })

/** Limits crossed upwards within the range of the instrument, the mildest first. */
const reachable = (comparisons: readonly Comparison[], rangeHi: number | null) =>
  comparisons
    .filter(({ op, value, figure }) => op.startsWith('>') && value > 0 && figure.kind !== 'rate')
    .filter(({ value }) => rangeHi === null || value * 1.4 < rangeHi)
    .toSorted((a, b) => b.severity - a.severity || a.value - b.value)

/** Crosses the mildest limit, now and then a graver one soon after, and clears after a while. */
function stepsOf(lines: readonly Comparison[], beginMs: number, seed: number): AlarmStep[] {
  const mildest = lines[0] as Comparison
  const higher = lines.filter(({ severity }) => severity < mildest.severity).toSorted((a, b) => b.severity - a.severity)
  const climbs = unit(seed, 41) < 0.3 ? higher.slice(0, unit(seed, 42) < 0.25 ? 2 : 1) : []
  const reached = [mildest, ...climbs]
  const steps: ChangeStep[] = reached.map((comparison, index) =>
    stepOf(
      index === 0 ? 'raise' : 'up',
      comparison,
      beginMs + index * between(2, 15, seed, 43, index) * MINUTE_MS,
      seed,
    ),
  )
  const last = steps.at(-1) as ChangeStep
  const endMs = last.tsMs + between(4, 95, seed, 44) * MINUTE_MS
  const peakMs = last.tsMs + (endMs - last.tsMs) / 3
  return [
    ...steps,
    {
      kind: 'peak',
      tsMs: Math.floor(peakMs / SECOND_MS) * SECOND_MS,
      figure: last.figure * (1.05 + 0.4 * unit(seed, 45)),
    },
    { ...stepOf('clear', last.comparison, endMs, seed), figure: last.value * 0.6 },
  ]
}

const stepOf = (kind: ChangeStep['kind'], comparison: Comparison, tsMs: number, seed: number): ChangeStep => ({
  kind,
  tsMs,
  severity: comparison.severity,
  branch: comparison.branch,
  figure: comparison.value * (1.02 + 0.3 * unit(seed, 51, comparison.branch)),
  value: comparison.value,
  sinceMs: tsMs - comparison.forS * SECOND_MS,
  n: comparison.figure.kind === 'mean' ? Math.max(1, Math.round(comparison.figure.avgS / 10)) : 1,
  comparison,
  isLate: false,
})
