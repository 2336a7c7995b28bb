import type { NbcDose, NbcRad, NbcRainCheck } from '@natim/contract/mon/nbc'
import { type Baseline, lineAt, weekHour } from '@natim/domain/alarm/baseline'
import { type DeviationBranch, judgedParts } from '@natim/domain/alarm/rule'
import { distanceKm } from '@natim/domain/distance'
import { type DosePoint, integrateDose } from '@natim/domain/nbc/dose'
import { isProbablyRain, rainConditions } from '@natim/domain/nbc/rain'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { isInScope } from '../../platform/scope.ts'
import { findRainBetween, gaugeOf, hasArtificialNuclide } from '../alarm/index.ts'
import { channelsInScope, findRulesInForce } from '../alarm-rule/index.ts'
import type { DeviceEntry, Directory } from '../live/index.ts'
import { type AlarmOfDevice, findAlarmsOf, findBaselinesOf, findMeans, findOils, type Span } from './data.repository.ts'
import { type NbcDeviceEntry, nbcDeviceOf } from './nbc-device.ts'
import { type OfDevice, type ReadingDeps, seriesOf, spanOf, toNbcAlarm } from './reading.ts'
import { channelOf } from './wind.ts'

const DOSE = 'dose_rate'
const ABSORBED = 'abs_dose_rate'
const NEIGHBOURS_KM = 50
const MAX_NEIGHBOURS = 4
const STEPS_MS = { '1m': MINUTE_MS, '1h': HOUR_MS } as const

/** 核: dose rates with baselines, rain, and the levels of rules and OILs. */
export function createRadReading(deps: ReadingDeps) {
  const { db, network } = deps

  return {
    async rad(user: SessionUser, query: OfDevice): Promise<NbcRad> {
      const span = spanOf(query)
      const directory = await network.fresh()
      const device = nbcDeviceOf(directory, user, query.deviceId, 'rad')
      const doseNo = channelOf(device, DOSE)
      const gauge = gaugeIn(directory, device, user)
      const [series, baselines, rules, oils, alarms] = await Promise.all([
        seriesOf(deps, user, [doseNo, gauge?.channelNo], span),
        findBaselinesOf(db, doseNo === undefined ? [] : [doseNo]),
        findRulesInForce(db),
        findOils(db, DOSE),
        findAlarmsOf(db, device.id, span),
      ])
      const baseline = doseNo === undefined ? undefined : baselines.get(doseNo)
      const current = newest(deps, doseNo)
      return {
        dose: series.get(doseNo ?? 0) ?? null,
        current,
        absorbed: newest(deps, channelOf(device, ABSORBED)),
        rain: series.get(gauge?.channelNo ?? 0) ?? null,
        rainFrom: gauge?.name ?? null,
        baseline: baseline ? baselineSteps(baseline, span) : [],
        lines: baseline ? linesOf(baseline, deviationsFor(rules, directory, doseNo), span) : [],
        oils: oils.map(({ level, value, severity, note }) => ({
          level,
          value,
          severity,
          note: note ?? '',
        })),
        alarms: alarms.map(toNbcAlarm),
        rainCheck: await rainCheck(deps, user, { directory, device, baseline, alarms, current }),
      }
    },

    /** Computed from minutes where available, else from hours, but never from chart data. */
    async dose(user: SessionUser, query: OfDevice): Promise<NbcDose> {
      const span = spanOf(query)
      const device = nbcDeviceOf(await network.fresh(), user, query.deviceId, 'rad')
      const channelNo = channelOf(device, DOSE)
      const channel = channelNo === undefined ? [] : [{ deviceNo: device.deviceNo, channelNo }]
      const [minutes, hours, baselines] = await Promise.all([
        findMeans(db, '1m', channel, span),
        findMeans(db, '1h', channel, { ...span, toMs: span.toMs + HOUR_MS }),
        findBaselinesOf(db, channelNo === undefined ? [] : [channelNo]),
      ])
      const baseline = baselines.get(channelNo ?? 0)
      // A running hour has minutes only, a past month hours only.
      const level = hours.length * HOUR_MS > minutes.length * MINUTE_MS + HOUR_MS ? '1h' : '1m'
      const points: DosePoint[] = (level === '1h' ? hours : minutes).map(({ tMs, avg }) => ({ tMs, rate: avg }))
      const usualAt = (tMs: number) => baseline?.medians[weekHour(tMs - 1)]
      const stepMs = STEPS_MS[level]
      const { gaps, ...dose } = integrateDose(points, { ...span, stepMs }, usualAt)
      return { ...dose, gaps: [...gaps], stepMs }
    },
  }
}

const newest = ({ network }: ReadingDeps, channelNo: number | undefined) => {
  const latest = channelNo === undefined ? undefined : network.state.latestOf(channelNo)
  return latest ? { tsMs: latest.ts, v: latest.v } : null
}

function gaugeIn({ deviceByNo }: Directory, device: NbcDeviceEntry, { scope }: SessionUser) {
  const gauge = gaugeOf(device, deviceByNo)
  const owner = gauge && deviceByNo.get(gauge.deviceNo)
  return gauge && owner && isInScope(scope, owner) ? { ...gauge, name: owner.name } : undefined
}

/** Branches of rules in force that compare a channel with its baseline. */
function deviationsFor(
  rules: Awaited<ReturnType<typeof findRulesInForce>>,
  directory: Directory,
  channelNo: number | undefined,
): DeviationBranch[] {
  return rules.flatMap(({ body }) => {
    const branches = judgedParts(body.branches).filter(
      (branch): branch is DeviationBranch => branch.type === 'deviation' && 'severity' in branch && branch.op === '>',
    )
    if (branches.length === 0) return []
    return channelsInScope(directory, body.scope).some(({ channel }) => channel.channelNo === channelNo) ? branches : []
  })
}

