import { DUST_DURATION_MS, dustOverlay } from '@natim/demo/dust'
import { between, hash, unit } from '@natim/demo/hash'
import { CHLORINE_DURATION_MS, chlorineDetectors } from '@natim/demo/incident'
import { LEAK_CLEARING_MS, type Leak } from '@natim/demo/leaks'
import type { DemoDevice } from '@natim/demo/types'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { WatchedStatus } from '@natim/domain/alarm/rule'
import type { AlarmStep } from '@natim/domain/alarm/step'
import { graver } from '@natim/domain/limit'
import type { Severity } from '@natim/domain/limits'
import { calendarDayGmt8, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { type Handling, insertPastAlarms, type PastAlarm, pastAlarmOf, pastStatus } from '../alarm/index.ts'
import { channelComparisons, channelsInScope, findRulesInForce, type RuleInForce } from '../alarm-rule/index.ts'
import { loadLimitBook } from '../limit/index.ts'
import { type Directory, loadDirectory } from '../live/index.ts'
import { type EpisodeDeps, episodeAlarms, isClockWrong } from './alarm-episodes.ts'
import { createHandlings } from './alarm-handling.ts'
import { incidentAlarms } from './alarm-incidents.ts'
import { type History, pastPeriodS } from './history.ts'
import { statusEntries } from './journal.ts'
import { qualityOf } from './quality-of.ts'

/** Warm-up before the release: the longest window is 8 h, most are one. */
const WARM_UP_MS = HOUR_MS
/** Share of offline alarms that were handled. */
const HANDLED_SHARE = 0.16
const OFFLINE_ENDINGS = { device: 0.66, false: 0.06, test: 0.04 } as const

/**
 * Alarms of the month before the network was loaded: devices going offline, the chlorine of two days ago, leaks and the
 * dust storm, judged by the rules in force like live samples; plus the other incidents and the usual alarms of a month.
 *
 * @returns how many were written
 */
export async function loadAlarmHistory(db: Db, history: History): Promise<number> {
  const [directory, rules, book] = await Promise.all([loadDirectory(db), findRulesInForce(db), loadLimitBook(db)])
  const deps = { history, directory, rules, book, handlingOf: createHandlings(history.network.staff) }
  return insertPastAlarms(
    db,
    distinct([
      ...statusAlarms(deps),
      ...clockAlarms(deps),
      ...chlorineAlarms(deps),
      ...leakAlarms(deps),
      ...dustAlarms(deps),
      ...incidentAlarms(deps),
      ...episodeAlarms(deps),
    ]),
  )
}

/** One per dedupe key and instant, as in the database. */
const distinct = (alarms: readonly PastAlarm[]) => [
  ...new Map(alarms.map((alarm) => [`${alarm.row.dedupeKey} ${alarm.row.triggerTs.getTime()}`, alarm])).values(),
]

/** Alarms from the device history: past outages, and devices now offline or faulty. */
function statusAlarms(deps: EpisodeDeps): PastAlarm[] {
  const { history, directory, rules } = deps
  const deviceByNo = new Map(directory.devices.map((device) => [device.deviceNo, device]))
  const rule = ruleOf(rules, 'offline')
  if (!rule) return []
  const open = new Map<number, { readonly status: WatchedStatus; readonly fellMs: number }>()
  const alarms: PastAlarm[] = []
  const add = (deviceNo: number, span: { status: WatchedStatus; fellMs: number; backMs: number | null }) => {
    const device = deviceByNo.get(deviceNo)
    if (device !== undefined) alarms.push(...deviceAlarm(deps, rule, device, span))
  }
  for (const { deviceNo, tsMs, to } of statusEntries(history)) {
    const held = open.get(deviceNo)
    if (held && to === 'online') add(deviceNo, { ...held, backMs: tsMs })
    open.delete(deviceNo)
    if (to === 'offline' || to === 'fault') open.set(deviceNo, { status: to, fellMs: tsMs })
  }
  for (const [deviceNo, held] of open) add(deviceNo, { ...held, backMs: null })
  return alarms
}

/** Alarms of permanently wrong clocks, dated back: raised live, they would all appear at once. */
function clockAlarms(deps: EpisodeDeps): PastAlarm[] {
  const { history, directory, rules } = deps
  const rule = ruleOf(rules, 'clock')
  if (!rule) return []
  return directory.devices.filter(isClockWrong(history)).flatMap((device) => {
    const hours = between(24, 20 * 24, device.deviceNo, 0xc1)
    const fellMs = history.untilMs - hours * HOUR_MS - between(1, 3_599, device.deviceNo, 0xc2) * SECOND_MS
    return deviceAlarm(deps, rule, device, { status: 'clock', fellMs, backMs: null })
  })
}

const ruleOf = (rules: readonly RuleInForce[], status: WatchedStatus) =>
  rules.find(({ body }) => body.branches.some((branch) => branch.type === 'status' && branch.statuses.includes(status)))

function deviceAlarm(
  { history, handlingOf }: EpisodeDeps,
  rule: RuleInForce,
  device: Directory['devices'][number],
  span: Span & { readonly status: WatchedStatus },
): PastAlarm[] {
  const seed = hash(device.deviceNo, Math.floor(span.fellMs / MINUTE_MS), 0xa7)
  const severity = span.status === 'fault' ? 4 : 5
  const planned = handlingOf(seed, { regionCode: device.regionCode, severity, endings: OFFLINE_ENDINGS })
  const handling = planned && isHandled(seed, span, history) ? ofActive(planned, seed, span, history) : undefined
  return pastStatus({ rule, device, ...span, nowMs: history.untilMs, handling, isEscalated: true })
}

interface Span {
  readonly fellMs: number
  readonly backMs: number | null
}

/** Active alarms that have lasted a while are handled more often than those that cleared. */
const isHandled = (seed: number, { fellMs, backMs }: Span, { untilMs }: History) =>
  backMs === null ? fellMs < untilMs - 4 * HOUR_MS && unit(seed, 1) < 0.6 : unit(seed, 1) < HANDLED_SHARE

/** Shelves some of the active ones pending a site visit. */
function ofActive(handling: Handling, seed: number, { backMs }: Span, { untilMs }: History): Handling {
  if (backMs !== null || unit(seed, 8) >= 0.35) return handling
  return {
    ...handling,
    note: '已派单现场处理，等待结果',
    shelvedUntilMs: untilMs + between(60, 420, seed, 9) * MINUTE_MS,
  }
}

/** Alarms of the four detectors in the park. */
function chlorineAlarms(deps: EpisodeDeps): PastAlarm[] {
  const { releaseMs, network, untilMs } = deps.history
  return chlorineDetectors(network.devices).flatMap((detector) => {
    const planned = deps.handlingOf(detector.index, {
      regionCode: detector.regionCode,
      severity: 1,
      endings: { real: 1 },
    })
    return judged(deps, detector, {
      metricCode: 'cl2',
      fromMs: releaseMs,
      toMs: Math.min(untilMs, releaseMs + CHLORINE_DURATION_MS + 8 * HOUR_MS),
      handlingOf: () => planned && { ...planned, ...CHLORINE_HANDLING },
    })
  })
}

const CHLORINE_HANDLING = {
  afterMs: 3 * MINUTE_MS,
  note: '园区值班室确认 3# 储罐阀门泄漏，已启动应急预案并通知下风向避险',
  closeCode: 'real',
} as const

/** Outcomes of a detector's monthly alarms; some are calibration gas. */
const LEAK_ENDINGS = { real: 0.52, false: 0.2, device: 0.1, weather: 0.02, test: 0.06 } as const
/** Windows reach back by hours: leaks on one channel closer than this are judged in one run. */
const APART_MS = 10 * HOUR_MS
/** Some recent ones have not been looked at yet. */
const FRESH_MS = 100 * MINUTE_MS
const FRESH_UNSEEN_SHARE = 0.6

function leakAlarms(deps: EpisodeDeps): PastAlarm[] {
  const { leaks, network, untilMs } = deps.history
  const detectors = new Map(network.devices.map((device) => [device.index, device]))
  return together(leaks).flatMap(({ device, metricCode, fromMs, untilMs: stoppedMs }) => {
    const detector = detectors.get(device)
    if (!detector) return []
    const seed = hash(device, Math.floor(fromMs / MINUTE_MS), 0x1ef)
    return judged(deps, detector, {
      metricCode,
      fromMs,
      toMs: Math.min(untilMs, stoppedMs + LEAK_CLEARING_MS),
      handlingOf: (severity) =>
        stoppedMs > untilMs - FRESH_MS && unit(seed, 1) < FRESH_UNSEEN_SHARE
          ? undefined
          : deps.handlingOf(seed, { regionCode: detector.regionCode, severity, endings: LEAK_ENDINGS }),
    })
  })
}

/** Merges leaks close to each other on one channel. */
function together(leaks: readonly Leak[]): Leak[] {
  const all: Leak[] = []
  const lastOf = new Map<string, number>()
  for (const leak of leaks) {
    const key = `${leak.device} ${leak.metricCode}`
    const index = lastOf.get(key) ?? -1
    const last = all[index]
    if (last && leak.fromMs - last.untilMs < APART_MS)
      all[index] = { ...last, untilMs: Math.max(last.untilMs, leak.untilMs) }
    else lastOf.set(key, all.push(leak) - 1)
  }
  return all
}

/** An air monitor's signal is evaluated once a minute, its sampling rate. */
function dustAlarms(deps: EpisodeDeps): PastAlarm[] {
  const { network, dustMs } = deps.history
  return network.devices
    .filter((device) => device.status === 'online' && dustOverlay(device, 'pm10', dustMs) !== undefined)
    .flatMap((monitor) =>
      judged(deps, monitor, {
        metricCode: 'pm10',
        fromMs: dustMs,
        toMs: dustMs + DUST_DURATION_MS,
        handlingOf: (severity) =>
          deps.handlingOf(hash(monitor.index, 0xd5), {
            regionCode: monitor.regionCode,
            severity,
            endings: { weather: 0.9, real: 0.1 },
          }),
      }),
    )
}

interface Stretch {
  readonly metricCode: string
  readonly fromMs: number
  /** Judged at least until then, and until everything has cleared. */
  readonly toMs: number
  readonly handlingOf: (severity: Severity) => Handling | undefined
}

/** Judges one channel of a detector over a period, by every rule that watches it. */
function judged(
  { history, directory, rules, book }: EpisodeDeps,
  detector: DemoDevice,
  { metricCode, fromMs, toMs, handlingOf }: Stretch,
): PastAlarm[] {
  const { signals, untilMs, fullRateFromMs } = history
  const index = detector.channels.findIndex((channel) => channel.metricCode === metricCode)
  const signal = signals.signalsOf(detector)[index]
  const template = detector.channels[index]
  if (!signal || !template) return []
  const device = directory.devices.find(({ clientId }) => clientId === detector.clientId)
  if (!device) return []
  const dayGmt8 = calendarDayGmt8(fromMs)
  // At instants with stored samples, so that the triggering sample can be found.
  const periodS = fromMs < fullRateFromMs ? pastPeriodS(template.periodS) : template.periodS
  const stepMs = periodS * SECOND_MS
  const startMs = Math.floor((fromMs - WARM_UP_MS) / stepMs) * stepMs
  /** Shared by all rules. */
  const values: number[] = []
  return rules.flatMap((rule) => {
    const scoped = channelsInScope({ devices: [device] }, rule.body.scope).find(
      ({ channel }) => channel.metricCode === metricCode,
    )
    if (!scoped) return []
    const comparisons = channelComparisons(rule.body, scoped.channel, book, dayGmt8)
    if (comparisons.length === 0) return []
    const evaluator = createChannelEvaluator({
      comparisons,
      periodS,
      agg: scoped.channel.agg,
      autoClear: rule.body.autoClear,
      range: { lo: scoped.channel.rangeLo, hi: scoped.channel.rangeHi },
    })
    const steps: AlarmStep[] = []
    const isGoingOn = (tsMs: number) => tsMs <= toMs || (!evaluator.isIdle() && tsMs <= untilMs)
    for (let tsMs = startMs; isGoingOn(tsMs); tsMs += stepMs) {
      const value = (values[(tsMs - startMs) / stepMs] ??= signal.at(tsMs))
      steps.push(...evaluator.take(tsMs, value, qualityOf(template, value)))
    }
    const changes = steps.filter((step) => step.kind !== 'peak')
    if (changes.length === 0) return []
    const handling = handlingOf(changes.map(({ severity }) => severity).reduce(graver))
    return pastAlarmOf({
      rule,
      ...scoped,
      steps,
      nowMs: untilMs,
      handling,
      isEscalated: true,
    })
  })
}
