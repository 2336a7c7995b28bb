import type { SatTaskForm } from '@natim/contract/mon/sat'
import { type DemoSatTask, planSatellites, planSatTasks } from '@natim/demo/satellites'
import { commandDeadline, nextSatState, type SatAction, type SatState } from '@natim/domain/sat-task'
import { parseTle } from '@natim/domain/sat-tle'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/id.ts'
import { EVERYTHING } from '../../../platform/scope.ts'
import { advance } from '../advance.ts'
import { insertPasses } from '../pass.repository.ts'
import { assertArea, type ComputedPasses, computePasses } from '../pass.service.ts'
import { findPasses } from '../passes/find-passes.ts'
import type { FoundPass, PassOrder } from '../passes/pass-order.ts'
import { SatRefusal } from '../provider/provider.ts'
import { createStandIn } from '../provider/stand-in.ts'
import { findRegionOf, insertFirstLine, insertTask, lockTask, moveTask, type StateColumns } from '../task.repository.ts'
import { spawnRevisits } from '../task-decisions.ts'
import { numberOf, rankPasses } from '../task-save.ts'
import { claimTask } from '../worker.repository.ts'
import { type DemoPeople, findDemoPeople, findLookAt, insertSatellites } from './demo.repository.ts'

export interface DemoSatelliteDeps {
  readonly db: Db
  readonly store: FileStore
  readonly nowMs: number
}

/** Requested this long before the window, and decided this long after that. */
const REQUEST_LEAD_MS = 3 * HOUR_MS
const DECISION_MS = 25 * MINUTE_MS
const MAX_STEPS = 60
const CHOICES = 3

/**
 * Satellites of the demonstration, and tasks in every state. Approved tasks were processed by the product's own worker
 * with a clock running through the past; no notifications.
 */
export async function loadDemoSatellites(deps: DemoSatelliteDeps): Promise<void> {
  const { db, nowMs } = deps
  const people = await findDemoPeople(db)
  if (people === undefined) return
  await insertSatellites(
    db,
    planSatellites(nowMs).map((satellite) => {
      const { noradId, epochMs } = parseTle(satellite.tle1, satellite.tle2)
      return { ...satellite, id: newId(), noradId, tleEpoch: new Date(epochMs), remark: '示范轨道，非真实卫星' }
    }),
  )
  // Numbered in the order of their windows.
  for (const plan of planSatTasks().toSorted((a, b) => a.fromHours - b.fromHours)) await loadTask(deps, people, plan)
}

const square = ({ lng, lat, halfDeg }: DemoSatTask): SatTaskForm['area'] => ({
  type: 'Polygon',
  coordinates: [
    [
      [lng - halfDeg, lat - halfDeg * 0.8],
      [lng + halfDeg, lat - halfDeg * 0.9],
      [lng + halfDeg * 0.9, lat + halfDeg * 0.8],
      [lng - halfDeg * 0.4, lat + halfDeg],
      [lng - halfDeg, lat - halfDeg * 0.8],
    ],
  ],
})

/** Without a thread: there are no users yet to be kept waiting. */
const computeHere = (order: PassOrder) => Promise.resolve({ passes: findPasses(order), tookMs: 0 })

/** The best passes before their command deadline, in time order; for a task in flight, passes that have just begun. */
function choicesOf({ goal }: DemoSatTask, passes: readonly FoundPass[], decidedMs: number, nowMs: number): FoundPass[] {
  const able = passes.filter(({ fault, startMs }) => fault === null && commandDeadline(startMs) > decidedMs)
  if (goal === 'running') {
    const flown = able.filter(({ startMs }) => startMs <= nowMs)
    return [...flown.slice(-1), ...able.filter(({ startMs }) => startMs > nowMs).slice(0, CHOICES - 1)]
  }
  return able
    .toSorted((a, b) => b.feasibility - a.feasibility)
    .slice(0, CHOICES)
    .toSorted((a, b) => a.startMs - b.startMs)
}

async function loadTask(deps: DemoSatelliteDeps, people: DemoPeople, plan: DemoSatTask): Promise<void> {
  const { db, nowMs } = deps
  const area = square(plan)
  const { vertices, areaKm2 } = assertArea(area)
  const from = nowMs + plan.fromHours * HOUR_MS
  const to = nowMs + plan.toHours * HOUR_MS
  const requestedMs = Math.min(from, nowMs - HOUR_MS) - REQUEST_LEAD_MS
  const spec = { area, sensorType: plan.sensorType, satelliteIds: [], resMaxM: null, offNadirMax: 45, from, to }
  const computed = await computePasses({ db, now: () => requestedMs, compute: computeHere }, spec)
  const chosen = choicesOf(plan, computed.passes, requestedMs + DECISION_MS, nowMs)
  const columns = {
    ...spec,
    title: plan.title,
    purpose: plan.purpose,
    priority: plan.priority,
    incident: '',
    vertices,
    areaKm2: Math.round(areaKm2 * 10) / 10,
    regionCode: (await findRegionOf(db, plan)) ?? '000000',
    cloudPctMax: plan.cloudPctMax,
    windowFrom: new Date(from),
    windowTo: new Date(to),
    revisitMode: plan.goal === 'revisit' ? ('every_n_days' as const) : ('once' as const),
    revisitN: plan.goal === 'revisit' ? 3 : 1,
    revisitCount: plan.goal === 'revisit' ? 4 : 1,
    remark: '',
  }
  const id = newId()
  const first = await db.transaction().execute(async (trx) => {
    await write(trx, { id, columns, computed, chosen, people, requestedMs })
    return decideAsPlanned(trx, { id, plan, people, chosen, requestedMs, to })
  })
  if (first) await runThrough(deps, plan, id, requestedMs + DECISION_MS)
  if (plan.goal === 'closed') await close(db, people, id)
}