/** The values in force in each hour of the span; equal neighbours are merged. */
function stepsOver<T extends Readonly<Record<string, unknown>>>(
  { fromMs, toMs }: Span,
  at: (tMs: number) => T,
): (Span & T)[] {
  const steps: (Span & T)[] = []
  for (let begin = fromMs; begin < toMs; ) {
    const end = Math.min(toMs, (Math.floor(begin / HOUR_MS) + 1) * HOUR_MS)
    const held = at(begin)
    const last = steps.at(-1)
    if (last && Object.entries(held).every(([key, value]) => last[key] === value))
      steps[steps.length - 1] = { ...last, toMs: end }
    else steps.push({ fromMs: begin, toMs: end, ...held })
    begin = end
  }
  return steps
}

const baselineSteps = ({ medians, sigmas }: Baseline, span: Span): NbcRad['baseline'] =>
  stepsOver(span, (tMs) => ({ median: medians[weekHour(tMs)] ?? 0, sigma: sigmas[weekHour(tMs)] ?? 0 }))

function linesOf(baseline: Baseline, branches: readonly DeviationBranch[], span: Span): NbcRad['lines'] {
  return branches.map(({ severity, sigmas, atLeast = 0, times = 0 }) => ({
    name: times > 0 ? `×${times}` : severity === 5 ? '关注' : `${sigmas} σ`,
    severity,
    steps: stepsOver(span, (tMs) => ({ value: lineAt({ baseline, sigmas, atLeast, times }, tMs) })),
  }))
}

interface RainScene {
  readonly directory: Directory
  readonly device: NbcDeviceEntry
  readonly baseline: Baseline | undefined
  readonly alarms: readonly AlarmOfDevice[]
  readonly current: { readonly tsMs: number; readonly v: number } | null
}

/** Rain check at the newest dose rate alarm, or now without one. Uses the conditions of the engine (domain §5.5). */
async function rainCheck(
  deps: ReadingDeps,
  user: SessionUser,
  { directory, device, baseline, alarms, current }: RainScene,
): Promise<NbcRainCheck | null> {
  const alarm = alarms.find(({ metricCode, drill }) => metricCode === DOSE && !drill)
  const atMs = alarm?.triggerTs.getTime() ?? current?.tsMs
  if (atMs === undefined) return null
  const { db } = deps
  const gauge = gaugeIn(directory, device, user)
  const [rainMm, earlierMm, isArtificial, neighbours] = await Promise.all([
    gauge ? findRainBetween(db, gauge, atMs - HOUR_MS, atMs) : null,
    gauge ? findRainBetween(db, gauge, atMs - 2 * HOUR_MS, atMs - HOUR_MS) : null,
    hasArtificialNuclide(db, device.deviceNo, atMs - HOUR_MS),
    neighbourRises(deps, user, { directory, device }, atMs),
  ])
  const facts = {
    rainMm,
    earlierMm,
    figure: alarm ? alarm.value : (current?.v ?? null),
    usual: baseline?.medians[weekHour(atMs)] ?? null,
    isArtificial,
  }
  const conditions = rainConditions(facts)
  const { isArtificial: _told, ...figures } = facts
  return { atMs, ...figures, conditions, isRain: isProbablyRain(conditions), neighbours }
}

/** How far other monitors nearby were above their baselines in the same ten minutes. */
async function neighbourRises(
  { db }: ReadingDeps,
  { scope }: SessionUser,
  { directory, device }: Pick<RainScene, 'directory' | 'device'>,
  atMs: number,
): Promise<NbcRainCheck['neighbours']> {
  const near = nearest(directory.devices, device, NEIGHBOURS_KM)
    .filter((other) => other.kind === 'rad' && isInScope(scope, other))
    .slice(0, MAX_NEIGHBOURS)
    .flatMap((other) => {
      const channelNo = channelOf(other, DOSE)
      return channelNo === undefined ? [] : [{ name: other.name, deviceNo: other.deviceNo, channelNo }]
    })
  const span = { fromMs: atMs - 10 * MINUTE_MS, toMs: atMs + MINUTE_MS }
  const [means, baselines] = await Promise.all([
    findMeans(db, '1m', near, span),
    findBaselinesOf(
      db,
      near.map(({ channelNo }) => channelNo),
    ),
  ])
  return near.flatMap(({ name, channelNo }) => {
    const usual = baselines.get(channelNo)?.medians[weekHour(atMs)]
    const values = means.filter((mean) => mean.channelNo === channelNo).flatMap(({ avg }) => avg ?? [])
    if (usual === undefined || usual <= 0 || values.length === 0) return []
    return [{ name, times: Math.max(...values) / usual }]
  })
}

/** Others within a distance, nearest first. */
export function nearest(
  devices: readonly DeviceEntry[],
  { id, lng, lat }: DeviceEntry,
  withinKm: number,
): (DeviceEntry & { readonly distanceKm: number })[] {
  if (lng === null || lat === null) return []
  return devices
    .flatMap((other) => {
      if (other.id === id || other.isRetired || other.lng === null || other.lat === null) return []
      const away = distanceKm({ lng, lat }, { lng: other.lng, lat: other.lat })
      return away <= withinKm ? [{ ...other, distanceKm: away }] : []
    })
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
}
