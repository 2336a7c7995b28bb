import { createHash } from 'node:crypto'
import type { LogAction } from '../../db/columns.ts'

/** A log entry of an alarm that is not yet in the chain. */
export interface LogEntry {
  readonly tsMs: number
  /** `system`, or a username. */
  readonly actor: string
  readonly actorName: string
  readonly action: LogAction
  readonly from?: string | null
  readonly to?: string | null
  readonly note?: string | null
  readonly data?: Readonly<Record<string, unknown>>
}

export const SYSTEM = { actor: 'system', actorName: '系统' } as const

export interface SealedEntry extends LogEntry {
  readonly alarmId: string
  readonly seq: number
  readonly prevHash: Buffer | null
  readonly hash: Buffer
}

interface ChainEnd {
  readonly id: string
  readonly logSeq: number
  readonly logHash: Buffer | null
}

/** Appends an entry to the chain of its alarm: a later change or deletion of a row breaks the chain from there on. */
export function seal({ id, logSeq, logHash }: ChainEnd, entry: LogEntry): SealedEntry {
  const seq = logSeq + 1
  return { ...entry, alarmId: id, seq, prevHash: logHash, hash: hashOf(id, seq, logHash, entry) }
}

function hashOf(alarmId: string, seq: number, prevHash: Buffer | null, entry: LogEntry): Buffer {
  const { tsMs, actor, actorName, action, from = null, to = null, note = null, data = {} } = entry
  return createHash('sha256')
    .update(prevHash ?? Buffer.alloc(0))
    .update(JSON.stringify([alarmId, seq, tsMs, actor, actorName, action, from, to, note, sorted(data)]))
    .digest()
}

/** Sorted keys, because jsonb does not keep the key order. */
const sorted = (data: Readonly<Record<string, unknown>>) =>
  Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))

/** Whether rows, in `seq` order, form an unbroken chain up to the end stored in the alarm. */
export function isChainWhole(end: ChainEnd, rows: readonly SealedEntry[]): boolean {
  let logHash: Buffer | null = null
  for (const [index, row] of rows.entries()) {
    const expected = hashOf(end.id, index + 1, logHash, row)
    if (row.seq !== index + 1 || !expected.equals(row.hash)) return false
    logHash = expected
  }
  return rows.length === end.logSeq && (logHash === null ? end.logHash === null : end.logHash?.equals(logHash) === true)
}
