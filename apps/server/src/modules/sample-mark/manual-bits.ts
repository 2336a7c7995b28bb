import { manualBits } from '@natim/domain/sample-mark'
import type { Db, Tx } from '../../platform/db/db.ts'
import { openSpan, type SampleSpan } from '../sample/index.ts'
import {
  findMarkedSpans,
  findMarksInForce,
  hasOtherBits,
  lockChannels,
  updateManualBits,
  upsertStale,
} from './mark.repository.ts'

/**
 * Sets the samples of a span to the bits of the marks in force. The channel must be locked.
 *
 * @returns how many samples changed.
 */
export async function followMarks(trx: Tx, span: SampleSpan, nowMs: number): Promise<number> {
  await openSpan(trx, span, nowMs)
  let changed = 0
  for (const { bit, ...part } of manualBits(await findMarksInForce(trx, span), span.fromMs, span.toMs))
    changed += await updateManualBits(trx, { ...span, ...part }, bit)
  return changed
}

/** Spans whose samples lack the bits of a mark in force because they were stored after it was made. */
export async function findUnmarked(
  db: Db,
  spans: readonly { readonly deviceNo: number; readonly loMs: number; readonly hiMs: number }[],
): Promise<SampleSpan[]> {
  const unmarked: SampleSpan[] = []
  for (const span of await findMarkedSpans(db, spans)) {
    for (const { bit, ...part } of manualBits(await findMarksInForce(db, span), span.fromMs, span.toMs)) {
      if (bit !== 0 && (await hasOtherBits(db, { ...span, ...part }, bit))) unmarked.push({ ...span, ...part })
    }
  }
  return unmarked
}

/** Marks these samples, taking locks in the order of all sample writers. */
export async function markLateSamples(db: Db, spans: readonly SampleSpan[], nowMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockChannels(
      trx,
      spans.map(({ channelNo }) => channelNo),
    )
    for (const span of spans) await followMarks(trx, span, nowMs)
    await upsertStale(trx, spans, nowMs)
  })
}
