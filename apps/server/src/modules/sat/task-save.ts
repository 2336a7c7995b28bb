import type { SatTask, SatTaskForm } from '@natim/contract/mon/sat'
import { middleOf } from '@natim/domain/sat-area'
import { formatGmt8 } from '@natim/domain/time'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { isInScope } from '../../platform/scope.ts'
import { insertPasses, type NewPass, replacePasses } from './pass.repository.ts'
import { assertArea, assertWindow, type ComputedPasses, type ComputePasses, computePasses } from './pass.service.ts'
import {
  findRegionOf,
  findTask,
  insertFirstLine,
  insertTask,
  lockTask,
  type TaskColumns,
  takeNumber,
  updateDraft,
} from './task.repository.ts'
import { taskView } from './task-view.ts'

export interface SaveDeps {
  readonly db: Db
  readonly now: () => number
  readonly compute?: ComputePasses | undefined
}

/** Rounding tolerance between two computations of one pass. */
const SAME_PASS_MS = 10_000
/** Region in a network without stations. */
const NO_REGION = '000000'

/** Computed passes with the ranks chosen by the user. @throws AppError sat.choice */
export function rankPasses(
  { passes, satellites }: ComputedPasses,
  choices: SatTaskForm['choices'],
  afterRank = 0,
): NewPass[] {
  const ranks = new Map<number, number>()
  for (const [index, choice] of choices.entries()) {
    const at = passes.findIndex(
      ({ satelliteId, peakMs, fault }) =>
        satelliteId === choice.satelliteId && Math.abs(peakMs - choice.peakMs) <= SAME_PASS_MS && fault === null,
    )
    if (at === -1 || ranks.has(at)) throw new AppError('sat.choice')
    ranks.set(at, afterRank + index + 1)
  }
  const byId = new Map(satellites.map((one) => [one.id, one]))
  return passes.flatMap((pass, index) => {
    const satellite = byId.get(pass.satelliteId)
    return satellite ? [{ pass, satellite, rank: ranks.get(index) ?? null }] : []
  })
}

async function columnsOf({ db, now }: SaveDeps, actor: Actor, form: SatTaskForm): Promise<TaskColumns> {
  const { vertices, areaKm2 } = assertArea(form.area)
  assertWindow(form.from, form.to, now())
  const regionCode = (await findRegionOf(db, middleOf(form.area))) ?? NO_REGION
  const { scope } = actor.user
  if (!isInScope(scope, { sysOrgCode: scope.orgCode, regionCode })) throw new AppError('sat.region_beyond')
  return {
    title: form.title,
    purpose: form.purpose,
    priority: form.priority,
    incident: form.incident,
    area: form.area,
    vertices,
    areaKm2: Math.round(areaKm2 * 10) / 10,
    regionCode,
    sensorType: form.sensorType,
    satelliteIds: form.satelliteIds,
    resMaxM: form.resMaxM,
    cloudPctMax: form.cloudPctMax,
    offNadirMax: form.offNadirMax,
    windowFrom: new Date(form.from),
    windowTo: new Date(form.to),
    revisitMode: form.revisit.mode,
    revisitN: form.revisit.n,
    revisitCount: form.revisit.mode === 'once' ? 1 : form.revisit.count,
    remark: form.remark,
  }
}

/** Computed again on the server, as passes sent by clients are not trusted; skipped without choices. */
async function passesOf(deps: SaveDeps, form: SatTaskForm): Promise<NewPass[]> {
  if (form.choices.length === 0) return []
  return rankPasses(await computePasses(deps, form), form.choices)
}

const stored = async (trx: Tx, actor: Actor, id: string): Promise<SatTask> => {
  const row = await findTask(trx, actor.user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  return taskView(row)
}

const note = (trx: Tx, actor: Actor, verb: string, operateType: number, task: SatTask) =>
  writeOperation(trx, actor, {
    content: `${verb}卫星任务：${task.no} ${task.title}`,
    operateType,
    objectId: task.id,
    detail: { table: 'mon_sat_task', after: { state: task.state, fromMs: task.fromMs, toMs: task.toMs } },
  })

/** @throws AppError sat.area, sat.window, sat.region_beyond, sat.choice, sat.no_satellite */
export async function addTask(deps: SaveDeps, actor: Actor, form: SatTaskForm): Promise<SatTask> {
  const columns = await columnsOf(deps, actor, form)
  const passes = await passesOf(deps, form)
  const at = new Date(deps.now())
  const { username, realname } = authorOf(actor.user)
  return deps.db.transaction().execute(async (trx) => {
    const id = newId()
    const no = await numberOf(trx, at)
    const { orgCode: sysOrgCode } = actor.user.scope
    await insertTask(trx, { ...columns, id, no, sysOrgCode, createBy: username, createTime: at })
    await insertPasses(trx, id, passes)
    await insertFirstLine(trx, id, at, realname)
    const task = await stored(trx, actor, id)
    await note(trx, actor, '新增', OPERATE.add, task)
    return task
  })
}

/** SAT-1121-04: day of creation and sequence number on that day. */
export async function numberOf(trx: Tx, at: Date): Promise<string> {
  const day = formatGmt8(at.getTime()).slice(0, 10)
  const n = await takeNumber(trx, day)
  return `SAT-${day.slice(2).replaceAll('-', '')}-${String(n).padStart(2, '0')}`
}

/** Edits a draft. @throws AppError row.not_found, row.conflict, sat.state, and those of {@link addTask} */
export async function editTask(
  deps: SaveDeps,
  actor: Actor,
  { id, version, ...form }: SatTaskForm & { readonly id: string; readonly version: number },
): Promise<SatTask> {
  const columns = await columnsOf(deps, actor, form)
  const passes = await passesOf(deps, form)
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockTask(trx, actor.user.scope, id)
    if (before === undefined) throw new AppError('row.not_found')
    if (before.state !== 'draft') throw new AppError('sat.state')
    if (before.version !== version) throw new AppError('row.conflict')
    await updateDraft(trx, id, columns, authorOf(actor.user).username, new Date(deps.now()))
    await replacePasses(trx, id, passes)
    const task = await stored(trx, actor, id)
    await note(trx, actor, '编辑', OPERATE.edit, task)
    return task
  })
}
