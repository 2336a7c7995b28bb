import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'

/** Devices are assigned to streams by their number. */
export const STREAMS = 16
export const streamOf = (deviceNo: number): number => deviceNo % STREAMS

export interface Lease {
  readonly stream: number
  readonly epoch: number
}

const LEASE = sql`interval '10 seconds'`

/** A process that receives devices. */
export interface Listener {
  readonly id: string
  readonly isListening: boolean
  /** Connections it has just lost. */
  readonly losses: number
}

/** Announces this process; @returns all live processes. */
export async function announceListener(db: Db, { id, isListening, losses }: Listener): Promise<Listener[]> {
  await sql`
    insert into mon_listener (id, until, is_listening, losses) values (${id}, now() + ${LEASE}, ${isListening}, ${losses})
    on conflict (id) do update set until = excluded.until, is_listening = excluded.is_listening,
      losses = excluded.losses`.execute(db)
  await sql`delete from mon_listener where until < now() - interval '1 hour'`.execute(db)
  const { rows } = await sql<Listener>`
    select id, is_listening, losses from mon_listener where until > now() order by id`.execute(db)
  return rows
}

/** Extends a process's leases, gives back those above its share and takes free ones up to it. */
export function exchangeLeases(db: Db, id: string, share: number): Promise<Lease[]> {
  return db.transaction().execute(async (trx) => {
    const { rows: held } = await sql<Lease>`
      update mon_stream set until = now() + ${LEASE} where owner = ${id} returning stream, epoch::float8`.execute(trx)
    held.sort((a, b) => a.stream - b.stream)
    const kept = held.slice(0, share)
    const surplus = held.slice(share)
    if (surplus.length > 0) {
      await sql`
        update mon_stream set owner = null, until = '1970-01-01Z'
        where stream = any(${surplus.map(({ stream }) => stream)}::int[])`.execute(trx)
    }
    const missing = share - kept.length
    if (missing <= 0) return kept
    const { rows: taken } = await sql<Lease>`
      update mon_stream set owner = ${id}, epoch = epoch + 1, until = now() + ${LEASE}
      where stream in (
        select stream from mon_stream where until < now() order by stream limit ${missing} for update skip locked
      )
      returning stream, epoch::float8`.execute(trx)
    return [...kept, ...taken]
  })
}

export async function giveUp(db: Db, id: string): Promise<void> {
  await sql`update mon_stream set owner = null, until = '1970-01-01Z' where owner = ${id}`.execute(db)
  await sql`delete from mon_listener where id = ${id}`.execute(db)
}

/** Locks and returns the epochs of streams until the transaction ends. */
export async function holdEpochs(trx: Tx, streams: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<Lease>`
    select stream, epoch::float8 from mon_stream where stream = any(${[...streams]}::int[]) order by stream for share`.execute(
    trx,
  )
  return new Map(rows.map(({ stream, epoch }) => [stream, epoch]))
}
