import type { Page } from '@natim/contract/envelope'
import {
  type AlarmCounts,
  type AlarmDetail,
  type AlarmRow,
  BY_URGENCY_COLUMN,
  type SimilarAlarms,
} from '@natim/contract/mon/alarm'
import { falseShareOf } from '@natim/domain/alarm/tuning'
import { isPersonMetric } from '@natim/domain/subject'
import { bucketEnd, DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toPage } from '../../platform/wire.ts'
import { toAlarmRow, toLogRow, toSealed, toSimilar } from './alarm.mapper.ts'
import {
  ALARM_FIELDS,
  ALARM_LIST,
  type AlarmFilter,
  type AlarmView,
  alarmConditions,
  BY_URGENCY,
  findAlarms,
  findAlarmsById,
  findLog,
  findSimilar,
  findTimers,
  type ShownAlarm,
  viewCondition,
} from './alarm.repository.ts'
import { loadChart } from './alarm-chart.ts'
import { findRuleTexts, findStationPopulation } from './alarm-context.repository.ts'
import { findCounts, findPace } from './alarm-figures.repository.ts'
import { isChainWhole } from './alarm-log.ts'

export interface AlarmListQuery extends AlarmFilter {
  readonly view: AlarmView
  readonly column?: string | undefined
  readonly [key: string]: unknown
}

/** Same default period as 报警统计. */
const PACE_DAYS = 30

export type AlarmService = ReturnType<typeof createAlarmService>

/** Alarms as shown to users, restricted to their scope. */
export function createAlarmService({ db, now }: { readonly db: Db; readonly now: () => number }) {
  async function get(user: SessionUser, id: string): Promise<ShownAlarm> {
    const [alarm] = await findAlarmsById(db, user.scope, [id])
    if (alarm === undefined) throw new AppError('row.not_found')
    return alarm
  }

  return {
    async list(user: SessionUser, query: AlarmListQuery, ids?: readonly string[]): Promise<Page<AlarmRow>> {
      const { view, severity, keyword, region: _region, ...rest } = query
      const parsed = parseListRequest(
        { ...rest, pageNo: Number(query['pageNo'] ?? 1), pageSize: Number(query['pageSize'] ?? 10) },
        ALARM_FIELDS,
        ALARM_LIST,
      )
      const isByUrgency = !query.column || query.column === BY_URGENCY_COLUMN
      const isOfNow = view !== 'history' && view !== 'all'
      const request = isByUrgency && isOfNow ? { ...parsed, orderBy: BY_URGENCY } : parsed
      const conditions = [
        viewCondition(view, user.username, user.scope),
        ...alarmConditions({ ...query, severity, keyword, ids }),
      ]
      const { records, total } = await findAlarms(db, user.scope, conditions, request)
      return toPage(
        records.map((row) => toAlarmRow(row, now())),
        total,
        request,
      )
    },

    async counts(user: SessionUser): Promise<AlarmCounts> {
      const toMs = bucketEnd(now(), HOUR_MS)
      const [rows, drills, pace] = await Promise.all([
        findCounts(db, user.scope, user.username),
        findCounts(db, user.scope, user.username, true),
        findPace(db, user.scope, { fromMs: toMs - PACE_DAYS * DAY_MS, toMs }),
      ])
      const of = (key: 'open' | 'unacked', counted = rows) =>
        [1, 2, 3, 4, 5].map((severity) => counted.find((row) => row.severity === severity)?.[key] ?? 0)
      const sum = (key: 'shelved' | 'mine') => rows.reduce((total, row) => total + row[key], 0)
      return {
        regionPrefixes: [...user.scope.regionPrefixes],
        unacked: of('unacked'),
        open: of('open'),
        shelved: sum('shelved'),
        mine: sum('mine'),
        drills: { unacked: of('unacked', drills), open: drills.reduce((total, row) => total + row.open, 0) },
        ackMedianMs: pace?.ackMs ?? null,
        falseShare: falseShareOf(pace?.falses ?? 0, pace?.judged ?? 0),
        engineLagMs: pace?.lagMs ?? null,
      }
    },

    async detail(user: SessionUser, id: string): Promise<AlarmDetail> {
      const alarm = await get(user, id)
      const [log, timers, rule, population5km, chart] = await Promise.all([
        findLog(db, id),
        findTimers(db, id),
        findRuleTexts(db, alarm.ruleId),
        findStationPopulation(db, alarm.stationId),
        // The samples are those of a person.
        user.scope.hidesPersons && isPersonMetric(alarm.metricCode ?? '') ? null : loadChart(db, alarm, now()),
      ])
      const evidence = alarm.evidence
      return {
        alarm: toAlarmRow(alarm, now()),
        explanation: evidence.text ?? alarm.title,
        guide: rule?.guide ?? null,
        checklist: alarm.checklist.map(({ text, done = false, byName, atMs }) => ({
          text,
          done,
          byName: byName ?? null,
          atMs: atMs ?? null,
        })),
        log: log.map(toLogRow),
        isChainWhole: isChainWhole(alarm, log.map(toSealed)),
        escalation: timers.map(({ step, dueAt, toRole, roleName }) => ({
          step,
          dueMs: dueAt.getTime(),
          toRole: toRole ?? '',
          toRoleName: roleName ?? toRole ?? '',
        })),
        population5km,
        judged: {
          avgS: evidence.avgS ?? 0,
          forS: evidence.forS ?? 0,
          sinceMs: evidence.sinceMs ?? null,
          samples: evidence.samples ?? null,
          limitSet: evidence.limitSet ?? null,
        },
        chart,
      }
    },

    async similar(user: SessionUser, id: string): Promise<SimilarAlarms> {
      return (await findSimilar(db, user.scope, await get(user, id))).map(toSimilar)
    },

    get,
  }
}
