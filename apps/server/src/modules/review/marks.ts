import { MARK_REASON } from '@natim/contract/dict'
import { MAX_MARKED_DAYS, type MarkForm, RAW_KEPT_DAYS } from '@natim/contract/mon/sample-mark'
import { QUALITY } from '@natim/domain/quality'
import type { MarkBit } from '@natim/domain/sample-mark'
import { bucketEnd, DAY_MS, formatGmt8, SECOND_MS, statDayGmt8 } from '@natim/domain/time'
import { authorOf } from '../../platform/auth/session-user.ts'
import type { Bus, CommitRef } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, OPERATE, writeOperation } from '../../platform/journal.ts'
import type { DataScope } from '../../platform/scope.ts'
import { type ChannelRecord, findChannels } from '../overview/index.ts'
import type { SampleSpan } from '../sample/index.ts'
import {
  followMarks,
  insertMark,
  lockChannels,
  raiseManualMarks,
  updateMarkCount,
  upsertStale,
} from '../sample-mark/index.ts'
import { countBatch, findBatch, findUndoer, undoMarks } from './mark-list.repository.ts'
import {
  findStationsOf,
  insertReviewLines,
  lockReviewDays,
  type ReviewKey,
  updateReviewDays,
} from './review-day.repository.ts'

/** Limit of one transaction, which takes about ten seconds. */
const MAX_SAMPLES = 200_000

export interface MarkDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
}

/** The channels; not found when any is missing or outside the scope. */
export async function channelsInScope(
  db: Db,
  scope: DataScope,
  channelNos: readonly number[],
): Promise<ChannelRecord[]> {
  const wanted = [...new Set(channelNos)]
  const channels = await findChannels(db, scope, { channelNos: wanted })
  if (channels.length < wanted.length) throw new AppError('row.not_found')
  return channels
}

/** @throws AppError when a span is empty, too long, or its samples are gone */
export function assertMarkable(channels: readonly ChannelRecord[], fromMs: number, toMs: number, nowMs: number): void {
  if (toMs <= fromMs) throw new AppError('ts.range_inverted')
  if (toMs - fromMs > MAX_MARKED_DAYS * DAY_MS) throw new AppError('mark.too_long', { data: { days: MAX_MARKED_DAYS } })
  if (fromMs < nowMs - RAW_KEPT_DAYS * DAY_MS)
    throw new AppError('mark.past_retention', { data: { days: RAW_KEPT_DAYS } })
  const samples = channels.reduce((sum, { periodS }) => sum + (toMs - fromMs) / (Math.max(1, periodS) * SECOND_MS), 0)
  if (samples > MAX_SAMPLES) throw new AppError('mark.too_many', { data: { max: MAX_SAMPLES } })
}

/** GMT+8 days of samples with fromMs < ts <= toMs. */
function daysOf(fromMs: number, toMs: number): string[] {
  const days: string[] = []
  for (let endMs = bucketEnd(fromMs + 1, DAY_MS); endMs - DAY_MS < toMs; endMs += DAY_MS) days.push(statDayGmt8(endMs))
  return days
}

/**
 * Refuses approved days and resets reviewed ones to automatic. The days stay locked until the transaction ends, so that
 * none is approved during the change.
 */
export async function openReviewDays(
  trx: Tx,
  actor: Actor,
  spans: readonly Omit<SampleSpan, 'channelNo'>[],
  atMs: number,
): Promise<void> {
  const stations = await findStationsOf(trx, [...new Set(spans.map(({ deviceNo }) => deviceNo))])
  const keys = stations.flatMap(({ deviceNo, stationId }) =>
    spans
      .filter((span) => span.deviceNo === deviceNo)
      .flatMap(({ fromMs, toMs }) => daysOf(fromMs, toMs).map((day): ReviewKey => ({ stationId, day }))),
  )
  const days = await lockReviewDays(trx, keys)
  const approved = days.find(({ state }) => state === 'approved')
  if (approved) {
    const station = stations.find(({ stationId }) => stationId === approved.stationId)?.name ?? ''
    throw new AppError('review.approved', { data: { station, day: approved.day, name: approved.approvedName ?? '' } })
  }
  const reviewed = days.filter(({ state }) => state === 'reviewed')
  if (reviewed.length === 0) return
  await updateReviewDays(trx, reviewed, { state: 'auto', userId: null, name: null, at: null })
  const { userId, realname } = authorOf(actor.user)
  await insertReviewLines(
    trx,
    reviewed.map(({ stationId, day }) => ({
      id: newId(),
      stationId,
      day,
      action: 'revise',
      note: '数据已修订，退回待审',
      userId,
      userName: realname,
      at: new Date(atMs),
    })),
  )
}

