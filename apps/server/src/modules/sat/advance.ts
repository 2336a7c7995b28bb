import {
  commandDeadline,
  isSatOver,
  nextChoice,
  nextSatState,
  type SatAction,
  type SatState,
} from '@natim/domain/sat-task'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import type { BusMessages } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { findChoices } from './pass.repository.ts'
import {
  type AcquisitionChange,
  findAcquisitionOf,
  insertAcquisition,
  insertProducts,
  type NewProduct,
  updateAcquisition,
} from './product.repository.ts'
import { storeProducts } from './products.ts'
import { type SatEvent, type SatOrder, type SatProvider, SatRefusal } from './provider/provider.ts'
import { moveTask, type StateColumns } from './task.repository.ts'
import { letterOf } from './task-decisions.ts'
import { tellRequester } from './tell.ts'
import { findOrderPass, lookAgain, type OrderPass, type WorkTask } from './worker.repository.ts'

export interface AdvanceDeps {
  readonly db: Db
  readonly provider: SatProvider
  readonly store: FileStore
  readonly now: () => number
}

/** Messages to publish on the bus after the commit. */
type Told = readonly BusMessages['notice'][]

const ASK_AGAIN_MS = 30 * SECOND_MS
const TROUBLE_MS = MINUTE_MS
const EVENT_ACTIONS: Readonly<Record<SatEvent['state'], SatAction>> = {
  acquiring: 'acquire',
  downlinked: 'downlink',
  processing: 'process',
  delivered: 'deliver',
  failed: 'fail',
}

interface Change {
  readonly action: SatAction
  readonly atMs: number
  readonly note?: string
  readonly columns?: StateColumns
  /** Further writes in the same transaction. */
  readonly beside?: (trx: Tx) => Promise<void>
  /** Message to the requester. */
  readonly text?: string
}

/** One change of a task; undefined if it has been changed by another request meanwhile. */
async function change({ db }: AdvanceDeps, task: WorkTask, given: Change): Promise<Told | undefined> {
  const from = task.state
  const to = nextSatState(from, given.action)
  if (to === undefined) return undefined
  const { action, atMs, note, columns = {}, beside, text } = given
  return db.transaction().execute(async (trx) => {
    const move = { id: task.id, version: task.version, from, to, action, at: new Date(atMs), who: '系统' }
    const moved = await moveTask(trx, {
      ...move,
      // Due again at once: the next step may be due already.
      columns: { lookAt: new Date(atMs), trouble: null, ...columns },
      ...(note !== undefined && { note }),
    })
    if (!moved) return undefined
    await beside?.(trx)
    if (text === undefined) return []
    return tellRequester(trx, task.requestedBy, { id: task.id, no: task.no, title: task.title, text }, atMs)
  })
}

const orderOf = (task: WorkTask, pass: OrderPass): SatOrder => ({
  id: pass.id,
  satellite: { code: pass.satCode, noradId: pass.noradId },
  sensorType: task.sensorType,
  startMs: pass.startAt.getTime(),
  peakMs: pass.peakAt.getTime(),
  endMs: pass.endAt.getTime(),
  area: task.area,
  footprint: pass.footprint,
  offNadir: pass.offNadir,
  resM: pass.resM,
  cloudPctMax: task.cloudPctMax,
})

/** Takes a task one step further; any number of processes may try. */
export async function advance(deps: AdvanceDeps, task: WorkTask): Promise<Told> {
  try {
    return (await step(deps, task)) ?? []
  } catch (error) {
    // A refusal is final; all other errors are retried.
    if (error instanceof SatRefusal) {
      const pass = await findOrderPass(deps.db, task.id, task.choiceRank)
      const failReason = `服务商拒绝：${error.message}`.slice(0, 200)
      const told = await fail(deps, task, failReason, deps.now(), async (trx) => {
        if (pass) await updateAcquisition(trx, pass.id, { state: 'failed', failReason })
      })
      // The task was cancelled meanwhile, so there is nothing left to fail.
      if (told === undefined) await lookAgain(deps.db, task, null)
      return told ?? []
    }
    await lookAgain(deps.db, task, new Date(deps.now() + TROUBLE_MS), `${deps.provider.name} 暂时无法连接`)
    throw error
  }
}

