import { OPERATION_LOG, writeAudit } from '../../platform/audit.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { newId } from '../../platform/id.ts'
import { toSealed } from './alarm.mapper.ts'
import { isChainWhole } from './alarm-log.ts'
import {
  digestOf,
  findEnds,
  findForgedBatch,
  findLogs,
  findLost,
  findSeals,
  inSnapshot,
  insertSeals,
  lockSealing,
  SEAL_LINE,
} from './chain-audit.repository.ts'

const BATCH = 500

export type ChainVerdict =
  | { readonly isWhole: true; readonly alarms: number }
  | { readonly isWhole: false; readonly alarms: number; readonly fault: string }

/**
 * Recomputes the chain of every alarm, compares it with earlier seals, and seals intact chains: from then on that part
 * cannot be rewritten unnoticed. Reports the first fault.
 *
 * @throws the abort reason of `signal`, between two batches
 */
export async function auditAlarmChains(db: Db, signal?: AbortSignal): Promise<ChainVerdict> {
  const forged = await findForgedBatch(db)
  if (forged !== undefined) return { isWhole: false, alarms: 0, fault: `报警封存批次 ${forged} 已被修改` }
  const lost = await findLost(db)
  if (lost !== undefined) return { isWhole: false, alarms: 0, fault: `已封存的报警 ${lost} 已被删除` }
  let [afterId, alarms] = ['', 0]
  for (;;) {
    signal?.throwIfAborted()
    const part = await inSnapshot(db, (trx) => auditPart(trx, afterId))
    alarms += part.whole
    if (part.fault !== undefined) return { isWhole: false, alarms, fault: part.fault }
    if (part.lastId === undefined) return { isWhole: true, alarms }
    afterId = part.lastId
  }
}

interface Part {
  readonly whole: number
  readonly fault?: string
  /** Undefined after the last batch. */
  readonly lastId?: string
}

async function auditPart(trx: Tx, afterId: string): Promise<Part> {
  await lockSealing(trx)
  const ends = await findEnds(trx, afterId, BATCH)
  const lastId = ends.at(-1)?.id
  if (lastId === undefined) return { whole: 0 }
  const ids = ends.map(({ id }) => id)
  const logs = groupBy(await findLogs(trx, ids), ({ alarmId }) => alarmId)
  const seals = groupBy(await findSeals(trx, ids), ({ alarmId }) => alarmId)
  const news: { id: string; logSeq: number; logHash: Buffer }[] = []
  for (const [index, end] of ends.entries()) {
    const rows = logs.get(end.id) ?? []
    const sealed = seals.get(end.id) ?? []
    const isAsSealed = sealed.every(({ logSeq, logHash }) => rows[logSeq - 1]?.hash.equals(logHash) === true)
    if (!isAsSealed || !isChainWhole(end, rows.map(toSealed)))
      return { whole: index, fault: `报警 ${end.no} 的处理记录已被修改` }
    const { id, logSeq, logHash } = end
    if (logHash && !sealed.some((seal) => seal.logSeq === logSeq)) news.push({ id, logSeq, logHash })
  }
  if (news.length > 0) await sealBatch(trx, news)
  return { whole: ends.length, lastId }
}

async function sealBatch(trx: Tx, ends: Parameters<typeof insertSeals>[2]): Promise<void> {
  const batch = newId()
  await insertSeals(trx, batch, ends)
  await writeAudit(trx, {
    logType: OPERATION_LOG,
    content: `封存报警处理记录 ${ends.length} 起`,
    success: true,
    objectId: SEAL_LINE,
    detail: { batch, digest: await digestOf(trx, batch) },
  })
}
