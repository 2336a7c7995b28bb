import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReportFormat } from '@natim/contract/mon/mon-report.resource'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ByteRange, FileStore } from '../../platform/files/file-store.ts'
import { newId } from '../../platform/id.ts'
import { createLimiter } from '../../platform/limiter.ts'
import { PdfError, type PdfPrinter } from '../../platform/print/pdf-printer.ts'
import { deleteFile, findExpiredFiles, findFile, insertFile } from './file.repository.ts'
import { toHtml } from './render/html.ts'
import { type Paper, REPORT_MIME } from './render/rendered.ts'
import { toCsv, toWorkbook } from './render/sheets.ts'

/** Maximum concurrent print browsers per process. */
const PRINTS_AT_ONCE = 1
const PRINTS_WAITING = 5
const SWEPT_AT_ONCE = 100

export interface ReportFilesDeps {
  readonly db: Db
  readonly store: FileStore
  readonly printer: PdfPrinter
}

/** Content of a report in one format. */
interface ReportFile {
  readonly fileSize: number
  readonly sha256: Buffer
  readonly createTime: Date
  open(range?: ByteRange): Promise<Readable>
}

/**
 * Files of runs, generated from their documents on demand and kept for a week. The head (已被修订, 数据已修订) changes
 * over time, so pages are rendered each time; sheets and PDF are kept as sent out.
 */
export function createReportFiles({ db, store, printer }: ReportFilesDeps) {
  const prints = createLimiter({ atOnce: PRINTS_AT_ONCE, waiting: PRINTS_WAITING })

  async function bytesOf(paper: Paper, format: Exclude<ReportFormat, 'html'>): Promise<Buffer> {
    if (format === 'csv') return toCsv(paper)
    if (format === 'xlsx') return toWorkbook(paper)
    return prints.take(() => printer.print(toHtml(paper)))
  }

  /** Writes under a unique name; of concurrent ones a single file is kept. */
  async function make(runId: string, paper: Paper, format: ReportFormat): Promise<void> {
    if (format === 'html') return
    const bytes = await bytesOf(paper, format)
    const storeKey = `reports/${runId}_${newId()}.${format}`
    await store.put(storeKey, bytes, REPORT_MIME[format])
    if (!(await insertFile(db, { runId, format, storeKey, sizeBytes: bytes.length, sha256: sha256Of(bytes) })))
      await store.remove(storeKey)
  }

  return {
    make,

    /** @throws AppError monReport.no_pdf */
    async open(runId: string, paper: Paper, format: ReportFormat): Promise<ReportFile> {
      if (format === 'html') return pageOf(paper)
      try {
        if ((await findFile(db, runId, format)) === undefined) await make(runId, paper, format)
      } catch (error) {
        if (error instanceof PdfError) throw new AppError('monReport.no_pdf', { data: { reason: error.message } })
        throw error
      }
      const file = await findFile(db, runId, format)
      if (file === undefined) throw new AppError('row.not_found')
      const { sizeBytes, sha256, createTime, storeKey } = file
      return { fileSize: Number(sizeBytes), sha256, createTime, open: (range) => store.open(storeKey, range) }
    },

    /** File first: a remaining row is swept again, an orphaned file never would be. */
    async sweep(): Promise<void> {
      for (const { runId, format, storeKey } of await findExpiredFiles(db, SWEPT_AT_ONCE)) {
        await store.remove(storeKey)
        await deleteFile(db, runId, format)
      }
    },
  }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** Rendered with the current head. */
function pageOf(paper: Paper): ReportFile {
  const bytes = Buffer.from(toHtml(paper))
  return {
    fileSize: bytes.length,
    sha256: sha256Of(bytes),
    createTime: new Date(paper.doneMs),
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

export type ReportFiles = ReturnType<typeof createReportFiles>
