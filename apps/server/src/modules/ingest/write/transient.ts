import { errorDetailsOf } from '../../../platform/errors.ts'

/**
 * Transient SQLSTATEs: connection, resources, operator intervention, rollback, lock, I/O, read-only after a failover;
 * 23514 means a missing partition, which the next attempt creates.
 */
const TRANSIENT_STATE = /^(?:08|53|57|40)|^(?:55P03|25006|58030|23514)$/
const TRANSIENT_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
])
/** node-postgres raises its own errors without a code. */
const TRANSIENT_TEXT =
  /Connection terminated|timeout exceeded|connection error|not queryable|Premature close|Query read timeout|Cannot use a pool/

/** Citus passes on a node's message, but not always its code. */
const DUPLICATE_KEY = /^duplicate key value violates unique constraint/
const NO_PARTITION = /^no partition of relation/
const DEADLOCK = /^deadlock detected|involved in a distributed deadlock/

/** Whether one of the rows has been stored already. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, message } = errorDetailsOf(error)
  return code === '23505' || DUPLICATE_KEY.test(message)
}

/** Whether a retry may succeed: the database is unavailable, full or busy, and the data is not at fault. */
export function isTransient(error: unknown): boolean {
  const { code, message } = errorDetailsOf(error)
  if (code !== undefined && (TRANSIENT_STATE.test(code) || TRANSIENT_SYSTEM.has(code))) return true
  return [TRANSIENT_TEXT, NO_PARTITION, DEADLOCK].some((text) => text.test(message))
}
