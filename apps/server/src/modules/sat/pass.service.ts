import type { SatPass, SatTaskForm } from '@natim/contract/mon/sat'
import { SENSOR_TYPES } from '@natim/contract/mon/satellite.resource'
import { AREA_FAULTS, type AreaCheck, checkSatArea } from '@natim/domain/sat-area'
import { MAX_PASS_RANGE_MS, MAX_WINDOW_MS, MIN_WINDOW_MS } from '@natim/domain/sat-task'
import { TLE_STALE_DAYS, tleAgeDays } from '@natim/domain/sat-tle'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { FoundPass, PassAnswer, PassOrder } from './passes/pass-order.ts'
import { runPasses } from './passes/run-passes.ts'
import { findUsableSatellites, type UsableSatellite } from './satellite.repository.ts'

export type PassSpec = Pick<
  SatTaskForm,
  'area' | 'sensorType' | 'satelliteIds' | 'resMaxM' | 'offNadirMax' | 'from' | 'to'
>
/** Computes passes; other tests supply a faster one. */
export type ComputePasses = (order: PassOrder, signal?: AbortSignal) => Promise<PassAnswer>

/** How far beyond a window the first usable pass is searched. */
const NEAREST_RANGE_MS = 7 * DAY_MS

/** @throws AppError sat.area */
export function assertArea(area: PassSpec['area']): AreaCheck {
  const check = checkSatArea(area)
  if (check.fault !== null) throw new AppError('sat.area', { data: { reason: AREA_FAULTS[check.fault] } })
  return check
}

/** @throws AppError sat.window */
export function assertWindow(from: number, to: number, nowMs: number): void {
  const refuse = (reason: string) => new AppError('sat.window', { data: { reason } })
  if (to - from < MIN_WINDOW_MS) throw refuse('窗口至少 1 小时，结束须晚于开始')
  if (to - from > MAX_WINDOW_MS) throw refuse('窗口不能超过 31 天')
  if (to <= nowMs) throw refuse('窗口已经结束')
}

export interface ComputedPasses {
  readonly passes: readonly FoundPass[]
  readonly satellites: readonly UsableSatellite[]
  readonly tookMs: number
}

/** Future passes of a window. @throws AppError sat.area, sat.window, sat.no_satellite, sat.passes_slow */
export async function computePasses(
  { db, now, compute = runPasses }: { db: Db; now: () => number; compute?: ComputePasses | undefined },
  spec: PassSpec,
  signal?: AbortSignal,
): Promise<ComputedPasses & { readonly order: PassOrder }> {
  assertArea(spec.area)
  assertWindow(spec.from, spec.to, now())
  const satellites = await findUsableSatellites(db, spec.sensorType, spec.satelliteIds)
  if (satellites.length === 0)
    throw new AppError('sat.no_satellite', { data: { sensor: SENSOR_TYPES[spec.sensorType] } })
  const fromMs = Math.max(spec.from, now())
  const { sensorType, offNadirMax, resMaxM } = spec
  const order: PassOrder = {
    area: spec.area,
    limits: { sensorType, offNadirMax, resMaxM },
    fromMs,
    toMs: Math.min(spec.to, fromMs + MAX_PASS_RANGE_MS),
    satellites: satellites.map(({ id, tle1, tle2, tleEpoch, swathKm, resM, offNadirMax: most }) => ({
      id,
      tle1,
      tle2,
      epochMs: tleEpoch.getTime(),
      swathKm,
      resM,
      offNadirMax: most,
    })),
  }
  const { passes, tookMs } = await compute(order, signal)
  return { passes, satellites, tookMs, order }
}

/** Passes for the page, with the nearest usable one outside the window if there is none inside. */
export async function answerPasses(
  deps: { db: Db; now: () => number; compute?: ComputePasses | undefined },
  spec: PassSpec,
  signal?: AbortSignal,
) {
  const { passes, satellites, tookMs, order } = await computePasses(deps, spec, signal)
  const byId = new Map(satellites.map((one) => [one.id, one]))
  const usable = passes.some(({ fault }) => fault === null)
  const nearestMs = usable ? null : await findNearest(deps.compute ?? runPasses, order, signal)
  const stale = satellites
    .map(({ code, tleEpoch }) => ({ satCode: code, days: tleAgeDays(tleEpoch.getTime(), deps.now()) }))
    .filter(({ days }) => days > TLE_STALE_DAYS)
  return {
    passes: passes.map((pass) => viewOf(pass, byId)),
    satellites: satellites.length,
    tookMs,
    nearestMs,
    stale,
  }
}

function viewOf(pass: FoundPass, satellites: ReadonlyMap<string, UsableSatellite>): SatPass {
  const satellite = satellites.get(pass.satelliteId)
  return {
    ...pass,
    satCode: satellite?.code ?? '',
    satName: satellite?.name ?? '',
    swathKm: satellite?.swathKm ?? 0,
    footprint: pass.footprint.map(([x, y]) => [x, y]),
    track: pass.track.map(([x, y, t]) => [x, y, t]),
  }
}

async function findNearest(compute: ComputePasses, order: PassOrder, signal?: AbortSignal): Promise<number | null> {
  const after = { ...order, fromMs: order.toMs, toMs: order.toMs + NEAREST_RANGE_MS }
  const { passes } = await compute(after, signal)
  return passes.find(({ fault }) => fault === null)?.startMs ?? null
}