/** The requester has seen the products. */
async function close(db: Db, { planner }: DemoPeople, id: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, EVERYTHING, id)
    if (task?.state !== 'delivered' || task.updateTime === null) return
    const when = new Date(task.updateTime.getTime() + HOUR_MS)
    await moveNow(trx, id, { action: 'close', when, who: planner.realname, columns: { lookAt: null }, note: '' })
  })
}

interface Written {
  readonly id: string
  readonly columns: Omit<Parameters<typeof insertTask>[1], 'id' | 'no' | 'sysOrgCode' | 'createBy' | 'createTime'> & {
    readonly from: number
    readonly to: number
  }
  readonly computed: ComputedPasses
  readonly chosen: readonly FoundPass[]
  readonly people: DemoPeople
  readonly requestedMs: number
}

async function write(trx: Tx, { id, columns, computed, chosen, people, requestedMs }: Written): Promise<void> {
  const { from: _from, to: _to, ...rest } = columns
  const at = new Date(requestedMs)
  const { username: createBy, realname, orgCode } = people.planner
  await insertTask(trx, { ...rest, id, no: await numberOf(trx, at), sysOrgCode: orgCode, createBy, createTime: at })
  const choices = chosen.map(({ satelliteId, peakMs }) => ({ satelliteId, peakMs }))
  await insertPasses(trx, id, rankPasses(computed, choices))
  await insertFirstLine(trx, id, at, realname)
}

interface Planned {
  readonly id: string
  readonly plan: DemoSatTask
  readonly people: DemoPeople
  readonly chosen: readonly FoundPass[]
  readonly requestedMs: number
  readonly to: number
}

/** Applies the planned decisions; true if the worker has to continue. */
async function decideAsPlanned(trx: Tx, { id, plan, people, chosen, requestedMs, to }: Planned): Promise<boolean> {
  const { goal } = plan
  if (goal === 'draft' || chosen.length === 0) return false
  const { planner, approver } = people
  const at = new Date(requestedMs + 4 * MINUTE_MS)
  const decided = new Date(requestedMs + DECISION_MS)
  const move = (action: SatAction, when: Date, who: string, columns: StateColumns, note = '') =>
    moveNow(trx, id, { action, when, who, columns, note })
  const asked = {
    requestedBy: planner.username,
    requestedName: planner.realname,
    requestedAt: at,
    lookAt: new Date(to),
  }
  await move('submit', at, planner.realname, asked)
  if (goal === 'submitted') return false
  if (goal === 'expired') return true
  if (goal === 'rejected') {
    const reason = '云量上限过严，窗口内难以满足，请放宽后重新提交'
    await move('reject', decided, approver.realname, { reason, lookAt: null }, reason)
    return false
  }
  if (goal === 'cancelled') {
    const reason = '现场已处置完毕，不再需要'
    await move('cancel', decided, planner.realname, { reason, lookAt: null }, reason)
    return false
  }
  const { username: approvedBy, realname: approvedName } = approver
  const columns = { approvedBy, approvedName, approvedAt: decided, choiceRank: 1, lookAt: decided }
  await move('approve', decided, approver.realname, columns, '方案 A')
  const task = await lockTask(trx, EVERYTHING, id)
  if (goal === 'revisit' && task) await spawnRevisits(trx, task, decided.getTime())
  return true
}

interface Step {
  readonly action: SatAction
  readonly when: Date
  readonly who: string
  readonly columns: StateColumns
  readonly note: string
}

async function moveNow(trx: Tx, id: string, { action, when, who, columns, note }: Step): Promise<void> {
  const task = await lockTask(trx, EVERYTHING, id)
  const from = task?.state as SatState
  const to = nextSatState(from, action)
  if (task === undefined || to === undefined) throw new Error(`No ${action} of a task that is ${from}`)
  await moveTask(trx, { id, version: task.version, from, to, action, at: when, who, columns, note })
}

const refuse = () => Promise.reject(new SatRefusal('热红外载荷检修，窗口内不接受新任务'))

/** Runs the worker's steps one after another, each at its own time, up to now. */
async function runThrough(
  { db, store, nowMs }: DemoSatelliteDeps,
  { goal }: DemoSatTask,
  id: string,
  fromMs: number,
): Promise<void> {
  let atMs = fromMs
  const now = () => atMs
  const provider = goal === 'failed' ? { ...createStandIn(now), order: refuse } : createStandIn(now)
  for (let step = 0; step < MAX_STEPS && atMs <= nowMs; step += 1) {
    const task = await claimTask(db, new Date(atMs))
    if (task === undefined) {
      const next = await findLookAt(db, id)
      if (next === undefined || next > nowMs) return
      atMs = Math.max(next, atMs + 1)
    } else await advance({ db, provider, store, now }, { ...task, requestedBy: null })
  }
}