async function step(deps: AdvanceDeps, task: WorkTask): Promise<Told | undefined> {
  const state = task.state
  const nowMs = deps.now()
  if (state === 'cancelled') return takeBack(deps, task)
  if (isSatOver(state) || state === 'delivered' || state === 'draft') {
    await lookAgain(deps.db, task, null)
    return undefined
  }
  if (nowMs > task.windowTo.getTime() && nextSatState(state, 'expire') !== undefined && state !== 'planned')
    return expire(deps, task)
  if (state === 'submitted') {
    await lookAgain(deps.db, task, new Date(task.windowTo.getTime() + SECOND_MS))
    return undefined
  }
  if (state === 'failed') return chooseNext(deps, task)
  const pass = await findOrderPass(deps.db, task.id, task.choiceRank)
  if (pass === undefined) throw new Error(`${task.no} has no choice ${task.choiceRank}`)
  if (state === 'approved' || state === 'replanned') return plan(deps, task, pass)
  return follow(deps, task, pass)
}

function expire(deps: AdvanceDeps, task: WorkTask, beside?: Change['beside']): Promise<Told | undefined> {
  const atMs = task.windowTo.getTime()
  const reason = task.reason ?? '窗口内未能成像'
  return change(deps, task, {
    action: 'expire',
    atMs,
    note: reason,
    columns: { reason, lookAt: null },
    ...(beside && { beside }),
    text: `已过期：${reason}`,
  })
}

/** Fails a choice. If there is no further choice, the requester is notified to plan again. */
async function fail(
  deps: AdvanceDeps,
  task: WorkTask,
  reason: string,
  atMs: number,
  beside?: Change['beside'],
): Promise<Told | undefined> {
  const next = nextChoice(await findChoices(deps.db, task.id), task.choiceRank, deps.now())
  return change(deps, task, {
    action: 'fail',
    atMs,
    note: reason,
    columns: { reason },
    ...(beside && { beside }),
    ...(next === undefined && { text: `已无后续方案，请重新安排：${reason}` }),
  })
}

/** Cancels an order that is no longer needed; a failed one is left as it is. */
async function takeBack({ db, provider }: AdvanceDeps, task: WorkTask): Promise<undefined> {
  const pass = await findOrderPass(db, task.id, task.choiceRank)
  if (pass !== undefined && (await findAcquisitionOf(db, pass.id))?.state === 'planned') {
    await provider.cancel(pass.id, task.providerRef)
    await updateAcquisition(db, pass.id, { state: 'cancelled' })
  }
  await lookAgain(db, task, null)
}

async function plan(deps: AdvanceDeps, task: WorkTask, pass: OrderPass): Promise<Told | undefined> {
  const { provider } = deps
  const nowMs = deps.now()
  const letter = letterOf(pass.rank ?? 1)
  if (commandDeadline(pass.startAt.getTime()) <= nowMs) {
    return fail(deps, task, `方案 ${letter} 的指令截止时间已过`, nowMs)
  }
  const { ref, costWan } = await provider.order(orderOf(task, pass))
  const told = await change(deps, task, {
    action: 'plan',
    atMs: nowMs,
    note: `方案 ${letter}，${pass.satCode}，订单 ${ref}`,
    columns: { providerRef: ref, costEst: costWan, lookAt: pass.startAt, reason: null },
    beside: async (trx) => {
      const acquisition = { id: pass.id, taskId: task.id, passId: pass.id, plannedAt: pass.peakAt, providerRef: ref }
      if ((await findAcquisitionOf(trx, pass.id)) === undefined) await insertAcquisition(trx, acquisition)
    },
    text: `已计划：方案 ${letter}（${pass.satCode}）`,
  })
  // Cancelled while the order was being placed.
  if (told === undefined) await provider.cancel(pass.id, ref)
  return told
}

