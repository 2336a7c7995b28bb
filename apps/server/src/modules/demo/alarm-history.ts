import { chlorineDetectors, CHLORINE_DURATION_MS } from '@natim/demo/incident'
import { hash } from '@natim/demo/hash'
import { createChannelEvaluator } from '@natim/domain/alarm/evaluator'
import type { MetricAgg } from '@natim/domain/metrics'
import { calendarDayGmt8, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { type Handling, insertPastAlarms, type PastAlarm, pastAlarmOf, pastOffline } from '../alarm/index.ts'
import { channelComparisons, channelsInScope, findRulesInForce } from '../alarm-rule/index.ts'
import { loadLimitBook } from '../limit/index.ts'
import { type Directory, loadDirectory } from '../live/index.ts'
import type { History } from './history.ts'
import { statusEntries } from './journal.ts'
import { qualityOf } from './quality-of.ts'

/** Judged from so long before the release: the longest window is 8 h, most are one. */
const WARM_UP_MS = HOUR_MS
/** Every so many offline devices somebody looked at. */
const HANDLED_EVERY = 7

/**
 * Alarms of the month before the network was loaded, of what its history really tells: devices that fell off the line, and the
 * chlorine of two days ago, judged by the rules in force as live samples are.
 *
 * @returns how many were written
 */
export async function loadAlarmHistory(db: Db, history: History): Promise<number> {
  const directory = await loadDirectory(db)
  const alarms = [...(await offlineAlarms(db, history, directory)), ...(await chlorineAlarms(db, history, directory))]
  return insertPastAlarms(db, alarms)
}

async function offlineAlarms(db: Db, history: History, { deviceByNo }: Directory): Promise<PastAlarm[]> {
  const rule = (await findRulesInForce(db)).find(({ body }) =>
    body.branches.some((branch) => branch.type === 'status' && branch.statuses.includes('offline')),
  )
  if (!rule) return []
  const fallen = new Map<number, number>()
  return statusEntries(history).flatMap(({ deviceNo, tsMs, to }) => {
    const fellMs = fallen.get(deviceNo)
    if (to === 'offline') fallen.set(deviceNo, tsMs)
    const device = deviceByNo.get(deviceNo)
    if (to !== 'online' || fellMs === undefined || device === undefined) return []
    fallen.delete(deviceNo)
    const isHandled = hash(deviceNo, Math.floor(fellMs / MINUTE_MS), 0xa7) % HANDLED_EVERY === 0
    const handling: Handling | undefined = isHandled
      ? { name: '值班员', afterMs: 4 * MINUTE_MS, note: '已联系站点核实供电与网络', closeCode: 'device' }
      : undefined
    return pastOffline({ rule, device, fellMs, backMs: tsMs, nowMs: history.untilMs, handling })
  })
}

/** What the four detectors in the park saw, each by every rule that watches it. */
async function chlorineAlarms(db: Db, history: History, directory: Directory): Promise<PastAlarm[]> {
  const [rules, book] = await Promise.all([findRulesInForce(db), loadLimitBook(db)])
  const { releaseMs, network, signals, untilMs } = history
  const detectors = chlorineDetectors(network.devices)
  const dayGmt8 = calendarDayGmt8(releaseMs)
  return detectors.flatMap((detector) => {
    const index = detector.channels.findIndex(({ metricCode }) => metricCode === 'cl2')
    const signal = signals.signalsOf(detector)[index]
    const template = detector.channels[index]
    if (!signal || !template) return []
    return rules.flatMap((rule) => {
      const scoped = channelsInScope(directory, rule.body.scope).find(
        ({ device, channel }) => device.clientId === detector.clientId && channel.metricCode === 'cl2',
      )
      if (!scoped) return []
      const { channel } = scoped
      const comparisons = channelComparisons(rule.body, channel, book, dayGmt8)
      if (comparisons.length === 0) return []
      const evaluator = createChannelEvaluator({
        comparisons,
        periodS: channel.periodS,
        agg: channel.agg as MetricAgg,
        autoClear: rule.body.autoClear,
        range: { lo: channel.rangeLo, hi: channel.rangeHi },
      })
      const steps = []
      const toMs = Math.min(untilMs, releaseMs + CHLORINE_DURATION_MS + 8 * HOUR_MS)
      for (let tsMs = releaseMs - WARM_UP_MS; tsMs <= toMs; tsMs += channel.periodS * SECOND_MS) {
        const value = signal.at(tsMs)
        steps.push(...evaluator.take(tsMs, value, qualityOf(template, value)))
      }
      return pastAlarmOf({ rule, ...scoped, steps, nowMs: untilMs, handling: CHLORINE_HANDLING })
    })
  })
}

const CHLORINE_HANDLING: Handling = {
  name: '值班长',
  afterMs: 3 * MINUTE_MS,
  note: '园区值班室确认 3# 储罐阀门泄漏，已启动应急预案并通知下风向避险',
  closeCode: 'real',
}
