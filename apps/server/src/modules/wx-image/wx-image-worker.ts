import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Sealer } from '../../platform/seal/seal.ts'
import { WxError, type WxGateway } from '../wx/index.ts'
import { ANSWER_WITHIN_MS, senderContext } from './callback/take-message.ts'
import { createFactsReader } from './screen/facts-reader.ts'
import { screenImage } from './screen-image.ts'
import { type ClaimedReply, claimImage, claimReply, endReply, forgetSenders } from './worker.repository.ts'

export interface WxImageWorkerOptions {
  readonly db: Db
  readonly log: Log
  readonly gateway: Pick<WxGateway, 'fetchMedia' | 'sendText'>
  readonly store: FileStore
  readonly sealer: Sealer
  readonly clock?: Clock
}

export interface WxImageWorker {
  /** Processes all due pictures and replies. */
  look(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 2 * SECOND_MS
const MAX_TRIES = 6

/**
 * Fetches and screens pictures, and sends replies. Any number of processes may run a worker: each step is done by one
 * of them.
 */
export function startWxImageWorker(options: WxImageWorkerOptions): WxImageWorker {
  const { db, log, clock = systemClock } = options
  const reader = createFactsReader()
  let forgotMs = 0
  const part = repeat(
    { clock, everyMs: TICK_MS, log, failure: 'pictures of the public account were not looked at and are later' },
    async (signal) => {
      while (!signal.aborted) {
        const image = await claimImage(db, new Date(clock.now()))
        if (image === undefined) break
        await screenImage({ ...options, reader, now: clock.now }, image).catch((error: unknown) =>
          // A failing picture does not hold up the others.
          log.warn({ err: error, image: image.no }, 'image step failed'),
        )
      }
      while (!signal.aborted) {
        const reply = await claimReply(db, new Date(clock.now()))
        if (reply === undefined) break
        await send(options, reply, clock.now())
      }
      if (clock.now() - forgotMs > HOUR_MS) {
        forgotMs = clock.now()
        await forgetSenders(db, new Date(forgotMs - ANSWER_WITHIN_MS))
      }
    },
  )
  return {
    look: part.look,
    async stop() {
      await part.stop()
      await reader.stop()
    },
  }
}

/** If a worker dies while sending, the reply is sent again after the lease: at least once. */
async function send({ db, gateway, sealer, log }: WxImageWorkerOptions, reply: ClaimedReply, nowMs: number) {
  if (reply.openidSealed === null)
    return endReply(db, reply.id, { state: 'failed', trouble: '已超过 48 小时，无法回复' })
  try {
    await gateway.sendText(sealer.open(reply.openidSealed, senderContext(reply.imageId)), reply.text)
    await endReply(db, reply.id, { state: 'sent', sentAt: new Date(nowMs) })
  } catch (error) {
    log.warn({ err: error, reply: reply.id }, 'reply to the sender failed')
    const trouble = error instanceof WxError ? error.message.slice(0, 200) : '公众号暂时无法连接'
    const isOver = reply.tries + 1 >= MAX_TRIES || (error instanceof WxError && !error.isPassing)
    await endReply(
      db,
      reply.id,
      isOver
        ? { state: 'failed', trouble }
        : { state: 'sending', trouble, dueAt: new Date(nowMs + MINUTE_MS * 2 ** reply.tries) },
    )
  }
}
