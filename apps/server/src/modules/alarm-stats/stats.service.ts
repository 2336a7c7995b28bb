import type { AlarmFlood, AlarmStats, RuleStats, StatsFigures, StatsQuery } from '@natim/contract/mon/alarm-stats'
import { type Flood, findFloods, floodCurve } from '@natim/domain/alarm/flood'
import { DEFAULT_ESCALATION, type RuleBody } from '@natim/domain/alarm/rule'
import { falseShareOf, hintText, type TuningHint, tuningHint } from '@natim/domain/alarm/tuning'
import { weekHeat } from '@natim/domain/alarm/week-heat'
import { regionName } from '@natim/domain/regions'
import { bucketEnd, DAY_MS, HOUR_MS, SECOND_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findRulesInForce } from '../alarm-rule/index.ts'
import {
  countMessages,
  countShorter,
  type FigureRow,
  type FloodRow,
  findDeviceShares,
  findFigures,
  findFloodParts,
  findRaised,
  findRuleNames,
  findTopDay,
  type GroupedRow,
  type StatsSpan,
} from './stats.repository.ts'

const SHOWN_FLOODS = 5
const CURVE_HOURS: Readonly<Record<StatsQuery['days'], number>> = { 7: 1, 30: 2, 90: 6 }
const SEVERITIES = [1, 2, 3, 4, 5] as const

const NOTHING: FigureRow = {
  alarms: 0,
  ackMs: null,
  ackP95Ms: null,
  graveAckMs: null,
  resolveMs: null,
  resolveP95Ms: null,
  judged: 0,
  falses: 0,
  weather: 0,
  device: 0,
  falseLastedS: null,
  escalated: 0,
  severityMin: 5,
}

const figuresOf = (row: FigureRow): StatsFigures => ({
  alarms: row.alarms,
  ackMs: row.ackMs,
  ackP95Ms: row.ackP95Ms,
  resolveMs: row.resolveMs,
  resolveP95Ms: row.resolveP95Ms,
  judged: row.judged,
  falses: row.falses,
  falseShare: falseShareOf(row.falses, row.judged),
  escalated: row.escalated,
})

/** Statistics of the alarms in a span that the caller may see (domain §10.5). */
export async function loadAlarmStats(
  db: Db,
  scope: DataScope,
  { days, region }: StatsQuery,
  nowMs: number,
): Promise<AlarmStats> {
  const toMs = bucketEnd(nowMs, HOUR_MS)
  const span: StatsSpan = { scope, region, fromMs: toMs - days * DAY_MS, toMs }
  const [rows, former, raised, messages] = await Promise.all([
    findFigures(db, span),
    findFigures(db, { ...span, fromMs: span.fromMs - days * DAY_MS, toMs: span.fromMs }),
    findRaised(db, span),
    countMessages(db, span),
  ])
  const all = rows.find(({ kind }) => kind === 'all') ?? NOTHING
  const [rules, heat, floods] = await Promise.all([
    loadRules(db, span, rows),
    loadHeat(db, span, rows),
    loadFloods(db, span, raised),
  ])
  const stepMs = CURVE_HOURS[days] * HOUR_MS
  return {
    fromMs: span.fromMs,
    toMs,
    total: { ...figuresOf(all), graveAckMs: all.graveAckMs, messages },
    before: figuresOf(former.find(({ kind }) => kind === 'all') ?? NOTHING),
    trend: Array.from({ length: days }, (_, day) => dayOf(rows, day, span.fromMs)),
    rules,
    heat,
    floods: { ...floods, stepMs, curve: floodCurve(raised, span.fromMs, toMs, (days * DAY_MS) / stepMs) },
    endings: rows
      .filter(({ kind }) => kind === 'endings')
      .map(({ ending, alarms }) => ({ closeCode: ending || null, n: alarms }))
      .toSorted((a, b) => b.n - a.n),
    severities: SEVERITIES.map((severity) => {
      const row = rows.find((entry) => entry.kind === 'severities' && entry.severity === severity)
      const firstS = DEFAULT_ESCALATION[severity][0]?.afterS
      const targetMs = firstS === undefined ? null : firstS * SECOND_MS
      return { severity, alarms: row?.alarms ?? 0, ackMs: row?.ackMs ?? null, targetMs }
    }),
  }
}

function dayOf(rows: readonly GroupedRow[], day: number, fromMs: number): AlarmStats['trend'][number] {
  const row = rows.find((entry) => entry.kind === 'days' && entry.day === day) ?? NOTHING
  const { alarms, ackMs, resolveMs, escalated } = row
  const falseShare = falseShareOf(row.falses, row.judged, 1)
  return { fromMs: fromMs + day * DAY_MS, alarms, ackMs, resolveMs, falseShare, escalated }
}