const textOf = (fromMs: number, toMs: number) => `${formatGmt8(fromMs)} 至 ${formatGmt8(toMs)}`

/** Decisions of users about samples: bits and everything derived from them, in one transaction. */
export const createMarks = ({ db, bus, now }: MarkDeps) => ({
  async make(actor: Actor, bit: MarkBit, { channelNos, from, to, reason, note }: MarkForm) {
    const nowMs = now()
    const channels = await channelsInScope(db, actor.user.scope, channelNos)
    // Decisions about the future are not possible.
    const toMs = Math.min(to, nowMs)
    assertMarkable(channels, from, toMs, nowMs)
    const { userId, realname } = authorOf(actor.user)
    const batchId = newId()
    const spans = channels.map(({ deviceNo, channelNo }): SampleSpan => ({ deviceNo, channelNo, fromMs: from, toMs }))
    const { n, commits } = await db.transaction().execute(async (trx) => {
      await lockChannels(trx, channelNos)
      await openReviewDays(trx, actor, spans, nowMs)
      let changed = 0
      for (const span of spans) {
        const id = newId()
        const madeBy = { madeBy: userId, madeName: realname, madeAt: new Date(nowMs) }
        await insertMark(trx, { id, batchId, ...span, bit, reason, note, n: 0, ...madeBy })
        const own = await followMarks(trx, span, nowMs)
        await updateMarkCount(trx, id, own)
        changed += own
      }
      if (changed === 0) throw new AppError('mark.nothing')
      const done = await followUp(trx, spans, nowMs)
      const verb = bit === QUALITY.manuallyInvalid ? '置为无效' : '判为有效'
      await writeOperation(trx, actor, {
        content: `${verb} ${channels.length} 个通道 ${textOf(from, toMs)} 的 ${changed} 个样本：${MARK_REASON[reason]}，${note}`,
        operateType: OPERATE.edit,
        objectId: batchId,
      })
      return { n: changed, commits: done }
    })
    tell(bus, commits)
    return { batchId, n }
  },

  async undo(actor: Actor, batchId: string) {
    const nowMs = now()
    const { scope, permissions } = actor.user
    const { userId, realname } = authorOf(actor.user)
    const { n, commits } = await db.transaction().execute(async (trx) => {
      const marks = await findBatch(trx, scope, batchId)
      if (marks.length === 0 || marks.length < (await countBatch(trx, batchId))) throw new AppError('row.not_found')
      const isValidation = marks.some(({ bit }) => bit === QUALITY.manuallyValid)
      if (isValidation && !permissions.has('mon:ts:validate')) throw new AppError('permission.denied')
      await lockChannels(
        trx,
        marks.map(({ channelNo }) => channelNo),
      )
      await openReviewDays(trx, actor, marks, nowMs)
      const undone = { undoneBy: userId, undoneName: realname, undoneAt: new Date(nowMs) }
      if ((await undoMarks(trx, batchId, undone)) === 0)
        throw new AppError('mark.undone', { data: { name: await findUndoer(trx, batchId) } })
      let changed = 0
      for (const span of marks) changed += await followMarks(trx, span, nowMs)
      const done = await followUp(trx, marks, nowMs)
      const [first] = marks
      await writeOperation(trx, actor, {
        content: `撤销标记：${marks.length} 个通道 ${first ? textOf(first.fromMs, first.toMs) : ''} 的 ${changed} 个样本`,
        operateType: OPERATE.edit,
        objectId: batchId,
      })
      return { n: changed, commits: done }
    })
    tell(bus, commits)
    return { batchId, n }
  },
})

/** Marks everything derived from these samples for recomputation: rollups, then past alarms. */
export async function followUp(trx: Tx, spans: readonly SampleSpan[], nowMs: number): Promise<CommitRef[]> {
  await upsertStale(trx, spans, nowMs)
  return raiseManualMarks(trx, spans)
}

/** Publishes commits without points to followers of the stream sequences, which would otherwise see a lost commit. */
export function tell(bus: Bus, commits: readonly CommitRef[]): void {
  bus.publish('points', { commits, deviceIds: [], channelNos: [], tsMs: [], values: [], flags: [] })
}