/** The event after a state; earlier ones are recorded already. */
function eventAfter(state: SatState, events: readonly SatEvent[]): SatEvent | undefined {
  return events
    .toSorted((a, b) => a.atMs - b.atMs)
    .find((event) => nextSatState(state, EVENT_ACTIONS[event.state]) !== undefined)
}

async function follow(deps: AdvanceDeps, task: WorkTask, pass: OrderPass): Promise<Told | undefined> {
  const { db, provider } = deps
  const order = orderOf(task, pass)
  const ref = task.providerRef ?? ''
  const { events, nextMs } = await provider.status(order, ref)
  const event = eventAfter(task.state, events)
  if (event === undefined) {
    const isSilent = task.state === 'planned' && deps.now() > task.windowTo.getTime() + TROUBLE_MS
    if (isSilent) {
      await provider.cancel(pass.id, ref)
      return expire(deps, task, (trx) => updateAcquisition(trx, pass.id, { state: 'cancelled' }))
    }
    await lookAgain(db, task, new Date(Math.max(nextMs ?? 0, deps.now() + (nextMs ? SECOND_MS : ASK_AGAIN_MS))))
    return undefined
  }
  const note = (more: Omit<AcquisitionChange, 'state'>) => (trx: Tx) =>
    updateAcquisition(trx, pass.id, {
      ...more,
      state: event.state,
      ...(event.cloudPct !== undefined && { cloudPct: event.cloudPct }),
      ...(event.quality !== undefined && { quality: event.quality }),
    })
  if (event.state === 'failed') {
    const failReason = (event.reason ?? '服务商未说明原因').slice(0, 200)
    return fail(deps, task, `方案 ${letterOf(pass.rank ?? 1)}：${failReason}`, event.atMs, note({ failReason }))
  }
  const products = event.state === 'delivered' ? await fetchProducts(deps, task, pass, order, ref) : []
  return change(deps, task, {
    action: EVENT_ACTIONS[event.state],
    atMs: event.atMs,
    note: noteOf(event, products.length),
    columns: { reason: null },
    beside: async (trx) => {
      await note(event.state === 'acquiring' ? { actualAt: new Date(event.atMs) } : {})(trx)
      await insertProducts(trx, products)
    },
    ...(event.state === 'delivered' && { text: `已交付 ${products.length} 个产品` }),
  })
}

const noteOf = ({ state, cloudPct, quality }: SatEvent, products: number) =>
  [state === 'delivered' && `${products} 个产品`, cloudPct !== undefined && `云量 ${cloudPct}%`, quality]
    .filter(Boolean)
    .join('，')

function fetchProducts(
  { provider, store }: AdvanceDeps,
  task: WorkTask,
  pass: OrderPass,
  order: SatOrder,
  ref: string,
): Promise<NewProduct[]> {
  const about = { task, pass, order }
  return provider.products(order, ref).then((products) => storeProducts(store, about, products))
}

/**
 * Switches to the next choice whose command deadline has not passed. Without one, users must plan again before the
 * window ends.
 */
async function chooseNext(deps: AdvanceDeps, task: WorkTask): Promise<Told | undefined> {
  const choice = nextChoice(await findChoices(deps.db, task.id), task.choiceRank, deps.now())
  if (choice === undefined) {
    await lookAgain(deps.db, task, new Date(task.windowTo.getTime() + SECOND_MS))
    return undefined
  }
  const [failed, next] = [letterOf(task.choiceRank), letterOf(choice.rank)]
  return change(deps, task, {
    action: 'next',
    atMs: deps.now(),
    note: `方案 ${failed} → ${next}，${choice.satCode}`,
    columns: { choiceRank: choice.rank, providerRef: null },
    text: `方案 ${failed} 失败，已自动改用方案 ${next}（${choice.satCode}）`,
  })
}
