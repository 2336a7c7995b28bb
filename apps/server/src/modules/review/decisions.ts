import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import {
  findMarkers,
  findStations,
  insertReviewLines,
  lockReviewDays,
  type ReviewAction,
  type ReviewDay,
  type ReviewKey,
  type ReviewState,
  updateReviewDays,
} from './review-day.repository.ts'

export interface SeenDay extends ReviewKey {
  /** The version the caller has seen. */
  readonly version: number
}

const STEPS: Readonly<
  Record<
    Exclude<ReviewAction, 'revise'>,
    { readonly from: ReviewState; readonly to: ReviewState; readonly verb: string }
  >
> = {
  review: { from: 'auto', to: 'reviewed', verb: '审核通过' },
  withdraw: { from: 'reviewed', to: 'auto', verb: '退回待审' },
  approve: { from: 'reviewed', to: 'approved', verb: '批准' },
  reopen: { from: 'approved', to: 'auto', verb: '撤回批准' },
}

/** Review of station days: automatic → reviewed → approved; all the given days or none. */
export async function decide(
  { db, now }: { readonly db: Db; readonly now: () => number },
  actor: Actor,
  action: keyof typeof STEPS,
  seen: readonly SeenDay[],
  note = '',
): Promise<{ n: number }> {
  const { from, to, verb } = STEPS[action]
  const { userId, realname } = authorOf(actor.user)
  const nowMs = now()
  await db.transaction().execute(async (trx) => {
    const wanted = [...new Set(seen.map(({ stationId }) => stationId))]
    const stations = await findStations(trx, actor.user.scope, { ids: wanted })
    if (stations.length < wanted.length) throw new AppError('row.not_found')
    const names = new Map(stations.map(({ id, name }) => [id, name]))
    const of = ({ stationId, day }: ReviewKey) => ({ station: names.get(stationId) ?? '', day })
    const early = seen.find(({ day }) => (parseGmt8(day) ?? nowMs) + DAY_MS > nowMs)
    if (early) throw new AppError('review.not_over', { data: of(early) })
    const days = await lockReviewDays(trx, seen)
    const versions = new Map(seen.map((day) => [`${day.stationId} ${day.day}`, day.version]))
    const taken = days.find((day) => day.state !== from || day.version !== versions.get(`${day.stationId} ${day.day}`))
    if (taken) throw takenError(taken, of(taken))
    if (action === 'approve') await assertOther(trx, days, userId, of)
    const isPast = to === 'auto'
    await updateReviewDays(trx, days, {
      state: to,
      userId: isPast ? null : userId,
      name: isPast ? null : realname,
      at: isPast ? null : new Date(nowMs),
    })
    await insertReviewLines(
      trx,
      days.map(({ stationId, day }) => ({
        id: newId(),
        stationId,
        day,
        action,
        note,
        userId,
        userName: realname,
        at: new Date(nowMs),
      })),
    )
    const [first] = days
    await writeOperation(trx, actor, {
      content: `${verb} ${days.length} 个站日：${first ? `${of(first).station} ${first.day}` : ''}${days.length > 1 ? ' 等' : ''}${note && `，${note}`}`,
      operateType: OPERATE.edit,
    })
  })
  return { n: seen.length }
}

/** Names the person who was first to the one who lost the race. */
function takenError(day: ReviewDay, of: { station: string; day: string }): AppError {
  const name = day.approvedName ?? day.reviewedName
  if (name === null) return new AppError('row.conflict')
  const state = day.state === 'approved' ? '批准' : '审核'
  return new AppError('review.taken', { data: { ...of, name, state } })
}

/** domain §9: approval needs a person who neither edited nor reviewed. */
async function assertOther(
  trx: Tx,
  days: readonly ReviewDay[],
  userId: string,
  of: (key: ReviewKey) => { station: string; day: string },
): Promise<void> {
  const own = days.find(({ reviewedBy }) => reviewedBy === userId)
  const marked = own ? undefined : (await findMarkers(trx, days)).find((marker) => marker.userId === userId)
  const day = own ?? marked
  if (day) throw new AppError('review.same_person', { data: of(day) })
}
