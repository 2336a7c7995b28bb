/**
 * SQLSTATE that pass: connection, resources, operator intervention, rollback, lock, I/O, read-only after a failover;
 * 23514 is what a missing partition answers, and the next attempt makes it.
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
/** node-postgres gives its own failures no code. */
const TRANSIENT_TEXT =
  /Connection terminated|timeout exceeded|connection error|not queryable|Premature close|Query read timeout|Cannot use a pool/

/** Citus passes the words of a node on, and not always its code. */
const DUPLICATE_KEY = /^duplicate key value violates unique constraint/
const NO_PARTITION = /^no partition of relation/

/** Whether somebody has stored one of the rows already. */
export function isDuplicateKey(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === '23505' || DUPLICATE_KEY.test(message ?? '')
}

/** Whether trying the same again later may work: the database is away, full or busy, and the data is not at fault. */
export function isTransient(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== undefined && (TRANSIENT_STATE.test(code) || TRANSIENT_SYSTEM.has(code))) return true
  return TRANSIENT_TEXT.test(message ?? '') || NO_PARTITION.test(message ?? '')
}
