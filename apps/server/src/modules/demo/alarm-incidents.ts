import { hash } from '@natim/demo/hash'
import type { ChangeStep } from '@natim/domain/alarm/step'
import type { Severity } from '@natim/domain/limits'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { type Handling, type PastAlarm, pastAlarmOf } from '../alarm/index.ts'
import { channelsInScope, type RuleInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry } from '../live/index.ts'
import type { EpisodeDeps } from './alarm-episodes.ts'
import type { History } from './history.ts'

const RAIN_DAYS_AGO = 5
const RAIN_TIME_MS = 3 * HOUR_MS + 20 * MINUTE_MS
const ZHEJIANG = '33'
const DRILL_DAYS_AGO = 3
const DRILL_TIME_MS = 9 * HOUR_MS + 30 * MINUTE_MS

type Scoped = ReturnType<typeof channelsInScope>[number]
type Step = Pick<ChangeStep, 'severity' | 'figure' | 'value' | 'branch'> & { readonly text: string }

/** Alarms of the scripted incidents of domain §11 other than the chlorine: radiation in the rain, and a drill. */
export const incidentAlarms = (deps: EpisodeDeps): PastAlarm[] => [...rainAlarms(deps), ...drillAlarms(deps)]

const startOfDay = (tMs: number) => Math.floor((tMs + 8 * HOUR_MS) / DAY_MS) * DAY_MS - 8 * HOUR_MS
const at = ({ untilMs }: History, daysAgo: number, timeMs: number) => startOfDay(untilMs) - daysAgo * DAY_MS + timeMs

/**
 * Heavy rain washes out radon: one monitor rises from 0.09 to 0.19 µSv/h, then three of its neighbours, and an officer
 * closes it as weather. The same night the counter of a fifth one fails and jumps to 12 µSv/h.
 */
function rainAlarms({ history, directory, rules, handlingOf }: EpisodeDeps): PastAlarm[] {
  const rule = rules.find(({ id }) => id === 'rule-radiation-levels')
  if (rule === undefined) return []
  const monitors = channelsInScope(directory, rule.body.scope).filter(({ device }) =>
    device.regionCode.startsWith(ZHEJIANG),
  )
  const deviation = rule.body.branches.findLastIndex(({ type }) => type === 'deviation')
  const oil = rule.body.branches.findIndex((branch) => branch.type === 'limit' && branch.severity === 3)
  const beginMs = at(history, RAIN_DAYS_AGO, RAIN_TIME_MS)
  const tell = (scoped: Scoped, tsMs: number, forMs: number, step: Step, handling: Handling | undefined) =>
    pastAlarmOf({
      rule,
      ...scoped,
      steps: spanOf(tsMs, forMs, step),
      nowMs: history.untilMs,
      handling,
      isEscalated: true,
    })
  const planned = (scoped: Scoped, severity: Severity) =>
    handlingOf(scoped.device.deviceNo, { regionCode: scoped.device.regionCode, severity, endings: { weather: 1 } })
  const wet = monitors.slice(0, 4).flatMap((scoped, rank) => {
    const handling = planned(scoped, 5)
    const step: Step = {
      severity: 5,
      branch: deviation,
      figure: 0.19 - 0.012 * rank,
      value: 0.14,
      text: '基线上方 6 σ',
    }
    return tell(
      scoped,
      beginMs + rank * 11 * MINUTE_MS,
      70 * MINUTE_MS,
      step,
      handling && { ...handling, ...RAIN_NOTE },
    )
  })
  const broken = monitors.slice(4, 5).flatMap((scoped) => {
    const handling = planned(scoped, 3)
    const step: Step = { severity: 3, branch: oil, figure: 12, value: 1, text: 'OIL3' }
    return tell(scoped, beginMs + 2 * HOUR_MS, 45 * MINUTE_MS, step, handling && { ...handling, ...BROKEN_NOTE })
  })
  return [...wet.map(inRain), ...broken]
}

const RAIN_NOTE = {
  note: '同期强降雨，邻站依次升高，雨停后回落',
  closeCode: 'weather',
  closesAfterMs: 40 * MINUTE_MS,
} as const
const BROKEN_NOTE = {
  note: '单台跳变，邻站无变化，读数僵死，计数管故障',
  closeCode: 'device',
  closesAfterMs: HOUR_MS,
} as const

const inRain = ({ row, ...alarm }: PastAlarm): PastAlarm => {
  const evidence = JSON.parse(row.evidence) as { readonly text: string }
  const text = `${evidence.text}近 1 h 降雨 14.2 mm，疑似降雨。`
  return { ...alarm, row: { ...row, evidence: JSON.stringify({ ...evidence, text }) } }
}

/** One limit crossed and left again. */
function spanOf(tsMs: number, forMs: number, { severity, branch, figure, value, text }: Step): ChangeStep[] {
  const comparison: ChangeStep['comparison'] = {
    branch,
    severity,
    figure: { kind: 'sample' },
    op: '>',
    value,
    clearOp: '<',
    clearValue: value * 0.9,
    forS: 600,
    clearForS: 1_800,
    n: 1,
    m: 1,
    text,
  }
  const step = { severity, branch, figure, value, comparison, n: 20, isLate: false }
  return [
    { ...step, kind: 'raise', tsMs, sinceMs: tsMs - 600 * SECOND_MS },
    { ...step, kind: 'clear', tsMs: tsMs + forMs, sinceMs: tsMs + forMs - 1_800 * SECOND_MS, figure: value * 0.7 },
  ]
}

/** A drill at two chemical agent detectors: handled like a real alarm, but excluded from statistics. */
function drillAlarms({ history, directory, handlingOf }: EpisodeDeps): PastAlarm[] {
  const detectors = directory.devices.filter(({ kind, isRetired }) => kind === 'chem' && !isRetired)
  return detectors.slice(0, 2).flatMap((device, rank) => {
    const channel = device.channels.find(({ metricCode }) => metricCode === 'chem_g')
    const severity = rank === 0 ? 2 : 3
    const planned = handlingOf(hash(device.deviceNo, 0xd1), {
      regionCode: device.regionCode,
      severity,
      endings: { test: 1 },
    })
    if (channel === undefined || planned === undefined) return []
    const tsMs = at(history, DRILL_DAYS_AGO, DRILL_TIME_MS) + rank * 4 * MINUTE_MS
    const step: Step = { severity, branch: 0, figure: 0.3 - 0.1 * rank, value: 0.1, text: '演练' }
    const handling = { ...planned, note: '联合演练，按预案处置', closesAfterMs: 5 * MINUTE_MS }
    const nowMs = history.untilMs
    return pastAlarmOf({
      rule: DRILL_RULE,
      device,
      channel,
      steps: spanOf(tsMs, 30 * MINUTE_MS, step),
      nowMs,
      handling,
    }).map((alarm) => asDrill(alarm, device))
  })
}

const DRILL_RULE: RuleInForce = {
  id: 'drill',
  code: '演练',
  name: '',
  version: 0,
  body: {
    place: 'public',
    scope: {},
    branches: [],
    corroborate: null,
    autoClear: true,
    latch: true,
    escalate: null,
  },
  guide: null,
  checklist: [],
}

const asDrill = ({ row, ...alarm }: PastAlarm, { name }: DeviceEntry): PastAlarm => ({
  ...alarm,
  row: {
    ...row,
    drill: true,
    drillUntil: row.clearedTs ?? null,
    limitText: '演练',
    title: '【演练】化学毒剂模拟报警',
    evidence: JSON.stringify({ text: `这是联合演练，不是真实报警：在${name}放样，检验报送流程。不外发，不计入统计。` }),
  },
})
