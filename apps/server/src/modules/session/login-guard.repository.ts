import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

const MAX_FAILURES = 5
const FIRST_LOCK_S = 600
const LONGEST_LOCK_S = 7_200

/** The lock is on the name, however it is typed (security §2). */
export function usernameKey(username: string): string {
  return username.trim().normalize('NFKC').toLowerCase()
}

/** Held in the database: it survives a restart and holds for every web process. */
export async function isLocked(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('sysLoginGuard')
    .select('usernameKey')
    .where('usernameKey', '=', key)
    .where('lockedUntil', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row !== undefined
}

/** The fifth failure in a row locks for 10 minutes, each further lock for twice as long, up to 2 hours. */
export async function countFailure(db: Db, key: string): Promise<void> {
  await sql`
    insert into sys_login_guard as guard (username_key, failures) values (${key}, 1)
    on conflict (username_key) do update set
      failures = case when guard.failures + 1 >= ${MAX_FAILURES} then 0 else guard.failures + 1 end,
      lock_count = case when guard.failures + 1 >= ${MAX_FAILURES} then guard.lock_count + 1 else guard.lock_count end,
      locked_until = case when guard.failures + 1 >= ${MAX_FAILURES}
        then now() + make_interval(secs => least(${FIRST_LOCK_S} * power(2, guard.lock_count), ${LONGEST_LOCK_S}))
        else guard.locked_until end,
      updated_at = now()`.execute(db)
}

export async function clearFailures(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sysLoginGuard').where('usernameKey', '=', key).execute()
}

const MAX_ADDRESSES = 10_000

export interface AddressLimit {
  readonly max: number
  readonly windowMs: number
}
/** security §2: failures to sign in. */
const FAILURES: AddressLimit = { max: 20, windowMs: 60_000 }

/** Counts by address within a sliding minute; in memory because it lives for a minute only. */
export function createAddressLimiter(now: () => number, { max, windowMs }: AddressLimit = FAILURES) {
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
