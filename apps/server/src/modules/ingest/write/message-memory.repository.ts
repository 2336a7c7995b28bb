import type { RememberedMessage } from './group.ts'
import type { Connection } from './sample.repository.ts'

/**
 * domain §6.3 step 5: a message without identity counts as a retry only if the transport flags it, within this time.
 */
const RESENT_WINDOW_S = 60

interface MemoryRow {
  readonly deviceNo: number
  /** hex */
  readonly key: string
}

const keysOf = (messages: readonly RememberedMessage[]) => [
  messages.map(({ memory }) => memory.deviceNo),
  messages.map(({ memory }) => memory.key),
]
const rxOf = (messages: readonly RememberedMessage[]) => messages.map(({ rxMs }) => rxMs)

/** Remembers messages of rule `once`. @returns those not remembered before. */
export async function rememberOnce(
  connection: Connection,
  messages: readonly RememberedMessage[],
): Promise<MemoryRow[]> {
  const { rows } = await connection.query<MemoryRow>({
    name: 'ingest-remember-once',
    text: `insert into mon_message_seen (device_id, key, seen_at)
      select d, k, to_timestamp(r / 1000) from unnest($1::int4[], $2::bytea[], $3::float8[]) as p (d, k, r)
      order by d, k
      on conflict do nothing
      returning device_id as "deviceNo", encode(key, 'hex') as key`,
    values: [...keysOf(messages), rxOf(messages)],
  })
  return rows
}

/** Which of these messages were received within the last minute. */
export async function findRecent(connection: Connection, messages: readonly RememberedMessage[]): Promise<MemoryRow[]> {
  const { rows } = await connection.query<MemoryRow>({
    name: 'ingest-find-recent',
    text: `select s.device_id as "deviceNo", encode(s.key, 'hex') as key
      from unnest($1::int4[], $2::bytea[], $3::float8[]) as p (d, k, r)
      join mon_message_seen s on s.device_id = p.d and s.key = p.k
      where s.seen_at > to_timestamp(p.r / 1000 - $4::float8)`,
    values: [...keysOf(messages), rxOf(messages), RESENT_WINDOW_S],
  })
  return rows
}

/** Remembers when a message was last received; one row per key. */
export async function rememberLast(connection: Connection, messages: readonly RememberedMessage[]): Promise<void> {
  await connection.query({
    name: 'ingest-remember-last',
    text: `insert into mon_message_seen (device_id, key, seen_at)
      select d, k, to_timestamp(r / 1000) from unnest($1::int4[], $2::bytea[], $3::float8[]) as p (d, k, r)
      order by d, k
      on conflict (device_id, key) do update set seen_at = greatest(mon_message_seen.seen_at, excluded.seen_at)`,
    values: [...keysOf(messages), rxOf(messages)],
  })
}
