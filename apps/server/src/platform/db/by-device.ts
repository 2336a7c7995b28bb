import { type Kysely, type RawBuilder, sql } from 'kysely'
import { groupBy } from '../group-by.ts'
import type { Db } from './db.ts'

interface OfDevice {
  readonly deviceNo: number
}

/** Cached per pool: its adapter is the same in every transaction. */
const answers = new WeakMap<object, Promise<boolean>>()

/** Whether telemetry may be distributed over several nodes (Citus, see `distribute`). */
export function isOnCitus(db: Db): Promise<boolean> {
  const { adapter } = db.getExecutor()
  const known = answers.get(adapter)
  if (known) return known
  const answer = hasCitus(db)
  answers.set(adapter, answer)
  answer.catch(() => answers.delete(adapter))
  return answer
}

/** Whether the Citus extension is installed. */
export async function hasCitus<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/**
 * Queries all keys at once, or device by device on Citus, where a statement that looks up rows key by key must run on
 * the node of one device. Statements name the device with {@link deviceOf}.
 */
export async function byDevice<K extends OfDevice, R>(
  db: Db,
  keys: readonly K[],
  ask: (keys: readonly K[]) => Promise<readonly R[]>,
): Promise<R[]> {
  if (keys.length === 0) return []
  if (!(await isOnCitus(db))) return [...(await ask(keys))]
  const answered = await Promise.all([...groupBy(keys, ({ deviceNo }) => deviceNo).values()].map(ask))
  return answered.flat()
}

/** The device of the keys when they share one, else the expression that yields it per row. */
export function deviceOf(keys: readonly OfDevice[], rowByRow: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first] = keys
  return first && keys.every(({ deviceNo }) => deviceNo === first.deviceNo) ? sql`${first.deviceNo}::int` : rowByRow
}
