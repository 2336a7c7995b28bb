import type { SatPass, SatTaskDetail, SatTaskForm } from '@natim/contract/mon/sat'
import type { SatArea } from '@natim/domain/sat-area'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { DrawnPass } from '../map/sat-layers.ts'
import { passKey } from '../sat-text.ts'

/** A task being edited; its area comes last. */
export interface SatDraft extends Omit<SatTaskForm, 'area' | 'choices'> {
  readonly area: SatArea | undefined
  /** Keys of the chosen passes, best first. */
  readonly choices: readonly string[]
}

const MINUTE_MS = 60_000

export const emptyDraft = (nowMs: number): SatDraft => ({
  title: '',
  purpose: 'air',
  priority: 3,
  incident: '',
  area: undefined,
  sensorType: 'optical',
  satelliteIds: [],
  resMaxM: null,
  offNadirMax: 45,
  cloudPctMax: 30,
  from: Math.ceil(nowMs / HOUR_MS) * HOUR_MS,
  to: Math.ceil(nowMs / HOUR_MS) * HOUR_MS + 2 * DAY_MS,
  revisit: { mode: 'once', n: 3, count: 3 },
  remark: '',
  choices: [],
})

/** Draft of a stored task. */
export const draftOf = (task: SatTaskDetail): SatDraft => ({
  title: task.title,
  purpose: task.purpose,
  priority: task.priority,
  incident: task.incident,
  area: task.area,
  sensorType: task.sensorType,
  satelliteIds: [...task.satelliteIds],
  resMaxM: task.resMaxM,
  offNadirMax: task.offNadirMax,
  cloudPctMax: task.cloudPctMax,
  from: task.fromMs,
  to: task.toMs,
  revisit: task.revisit.mode === 'once' ? { mode: 'once', n: 3, count: 3 } : task.revisit,
  remark: task.remark,
  choices: task.passes
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(passKey),
})

/** The same request with a new title, a future window and no choices. */
export function copyOf(task: SatTaskDetail, nowMs: number): SatDraft {
  const draft = draftOf(task)
  const lengthMs = draft.to - draft.from
  const from = Math.max(draft.from, Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS)
  return { ...draft, title: `${draft.title}（副本）`.slice(0, 80), from, to: from + lengthMs, choices: [] }
}

/** Passes with their assigned letters. */
export const drawn = (passes: readonly SatPass[], choices: readonly string[]): DrawnPass[] =>
  passes.map((pass) => ({ pass, rank: choices.indexOf(passKey(pass)) + 1 }))

export const ranked = (passes: readonly DrawnPass[]): DrawnPass[] =>
  passes.filter(({ rank }) => rank > 0).toSorted((a, b) => a.rank - b.rank)

/** The inputs that passes depend on: computed passes are invalid after a change. */
export const specKey = ({ area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to }: SatDraft): string =>
  JSON.stringify([area, sensorType, satelliteIds, resMaxM, offNadirMax, from, to])

type MutableArea = SatTaskForm['area']

/** Mutable copy with its own arrays, as the contract type requires. */
export const areaBody = (area: SatArea): MutableArea => structuredClone(area) as MutableArea

export const specOf = (draft: SatDraft & { readonly area: SatArea }) => ({
  area: areaBody(draft.area),
  sensorType: draft.sensorType,
  satelliteIds: [...draft.satelliteIds],
  resMaxM: draft.resMaxM,
  offNadirMax: draft.offNadirMax,
  from: draft.from,
  to: draft.to,
})
