import { MIN_REST_MS, restAround } from '@natim/domain/duty'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import {
  findAround,
  findAssignmentsById,
  findCandidates,
  findTeam,
  lockRoster,
  type StoredAssignment,
} from './duty.repository.ts'
import { updatePerson } from './roster-writer.ts'
import { insertSwap, isInOpenSwap, lockSwap, updateSwap } from './swap.repository.ts'

interface Deps {
  readonly db: Db
  readonly now: () => number
}

/** Wording for the state of a swap. */
const STATES: Readonly<Record<string, string>> = {
  asked: '还没有得到对方同意',
  agreed: '对方已同意',
  done: '已完成',
  refused: '已被驳回',
  withdrawn: '已撤回',
}

type Pair = readonly [give: StoredAssignment, take: StoredAssignment]

/**
 * 换班: requested by one person, approved by the other, carried out by a planner. A stale request is answered with the
 * current state.
 */
export const createSwaps = ({ db, now }: Deps) => ({
  ask: (actor: Actor, { giveId, takeId, reason }: { giveId: string; takeId: string; reason: string }) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      const pair = await findPair(trx, actor, giveId, takeId)
      const [give, take] = pair
      if (give.userId !== actor.user.userId || take.userId === give.userId) throw new AppError('duty.swap_whose')
      if (await isInOpenSwap(trx, [giveId, takeId])) throw new AppError('duty.swap_open')
      await assertSwappable(trx, actor, pair, now())
      const id = newId()
      await insertSwap(trx, { id, giveId, takeId, askerId: give.userId, partnerId: take.userId, reason })
      await noteOf(trx, actor, pair, id, '申请换班')
      return { id }
    }),

  answer: (actor: Actor, { id, answer }: { id: string; answer: 'agree' | 'refuse' | 'withdraw' }) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      const swap = await lockSwap(trx, id)
      const isOwn = swap && (answer === 'withdraw' ? swap.askerId : swap.partnerId) === actor.user.userId
      if (!swap || !isOwn) throw new AppError('row.not_found')
      assertState(swap.state, answer === 'agree' ? ['asked'] : ['asked', 'agreed'])
      const pair = await findPair(trx, actor, swap.giveId, swap.takeId)
      const at = new Date(now())
      if (answer === 'agree') {
        await assertSwappable(trx, actor, pair, now())
        await updateSwap(trx, id, { state: 'agreed', agreedAt: at })
      } else
        await updateSwap(trx, id, {
          state: answer === 'refuse' ? 'refused' : 'withdrawn',
          decidedAt: at,
          decidedBy: actor.user.username,
        })
      await noteOf(trx, actor, pair, id, { agree: '同意换班', refuse: '拒绝换班', withdraw: '撤回换班' }[answer])
    }),

  decide: (actor: Actor, { id, approve }: { id: string; approve: boolean }) =>
    db.transaction().execute(async (trx) => {
      await lockRoster(trx)
      const swap = await lockSwap(trx, id)
      if (!swap) throw new AppError('row.not_found')
      const pair = await findPair(trx, actor, swap.giveId, swap.takeId)
      assertState(swap.state, approve ? ['agreed'] : ['asked', 'agreed'])
      const at = new Date(now())
      const by = actor.user.username
      if (approve) {
        await assertSwappable(trx, actor, pair, now())
        const [give, take] = pair
        if (give.userId !== swap.askerId || take.userId !== swap.partnerId)
          throw new AppError('duty.changed', { data: { name: give.userId === swap.askerId ? take.name : give.name } })
        await updatePerson(trx, give.id, take.userId, by, at)
        await updatePerson(trx, take.id, give.userId, by, at)
      }
      await updateSwap(trx, id, { state: approve ? 'done' : 'refused', decidedAt: at, decidedBy: by })
      await noteOf(trx, actor, pair, id, approve ? '批准换班' : '驳回换班')
    }),
})

/** Both shifts, of teams visible to the person. */
async function findPair(trx: Tx, actor: Actor, giveId: string, takeId: string): Promise<Pair> {
  const rows = await findAssignmentsById(trx, [giveId, takeId])
  const [give, take] = [giveId, takeId].map((id) => rows.find((row) => row.id === id))
  if (!give || !take) throw new AppError('row.not_found')
  for (const { teamId } of [give, take])
    if ((await findTeam(trx, actor.user.scope, teamId)) === undefined) throw new AppError('row.not_found')
  return [give, take]
}

function assertState(state: string, allowed: readonly string[]): void {
  if (!allowed.includes(state)) throw new AppError('duty.swap_state', { data: { state: STATES[state] ?? state } })
}

/**
 * Checks that neither has begun, both people are eligible for the other's shift, and both get their rest. @throws
 * AppError duty.begun, duty.person, duty.swap_rest
 */
async function assertSwappable(trx: Tx, actor: Actor, [give, take]: Pair, nowMs: number): Promise<void> {
  if (Math.min(give.fromTs.getTime(), take.fromTs.getTime()) <= nowMs) throw new AppError('duty.begun')
  for (const [person, shift] of [
    [give, take],
    [take, give],
  ] as const) {
    const team = await findTeam(trx, actor.user.scope, shift.teamId)
    if (!team || (await findCandidates(trx, team, [person.userId])).length === 0)
      throw new AppError('duty.person', { data: { name: person.name, team: shift.teamName } })
    const restMs = await restAfterSwap(trx, person.userId, shift, [give.id, take.id])
    if (restMs !== null && restMs < MIN_REST_MS)
      throw new AppError('duty.swap_rest', {
        data: { name: person.name, hours: Math.floor((restMs / HOUR_MS) * 10) / 10 },
      })
  }
}

/** Shortest rest of a person around a shift after the exchange; null when no other shift is near. */
export async function restAfterSwap(
  db: Db,
  userId: string,
  { fromTs, toTs }: Pick<StoredAssignment, 'fromTs' | 'toTs'>,
  exchanged: readonly string[],
): Promise<number | null> {
  const [fromMs, toMs] = [fromTs.getTime(), toTs.getTime()]
  const others = await findAround(db, userId, fromMs - DAY_MS, toMs + DAY_MS, exchanged)
  const spans = others.map((other) => ({ fromMs: other.fromTs.getTime(), toMs: other.toTs.getTime() }))
  const restMs = restAround({ fromMs, toMs }, spans)
  return Number.isFinite(restMs) ? restMs : null
}

const sideOf = ({ name, day, shiftName }: StoredAssignment) => `${name} ${day} ${shiftName}`

const noteOf = (trx: Tx, actor: Actor, [give, take]: Pair, id: string, verb: string) =>
  writeOperation(trx, actor, {
    content: `${verb}：${sideOf(give)} ⇄ ${sideOf(take)}`,
    objectId: id,
    operateType: OPERATE.edit,
  })
