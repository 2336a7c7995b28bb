import type { SatTask, SatTaskForm } from '@natim/contract/mon/sat'
import { commandDeadline, nextChoice, nextSatState, revisitWindows, SAT_LETTERS } from '@natim/domain/sat-task'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import { findChoices, findLastRank, insertPasses } from './pass.repository.ts'
import { computePasses, type PassSpec } from './pass.service.ts'
import { findTask, insertFirstLine, insertTask, lockTask, moveTask, type StateColumns } from './task.repository.ts'
import { rankPasses, type SaveDeps } from './task-save.ts'
import { taskView } from './task-view.ts'
import { tellApprovers, tellRequester } from './tell.ts'

export interface DecisionDeps extends SaveDeps {
  readonly bus: Bus
}

/** Decisions of users; other actions follow from time and the provider. */
export type Decision = 'submit' | 'withdraw' | 'revise' | 'approve' | 'reject' | 'cancel' | 'replan' | 'close'

const VERBS: Readonly<Record<Decision, string>> = {
  submit: '提交',
  withdraw: '撤回',
  revise: '改回草稿',
  approve: '批准',
  reject: '驳回',
  cancel: '取消',
  replan: '重新安排',
  close: '关闭',
}

export interface Seen {
  readonly id: string
  readonly version: number
}

type LockedTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>
interface Step {
  readonly columns: StateColumns
  /** Additional note in the task log. */
  readonly note?: string
}

/** Letter of a choice; later plans continue after C. */
export const letterOf = (rank: number): string => SAT_LETTERS[rank - 1] ?? String.fromCodePoint(64 + rank)

/** @throws AppError sat.no_choice, sat.choice_late */
async function submitStep(trx: Tx, task: LockedTask, actor: Actor, nowMs: number): Promise<Step> {
  const [first] = await findChoices(trx, task.id)
  if (first === undefined) throw new AppError('sat.no_choice')
  if (commandDeadline(first.startMs) <= nowMs)
    throw new AppError('sat.choice_late', { data: { letter: letterOf(first.rank) } })
  const { username, realname } = authorOf(actor.user)
  return {
    columns: {
      requestedBy: username,
      requestedName: realname,
      requestedAt: new Date(nowMs),
      reason: null,
      lookAt: task.windowTo,
    },
  }
}

/** @throws AppError sat.same_person, sat.choice_late */
async function approveStep(trx: Tx, task: LockedTask, actor: Actor, nowMs: number, note: string): Promise<Step> {
  const { username, realname } = authorOf(actor.user)
  const choices = await findChoices(trx, task.id)
  const choice = nextChoice(choices, 0, nowMs)
  if (choice === undefined)
    throw new AppError('sat.choice_late', { data: { letter: letterOf(choices.at(-1)?.rank ?? 1) } })
  const at = new Date(nowMs)
  return {
    columns: { approvedBy: username, approvedName: realname, approvedAt: at, choiceRank: choice.rank, lookAt: at },
    note: [`方案 ${letterOf(choice.rank)}`, note].filter(Boolean).join('；'),
  }
}

/** Whether the user wrote, last changed or submitted the task and thus may not decide about it. */
export const isOwnTask = (
  task: { readonly requestedBy: string | null; readonly createBy: string | null; readonly updateBy: string | null },
  username: string,
) => [task.requestedBy, task.createBy, task.updateBy].includes(username)

async function stepOf(
  trx: Tx,
  decision: Decision,
  task: LockedTask,
  actor: Actor,
  nowMs: number,
  note: string,
): Promise<Step> {
  const { username } = authorOf(actor.user)
  if ((decision === 'approve' || decision === 'reject') && isOwnTask(task, username))
    throw new AppError('sat.same_person')
  switch (decision) {
    case 'submit':
      return submitStep(trx, task, actor, nowMs)
    case 'approve':
      return approveStep(trx, task, actor, nowMs, note)
    case 'reject':
      return { columns: { reason: note, lookAt: null }, note }
    case 'cancel':
      // The worker cancels the order, if any.
      return { columns: { reason: note, lookAt: task.providerRef === null ? null : new Date(nowMs) }, note }
    case 'withdraw':
    case 'revise':
      return { columns: { lookAt: null, reason: null } }
    case 'replan':
      return { columns: { reason: null, lookAt: new Date(nowMs) }, note }
    case 'close':
      return { columns: { lookAt: null } }
  }
}

