import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

const MAX_FAILURES = 5
const FIRST_LOCK_S = 600
const LONGEST_LOCK_S = 7_200
/** A reserved attempt counts as a failure after this time: its process has died. */
const STALE_S = 30
/** security §2: failures per address and minute. */
const ADDRESS_FAILURES = 20
const ADDRESS_WINDOW_S = 60

/** The lock is on the name, regardless of how it is typed (security §2). */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

/** Stored in the database: a lock survives a restart and applies to every web process. */
export async function isLocked(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysLoginGuard')
    .select('usernameKey')
    .where('usernameKey', '=', key)
    .where('lockedUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Reserves an attempt on a name by counting it as a failure before it is judged, so that concurrent attempts cannot all
 * pass on the same count.
 *
 * @returns false while the name is locked, or while as many attempts are in flight as failures are left
 */
export async function reserveAttempt(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql`
    insert into sys_login_guard as guard (username_key, failures) values (${key}, 1)
    on conflict (username_key) do update set failures = least(guard.failures + 1, ${MAX_FAILURES}), updated_at = now()
    where (guard.locked_until is null or guard.locked_until <= now())
      and (guard.failures < ${MAX_FAILURES} or guard.updated_at < now() - make_interval(secs => ${STALE_S}))
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * Called when a reserved attempt failed. The fifth consecutive failure locks for 10 minutes, each further lock for
 * twice as long, up to 2 hours.
 */
export async function lockAfterFailure(db: Db, key: string): Promise<void> {
  await sql`
    update sys_login_guard set
      failures = 0,
      lock_count = lock_count + 1,
      locked_until = now() + make_interval(secs => least(${FIRST_LOCK_S} * power(2, lock_count), ${LONGEST_LOCK_S})),
      updated_at = now()
    where username_key = ${key} and failures >= ${MAX_FAILURES}`.execute(db)
}

/** Releases a reserved attempt that ended without a verdict. */
export async function giveAttemptBack(db: Db, key: string): Promise<void> {
  await sql`
    update sys_login_guard set failures = greatest(failures - 1, 0) where username_key = ${key}`.execute(db)
}

export async function clearFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sysLoginGuard').where('usernameKey', '=', key).execute()
}

/**
 * Reserves an attempt of an address before it is judged.
 *
 * @returns the reservation time, for {@link giveAddressBack}; undefined when the address has used up its failures per
 * minute, attempts in flight included
 */
export async function reserveAddress(db: Db, address: string): Promise<string | undefined> {
  const recent = sql`array(
    select at from unnest(guard.attempts) as at where at > clock_timestamp() - make_interval(secs => ${ADDRESS_WINDOW_S}))`
  const { rows } = await sql<{ at: string }>`
    insert into sys_address_guard as guard (address, attempts) values (${address}, array[clock_timestamp()])
    on conflict (address) do update set attempts = ${recent} || clock_timestamp(), updated_at = now()
    where cardinality(${recent}) < ${ADDRESS_FAILURES}
    returning attempts[cardinality(attempts)]::text as at`.execute(db)
  return rows[0]?.at
}

export async function giveAddressBack(db: Db, address: string, at: string): Promise<void> {
  await sql`
    update sys_address_guard set attempts = array_remove(attempts, ${at}::timestamptz) where address = ${address}`.execute(
    db,
  )
}

/** Deletes names and addresses without attempts for a day, including their lock counts. */
export async function deleteOldGuards(db: Db): Promise<void> {
  const yesterday = sql<Date>`now() - interval '1 day'`
  await db.deleteFrom('sysLoginGuard').where('updatedAt', '<', yesterday).execute()
  await db.deleteFrom('sysAddressGuard').where('updatedAt', '<', yesterday).execute()
}

const MAX_ADDRESSES = 10_000

export interface AddressLimit {
  readonly max: number
  readonly windowMs: number
}

/** Counts by address within a sliding window; kept in memory, for requests that are not security-critical. */
export function createAddressLimiter(now: () => number, { max, windowMs }: AddressLimit) {
  const counted = new Map<string, number[]>()
  const recentOf = (address: string) => (counted.get(address) ?? []).filter((atMs) => now() - atMs < windowMs)
  return {
    isOver: (address: string): boolean => recentOf(address).length >= max,
    count(address: string): void {
      if (counted.size >= MAX_ADDRESSES) counted.clear()
      counted.set(address, [...recentOf(address), now()].slice(-max))
    },
  }
}
