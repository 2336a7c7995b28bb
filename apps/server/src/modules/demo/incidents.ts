import type { IncidentType } from '@natim/domain/incident'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { insertPastIncident, type PastIncident } from '../incident/index.ts'
import type { History } from './history.ts'
import { findAlarmsWithin } from './incidents.repository.ts'

interface Scene {
  readonly title: string
  readonly type: IncidentType
  readonly metrics: readonly string[]
  readonly fromMs: number
  readonly toMs: number
  readonly said: PastIncident['said']
}

const MAX_ALARMS = 8
const RAIN_DAYS = 6

/** Incidents officers created from the scripted alarms: the chlorine of two days ago, and the radiation in the rain. */
export async function loadIncidents(db: Db, { network, releaseMs, untilMs }: History): Promise<void> {
  const officer = network.staff.find(({ post, regionPrefix }) => post === 'duty_leader' && regionPrefix === '*')
  if (officer === undefined) return
  const scenes: readonly Scene[] = [
    {
      title: '化工园区氯气泄漏',
      type: 'chem',
      metrics: ['cl2'],
      fromMs: releaseMs - MINUTE_MS,
      toMs: releaseMs + 3 * HOUR_MS,
      said: [
        ['action', '通知省级值班、园区值班室'],
        ['measure', '划定 1 km 警戒区，下风向人员就地避险'],
        ['note', '消防到场，确认阀门泄漏，已堵漏'],
      ],
    },
    {
      title: '强降雨期间剂量率升高',
      type: 'rad',
      metrics: ['dose_rate'],
      fromMs: untilMs - RAIN_DAYS * DAY_MS,
      toMs: untilMs - DAY_MS,
      said: [['note', '邻站随雨依次升高、雨停回落，判为降雨所致']],
    },
  ]
  for (const { title, type, metrics, fromMs, toMs, said } of scenes) {
    const alarms = await findAlarmsWithin(db, metrics, { fromMs, toMs }, MAX_ALARMS)
    const [gravest] = alarms
    if (gravest === undefined) continue
    await insertPastIncident(db, {
      title,
      type,
      level: gravest.severity <= 2 ? 2 : 3,
      status: alarms.some(({ active }) => active) ? 'monitoring' : 'closed',
      author: { username: officer.username, realname: officer.realname },
      alarmIds: alarms.map(({ id }) => id),
      said,
      // After everything in their logs.
      atMs: Math.min(untilMs, Math.max(...alarms.map(({ lastTs }) => lastTs.getTime())) + MINUTE_MS),
    })
  }
}