const view = async (trx: Tx, actor: Actor, id: string): Promise<SatTask> => {
  const row = await findTask(trx, actor.user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  return taskView(row)
}

/** @throws AppError row.not_found, sat.state, row.conflict */
async function lockFor(trx: Tx, actor: Actor, { id, version }: Seen, decision: Decision): Promise<LockedTask> {
  const task = await lockTask(trx, actor.user.scope, id)
  if (task === undefined) throw new AppError('row.not_found')
  if (nextSatState(task.state, decision) === undefined) throw new AppError('sat.state')
  if (task.version !== version) throw new AppError('row.conflict')
  return task
}

async function carryOut(trx: Tx, actor: Actor, task: LockedTask, decision: Decision, step: Step, nowMs: number) {
  const from = task.state
  const to = nextSatState(from, decision)
  if (to === undefined) throw new AppError('sat.state')
  const { realname } = authorOf(actor.user)
  const move = { id: task.id, version: task.version, from, to, action: decision, at: new Date(nowMs), who: realname }
  const moved = await moveTask(trx, { ...move, columns: step.columns, ...(step.note && { note: step.note }) })
  if (!moved) throw new AppError('row.conflict')
  await writeOperation(trx, actor, {
    content: `${VERBS[decision]}卫星任务：${task.no} ${task.title}`,
    operateType: OPERATE.edit,
    objectId: task.id,
    detail: { table: 'mon_sat_task', before: { state: from }, after: { state: to, note: step.note ?? '' } },
  })
}

/** Applies a decision if the task is unchanged since the caller saw it. */
export async function decide(
  { db, bus, now }: DecisionDeps,
  actor: Actor,
  decision: Exclude<Decision, 'replan'>,
  seen: Seen,
  note = '',
): Promise<SatTask> {
  const nowMs = now()
  const { task, told } = await db.transaction().execute(async (trx) => {
    const before = await lockFor(trx, actor, seen, decision)
    const step = await stepOf(trx, decision, before, actor, nowMs, note)
    await carryOut(trx, actor, before, decision, step, nowMs)
    if (decision === 'approve') await spawnRevisits(trx, before, nowMs)
    const after = await view(trx, actor, before.id)
    return { task: after, told: await tell(trx, before, decision, step.note ?? note, nowMs) }
  })
  for (const message of told) bus.publish('notice', message)
  return task
}

async function tell(trx: Tx, task: LockedTask, decision: Decision, note: string, nowMs: number) {
  const message = { id: task.id, no: task.no, title: task.title, text: '' }
  if (decision === 'submit') return tellApprovers(trx, task, { ...message, text: '待批准' }, nowMs)
  if (decision === 'approve' || decision === 'reject')
    return tellRequester(
      trx,
      task.requestedBy,
      { ...message, text: `已${VERBS[decision]}${note ? `：${note}` : ''}` },
      nowMs,
    )
  return []
}

/** Creates the further tasks of a revisit: copies with later windows, as drafts without chosen passes. */
export async function spawnRevisits(trx: Tx, task: LockedTask, nowMs: number): Promise<void> {
  const revisit = { mode: task.revisitMode, n: task.revisitN, count: task.revisitCount }
  const at = new Date(nowMs)
  for (const { suffix, fromMs, toMs } of revisitWindows(revisit, task.windowFrom.getTime(), task.windowTo.getTime())) {
    const id = newId()
    await insertTask(trx, {
      ...columnsOfChild(task),
      id,
      no: `${task.no}-${suffix}`,
      sysOrgCode: task.sysOrgCode,
      createBy: task.createBy ?? '',
      createTime: at,
      parentId: task.id,
      windowFrom: new Date(fromMs),
      windowTo: new Date(toMs),
    })
    await insertFirstLine(trx, id, at, `${task.no} 重访`)
  }
}

const columnsOfChild = (task: LockedTask) => ({
  title: task.title,
  purpose: task.purpose,
  priority: task.priority,
  incident: task.incident,
  area: task.area,
  vertices: task.vertices,
  areaKm2: task.areaKm2,
  regionCode: task.regionCode,
  sensorType: task.sensorType,
  satelliteIds: task.satelliteIds,
  resMaxM: task.resMaxM,
  cloudPctMax: task.cloudPctMax,
  offNadirMax: task.offNadirMax,
  revisitMode: 'once' as const,
  revisitN: 1,
  revisitCount: 1,
  remark: task.remark,
})

const specOf = (task: LockedTask): PassSpec => ({
  area: task.area,
  sensorType: task.sensorType,
  satelliteIds: task.satelliteIds,
  resMaxM: task.resMaxM,
  offNadirMax: task.offNadirMax,
  from: task.windowFrom.getTime(),
  to: task.windowTo.getTime(),
})

/** Adds choices within the same window after all have failed; they need no second approval. */
export async function replan(
  deps: DecisionDeps,
  actor: Actor,
  { choices, ...seen }: Seen & Pick<SatTaskForm, 'choices'>,
): Promise<SatTask> {
  const { db, now } = deps
  const seenTask = await findTask(db, actor.user.scope, seen.id)
  if (seenTask === undefined) throw new AppError('row.not_found')
  if (nextSatState(seenTask.state, 'replan') === undefined) throw new AppError('sat.state')
  const computed = await computePasses(deps, specOf(seenTask))
  return db.transaction().execute(async (trx) => {
    const nowMs = now()
    const task = await lockFor(trx, actor, seen, 'replan')
    const last = await findLastRank(trx, task.id)
    const passes = rankPasses(computed, choices, last).filter(({ rank }) => rank !== null)
    const [first] = passes.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    if (first === undefined) throw new AppError('sat.no_choice')
    if (commandDeadline(first.pass.startMs) <= nowMs)
      throw new AppError('sat.choice_late', { data: { letter: letterOf(first.rank ?? 1) } })
    await insertPasses(trx, task.id, passes)
    const step = await stepOf(trx, 'replan', task, actor, nowMs, `方案 ${letterOf(first.rank ?? 1)}`)
    await carryOut(
      trx,
      actor,
      task,
      'replan',
      { ...step, columns: { ...step.columns, choiceRank: first.rank ?? 1 } },
      nowMs,
    )
    return view(trx, actor, task.id)
  })
}
