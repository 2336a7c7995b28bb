import { createHash } from 'node:crypto'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { Db, Tx } from '../../platform/db/db.ts'
import { readDayHeads, writeDayHead } from './day-heads.ts'
import {
  findHead,
  findLate,
  findStranger,
  findUnsealed,
  inChain,
  insertSeals,
  readChain,
  type SealableLine,
} from './seal.repository.ts'

const BATCH = 1_000
const GENESIS = Buffer.alloc(32)

export interface AuditChainDeps {
  readonly db: Db
  readonly dataDir: string
  /** Key that signs the heads stored outside the database. */
  readonly key: () => Buffer
  readonly now: () => number
}

const hashOf = (previous: Buffer, content: string) => createHash('sha256').update(previous).update(content).digest()

/** Seals new lines, and stores the head of the chain outside the database. @returns the number of sealed lines */
export async function sealLog({ db, dataDir, key, now }: AuditChainDeps): Promise<number> {
  // New lines first: late ones are found relative to the last sealed one.
  const sealed = (await sealAll(db, findUnsealed)) + (await sealAll(db, findLate))
  const head = await findHead(db)
  if (head && sealed > 0) {
    const day = calendarDayGmt8(now())
    await writeDayHead(dataDir, { day, seq: head.seq, hash: head.hash.toString('hex') }, key())
  }
  return sealed
}

/** Seals in batches, each in its own transaction. @returns the number of sealed lines */
async function sealAll(db: Db, find: typeof findUnsealed): Promise<number> {
  let sealed = 0
  for (;;) {
    const count = await inChain(db, async (trx) => {
      const lines = await find(trx, BATCH)
      if (lines.length > 0) await append(trx, lines)
      return lines.length
    })
    sealed += count
    if (count < BATCH) return sealed
  }
}

async function append(trx: Tx, lines: readonly SealableLine[]): Promise<void> {
  const head = await findHead(trx)
  let [seq, hash] = [BigInt(head?.seq ?? 0), head?.hash ?? GENESIS]
  const seals = lines.map(({ id, content }) => {
    seq += 1n
    hash = hashOf(hash, content)
    return { seq: String(seq), logId: id, hash }
  })
  await insertSeals(trx, seals)
}

export type AuditVerdict =
  | { readonly isWhole: true; readonly lines: number }
  | { readonly isWhole: false; readonly lines: number; readonly fault: string }

/**
 * Recomputes the whole chain and compares it with the heads stored outside; reports the first fault.
 *
 * @throws the abort reason of `signal`, between two batches
 */
export async function verifyLog(
  { db, dataDir, key }: Omit<AuditChainDeps, 'now'>,
  signal?: AbortSignal,
): Promise<AuditVerdict> {
  const heads = await readDayHeads(dataDir, key())
  const forged = heads.find(({ isGenuine }) => !isGenuine)
  if (forged) return { isWhole: false, lines: 0, fault: `${forged.day} 的日终签名不正确` }
  const wanted = new Map(heads.map((head) => [head.seq, head]))
  let [seq, hash, lines] = ['0', GENESIS, 0]
  const broken = (fault: string): AuditVerdict => ({ isWhole: false, lines, fault })
  for (;;) {
    signal?.throwIfAborted()
    const part = await readChain(db, seq, BATCH)
    for (const line of part) {
      if (BigInt(line.seq) !== BigInt(seq) + 1n) return broken(`第 ${BigInt(seq) + 1n} 个封存记录已被删除`)
      if (line.content === null) return broken(`日志 ${line.logId} 已被删除`)
      hash = hashOf(hash, line.content)
      if (!hash.equals(line.hash)) return broken(`日志 ${line.logId} 已被修改`)
      const head = wanted.get(line.seq)
      if (head && head.hash !== hash.toString('hex')) return broken(`日志 ${line.logId} 与 ${head.day} 的日终签名不符`)
      seq = line.seq
      lines += 1
    }
    if (part.length < BATCH) break
  }
  const lost = heads.find((head) => BigInt(head.seq) > BigInt(seq))
  if (lost) return broken(`${lost.day} 之前封存的日志已被删除`)
  const stranger = await findStranger(db)
  if (stranger !== undefined) return broken(`日志 ${stranger} 是事后插入的`)
  return { isWhole: true, lines }
}
