import { setTimeout as delay } from 'node:timers/promises'
import type { Db, Tx } from '../../platform/db/db.ts'
import { errorDetailsOf } from '../../platform/errors.ts'
import {
  assertAllPacked,
  becomePacker,
  cancelStatement,
  closeDay,
  type Day,
  deletePacks,
  deleteRows,
  emptyPartition,
  findBackend,
  findDayState,
  lockPartition,
  packRows,
  returnToSavepoint,
  setSavepoint,
  takeTouched,
  touchRows,
  unpackChannels,
} from './pack.repository.ts'
import type { Partition } from './partition-names.ts'

/** Channels repacked in one transaction, during which their day takes no samples. */
const CHANNELS_AT_ONCE = 100
const ALL = 2_147_483_647
const LOCK_NOT_AVAILABLE = '55P03'
const EMPTY_TRIES = 5
const EMPTY_PAUSE_MS = 200
const CANCEL_PAUSE_MS = 100

/**
 * Packs the rows of a finished day: all of them the first time, later only channels with new samples. If interrupted,
 * every sample is still stored exactly once.
 *
 * @param db without a statement timeout: a whole day takes minutes.
 * @param day a partition of `mon_sample`; that of `mon_sample_pack` exists.
 * @param signal cancels the current statement and ends packing.
 * @returns whether anything was packed.
 * @throws Error when samples were written concurrently without `openDays`; nothing is changed then.
 */
export async function packDay(db: Db, day: Partition, signal?: AbortSignal): Promise<boolean> {
  for (let hasPacked = false; ; hasPacked = true) {
    if (!(await inTransaction(db, signal, (trx) => packSome(trx, day)))) return hasPacked
  }
}

/** @returns whether anything was packed, so that more may be left. */
async function packSome(trx: Tx, day: Partition): Promise<boolean> {
  // The state is stable only while there is no other packer.
  if (!(await becomePacker(trx))) return false
  const { hasRows, hasPacks } = await findDayState(trx, day)
  if (!hasRows) return false
  await (hasPacks ? packAnew(trx, day) : packWhole(trx, day))
  return true
}

/**
 * Takes long, but writers may enter the day until its rows are removed: channels they touch are repacked at the end.
 */
async function packWhole(trx: Tx, day: Partition): Promise<void> {
  await packRows(trx, day)
  await closeAndEmpty(trx, day)
}

/**
 * Retries with a short lock timeout: readers hold the partition's lock while they read, and writers wait as long as
 * this does.
 */
async function closeAndEmpty(trx: Tx, day: Partition): Promise<void> {
  for (let left = EMPTY_TRIES; ; left--) {
    await setSavepoint(trx)
    try {
      await closeDay(trx, day)
      const touched = await takeTouched(trx, day, ALL)
      await deletePacks(trx, day, touched)
      await packRows(trx, day, touched)
      await lockPartition(trx, day.name)
      await assertAllPacked(trx, day)
      await emptyPartition(trx, day.name)
      return
    } catch (error) {
      if (errorDetailsOf(error).code !== LOCK_NOT_AVAILABLE || left === 0) throw error
    }
    await returnToSavepoint(trx)
    await delay(EMPTY_PAUSE_MS)
  }
}

/** Packs channels with new samples, a limited number at a time. */
async function packAnew(trx: Tx, day: Day): Promise<void> {
  await closeDay(trx, day)
  let touched = await takeTouched(trx, day, CHANNELS_AT_ONCE)
  if (touched.channelNos.length === 0) {
    // Rows written by hand are not noted.
    await touchRows(trx, day)
    touched = await takeTouched(trx, day, CHANNELS_AT_ONCE)
  }
  await unpackChannels(trx, day, touched)
  await packRows(trx, day, touched)
  await deleteRows(trx, day, touched)
}

async function inTransaction<T>(db: Db, signal: AbortSignal | undefined, work: (trx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const pid = await findBackend(trx)
    const stopCancelling = onceAborted(signal, () => cancelStatement(db, pid))
    try {
      signal?.throwIfAborted()
      return await work(trx)
    } finally {
      // A late cancel would hit the connection's next statement.
      await stopCancelling()
    }
  })
}

/**
 * Cancels repeatedly from the abort until stopped: a single request sent between two statements would have no effect,
 * and the second one would run to completion.
 */
function onceAborted(signal: AbortSignal | undefined, cancel: () => Promise<void>): () => Promise<void> {
  const done = new AbortController()
  let cancelling: Promise<void> | undefined
  const start = () => {
    cancelling = (async () => {
      while (!done.signal.aborted) {
        await cancel().catch(() => undefined)
        await delay(CANCEL_PAUSE_MS, undefined, { signal: done.signal }).catch(() => undefined)
      }
    })()
  }
  signal?.addEventListener('abort', start, { once: true })
  return async () => {
    signal?.removeEventListener('abort', start)
    done.abort()
    await cancelling
  }
}
