import { type Kysely, type RawBuilder, sql } from 'kysely'
import { groupBy } from '../group-by.ts'
import type { Db } from './db.ts'

interface OfDevice {
  readonly deviceNo: number
}

/** Asked once a pool: its adapter is the same in every transaction. */
const answers = new WeakMap<object, Promise<boolean>>()

/** Whether telemetry may lie on several nodes (Citus, see `distribute`). */
export function isOnCitus(db: Db): Promise<boolean> {
  const { adapter } = db.getExecutor()
  const known = answers.get(adapter)
  if (known) return known
  const answer = hasCitus(db)
  answers.set(adapter, answer)
  answer.catch(() => answers.delete(adapter))
  return answer
}

/** Whether the database has the extension. */
export async function hasCitus<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(db)
  return rows.length > 0
}

/**
 * Asks for all keys at once; on Citus device by device: there a statement that looks up rows key by key runs on the node of
 * one device, or not at all. Statements name the device by {@link deviceOf}.
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

/** The device of the keys when they have one in common, else the expression that holds it row by row. */
export function deviceOf(keys: readonly OfDevice[], rowByRow: RawBuilder<unknown>): RawBuilder<unknown> {
  const [first] = keys
  return first && keys.every(({ deviceNo }) => deviceNo === first.deviceNo) ? sql`${first.deviceNo}::int` : rowByRow
}