async function loadRules(db: Db, span: StatsSpan, rows: readonly GroupedRow[]): Promise<RuleStats[]> {
  const own = rows.filter(({ kind }) => kind === 'rules')
  const ids = own.flatMap(({ ruleId }) => ruleId ?? [])
  const [names, shares, inForce] = await Promise.all([
    findRuleNames(db, ids),
    findDeviceShares(db, span),
    findRulesInForce(db),
  ])
  const bodies = new Map<string, RuleBody>(inForce.map(({ id, body }) => [id, body]))
  const hinted = own.map((row) => {
    const ruleId = row.ruleId ?? ''
    const share = shares.get(ruleId)
    const figures = { ...row, devices: share?.devices ?? 0, topDevices: share?.top ?? 0 }
    return { row, ruleId, hint: tuningHint(figures, bodies.get(ruleId)?.branches ?? []) }
  })
  const shorter = await countShorter(
    db,
    span,
    hinted.flatMap(({ ruleId, hint }) => (hint?.kind === 'hold' ? [{ ruleId, seconds: hint.toS - hint.fromS }] : [])),
  )
  return hinted
    .map(({ row, ruleId, hint }) => ({
      ...figuresOf(row),
      ruleId,
      code: names.get(ruleId)?.code ?? '',
      name: names.get(ruleId)?.name ?? '',
      severity: row.severityMin,
      hint: hint ? hintOf(hint, shorter.get(ruleId)) : null,
    }))
    .toSorted((a, b) => (b.falseShare ?? -1) - (a.falseShare ?? -1) || b.alarms - a.alarms)
}

function hintOf(hint: TuningHint, shorter: { readonly n: number; readonly real: number } | undefined) {
  const text = hintText(hint)
  if (hint.kind !== 'hold') return { text, fewer: null, fewerReal: null, forS: null }
  return { text, fewer: shorter?.n ?? 0, fewerReal: shorter?.real ?? 0, forS: hint.toS }
}

async function loadHeat(db: Db, span: StatsSpan, rows: readonly GroupedRow[]): Promise<AlarmStats['heat']> {
  const hours = rows
    .filter(({ kind }) => kind === 'hours')
    .map(({ weekHour, alarms, ackMs }) => ({
      weekday: Math.floor((weekHour ?? 0) / 24) + 1,
      hour: (weekHour ?? 0) % 24,
      n: alarms,
      ackMs,
    }))
  const { perHour, worst } = weekHeat(hours, span.fromMs, span.toMs)
  const topDay = worst && (await findTopDay(db, span, worst.weekday, worst.hour))
  const total = hours.reduce((sum, { n }) => sum + n, 0)
  const night = hours.filter(({ hour }) => hour < 8)
  const morning = hours.filter(({ weekday, hour }) => weekday <= 5 && hour >= 8 && hour < 12)
  const shareOf = (part: typeof hours) => (total === 0 ? null : part.reduce((sum, { n }) => sum + n, 0) / total)
  return {
    perHour: perHour.map((day) => [...day]),
    worst: worst && {
      weekday: worst.weekday,
      hour: worst.hour,
      n: worst.n,
      perHour: worst.perHour,
      topDay: topDay?.day ?? '',
      topDayN: topDay?.n ?? 0,
    },
    morningShare: shareOf(morning),
    nightShare: shareOf(night),
  }
}

async function loadFloods(db: Db, span: StatsSpan, raised: readonly number[]) {
  const floods = findFloods(raised)
  const shown = floods.slice(-SHOWN_FLOODS).toReversed()
  const parts = await findFloodParts(db, span, shown)
  return {
    count: floods.length,
    list: shown.map((flood, index) =>
      floodOf(
        flood,
        parts.filter((part) => part.flood === index + 1),
      ),
    ),
  }
}

const PROVINCES = 3

function floodOf(flood: Flood, parts: readonly FloodRow[]): AlarmFlood {
  const all = parts.find(({ ruleName, province }) => ruleName === null && province === null)
  const rule = parts.find(({ ruleName }) => ruleName !== null)
  const provinces = parts.filter(({ province }) => province !== null && province !== '')
  return {
    ...flood,
    ruleName: rule?.ruleName ?? '',
    ruleShare: (rule?.alarms ?? 0) / flood.alarms,
    regions: provinces.slice(0, PROVINCES).map(({ province }) => regionName((province ?? '').padEnd(6, '0'))),
    devices: all?.devices ?? 0,
    officers: all?.officers ?? 0,
    ackMs: all?.ackMs ?? null,
    escalated: all?.escalated ?? 0,
  }
}
