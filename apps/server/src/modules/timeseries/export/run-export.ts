import { createHash } from 'node:crypto'
import { DEFAULT_MAX_POINTS } from '@natim/contract/constants'
import { type ExportFormat, MAX_EXPORT_POINTS } from '@natim/contract/mon/ts-export'
import type { Db } from '../../../platform/db/db.ts'
import type { FileDraft, FileStore } from '../../../platform/files/file-store.ts'
import { newId } from '../../../platform/id.ts'
import { XLSX_CONTENT_TYPE } from '../../../platform/xlsx.ts'
import { limitsIn, limitsOver, loadLimitBook } from '../../limit/index.ts'
import { findKnown } from '../known-channels.ts'
import { findNotes } from '../note/note.repository.ts'
import { planReading } from '../plan.ts'
import { openCsv } from './csv-writer.ts'
import { type ExportBody, type ExportedFile, type ExportTask, findScope, withSnapshot } from './export.repository.ts'
import { type HeadLine, headOf } from './head.ts'
import { openParquet } from './parquet-writer.ts'
import { type ExportedChannel, readPoints } from './points.ts'
import { ExportRefusal } from './refusal.ts'
import type { PointWriter, Sink } from './writer.ts'
import { openXlsx } from './xlsx-writer.ts'

export const MIME_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: XLSX_CONTENT_TYPE,
  parquet: 'application/vnd.apache.parquet',
}

const OPEN: Readonly<Record<ExportFormat, (sink: Sink, head: readonly HeadLine[]) => Promise<PointWriter>>> = {
  csv: openCsv,
  xlsx: openXlsx,
  parquet: openParquet,
}

export interface ExportDeps {
  readonly db: Db
  readonly store: FileStore
  readonly now: () => number
}

/** @param done 0–1. Resolves to false to stop. */
export type Report = (done: number) => Promise<boolean>

/**
 * Writes the file of a task from one database snapshot. Channel access is checked now, not as of the request.
 *
 * @returns undefined when `report` stopped it
 * @throws ExportRefusal with a message for the user
 */
export async function runExport(
  { db, store, now }: ExportDeps,
  { id, userId, body, format }: Omit<ExportTask, 'touchedAt'>,
  report: Report,
): Promise<ExportedFile | undefined> {
  const storeKey = `exports/${id}_${newId()}.${format}`
  const draft = await store.draft(storeKey, MIME_TYPES[format])
  try {
    const written = await writePoints(db, draft, { userId, body, format, nowMs: now() }, report)
    if (written === undefined) await draft.abandon()
    else await draft.commit()
    return written && { storeKey, ...written }
  } catch (error) {
    await draft.abandon()
    throw error
  }
}

interface Job {
  readonly userId: string
  readonly body: ExportBody
  readonly format: ExportFormat
  readonly nowMs: number
}

function writePoints(
  db: Db,
  draft: FileDraft,
  { userId, body, format, nowMs }: Job,
  report: Report,
): Promise<Omit<ExportedFile, 'storeKey'> | undefined> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  const sink: Sink = async (bytes) => {
    hash.update(bytes)
    sizeBytes += bytes.length
    await draft.write(bytes)
  }
  const span = { fromMs: body.from, toMs: body.to }
  return withSnapshot(db, async (trx, snapshot) => {
    const channels = await findExported(trx, userId, body, nowMs)
    const limitsOf = limitsIn(await loadLimitBook(trx))
    const withLimits = channels.map((exported) => ({
      ...exported,
      limits: limitsOver(limitsOf, exported.channel, span.fromMs, span.toMs),
    }))
    const notes = await findNotes(trx, body.channels, span)
    const writer = await OPEN[format](sink, headOf({ span, snapshot, notes, channels: withLimits }))
    let rows = 0
    for (const [index, exported] of channels.entries()) {
      for await (const chunk of readPoints(trx, exported, span, nowMs)) {
        rows += chunk.tsMs.length
        if (rows > MAX_EXPORT_POINTS) throw new ExportRefusal(`超过 ${MAX_EXPORT_POINTS} 个数据点，请缩小范围`)
        await writer.write(chunk)
        if (!(await report((index + chunk.done) / channels.length))) return undefined
      }
    }
    await writer.end()
    return { rows, sizeBytes, sha256: hash.digest() }
  })
}

/** @throws ExportRefusal when a channel no longer exists or is not visible */
async function findExported(db: Db, userId: string, { channels: nos, from, to, agg }: ExportBody, nowMs: number) {
  const scope = await findScope(db, userId)
  const found = scope ? await findKnown(db, scope, nos) : []
  const byNo = new Map(found.map((channel) => [channel.channelNo, channel]))
  const channels = nos.flatMap((no) => byNo.get(no) ?? [])
  if (channels.length < nos.length) throw new ExportRefusal('有通道已不存在或无权查看')
  if (agg !== 'auto') return channels.map((channel): ExportedChannel => ({ channel, level: agg }))
  // The levels that the chart of the same range would use.
  const plans = await planReading(db, channels, { fromMs: from, toMs: to, maxPoints: DEFAULT_MAX_POINTS, agg }, nowMs)
  const levels = new Map(plans.flatMap(({ level, channels: of }) => of.map(({ channelNo }) => [channelNo, level])))
  return channels.map((channel): ExportedChannel => ({ channel, level: levels.get(channel.channelNo) ?? 'raw' }))
}
