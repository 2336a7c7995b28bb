import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { AppError, errorDetailsOf } from '../errors.ts'
import { createLimiter } from '../limiter.ts'
import { startThread } from '../thread.ts'
import { readCsvRows, textOfCsv } from './csv-rows.ts'
import type { SheetMessage, SheetOrder, SheetRow } from './sheet-messages.ts'

const THREAD = new URL('./sheet-worker.ts', import.meta.url)
const MEMORY_MB = 512
/** Time limit for reading a sheet (security §5); delivering its rows has no limit. */
const READ_WITHIN_MS = 20_000

/** Maximum concurrent threads, and sheets waiting for one. */
const limiter = createLimiter({ atOnce: 2, waiting: 8 })

export interface OpenSheet {
  readonly headings: readonly string[]
  /** Number of rows below the headings. */
  readonly total: number
  /** Batches of 500 rows, read on demand. */
  readonly batches: AsyncIterable<readonly SheetRow[]>
}

export const EXCEL_NAME = /\.xlsx?$/i
const CSV_NAME = /\.csv$/i
/** Data loggers export lists of figures as text, too. */
export const SHEET_OR_CSV_NAME = /\.(?:xlsx?|csv)$/i
const CSV_BATCH = 500

/**
 * Reads a .xls or .xlsx sheet in a thread and hands it to `use`; the thread ends with it. Text is read without a
 * thread.
 *
 * @throws AppError `import.type_refused`, `import.too_large`, `import.unsafe`, `import.unreadable`,
 * `import.too_many_rows`, `import.no_rows`, `import.slow`; `request.too_many` when too many wait
 */
export async function readSheet<T>(
  { name, ...order }: SheetOrder & { readonly name: string },
  use: (sheet: OpenSheet) => Promise<T>,
): Promise<T> {
  if (!SHEET_OR_CSV_NAME.test(name)) throw new AppError('import.type_refused')
  return limiter.take(async () => {
    if (CSV_NAME.test(name)) return use(await readCsv(order))
    const worker = await startThread(THREAD, {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      stderr: true,
    })
    try {
      const opened = await withinTime(nextMessage(worker))
      if (opened.kind === 'refused') throw refusalOf(opened.reason, order.maxRows)
      if (opened.kind !== 'opened') throw new Error('The thread did not open the sheet')
      return await use({ headings: opened.headings, total: opened.total, batches: batchesOf(worker) })
    } finally {
      await worker.terminate()
    }
  })
}

async function readCsv({ bytes, maxRows }: SheetOrder): Promise<OpenSheet> {
  const rows = await readCsvRows(textOfCsv(bytes), maxRows + 1)
  if (!rows) throw refusalOf('too_many_rows', maxRows)
  const [head, ...data] = rows
  if (!head || data.length === 0) throw refusalOf('no_rows', maxRows)
  const batches = (async function* () {
    for (let at = 0; at < data.length; at += CSV_BATCH)
      yield data
        .slice(at, at + CSV_BATCH)
        .map(({ rowNo, cells }) => ({ rowNo, cells: head.cells.map((_, n) => cells[n] ?? '') }))
  })()
  return { headings: head.cells, total: data.length, batches }
}

async function* batchesOf(worker: Worker): AsyncGenerator<readonly SheetRow[]> {
  for (;;) {
    const answer = nextMessage(worker)
    // To a thread; the origin the rule asks for is that of a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage('more')
    const message = await answer
    if (message.kind !== 'rows' || message.rows.length === 0) return
    yield message.rows
  }
}

/** @throws AppError `import.too_large` when the thread ran out of memory */
async function nextMessage(worker: Worker): Promise<SheetMessage> {
  try {
    const [message] = (await once(worker, 'message')) as [SheetMessage]
    return message
  } catch (error) {
    if (errorDetailsOf(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    throw new AppError('import.too_large', { cause: error })
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('import.slow')), READ_WITHIN_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

function refusalOf(reason: Extract<SheetMessage, { kind: 'refused' }>['reason'], maxRows: number): AppError {
  if (reason === 'too_many_rows') return new AppError('import.too_many_rows', { data: { max: maxRows } })
  return new AppError(`import.${reason}`)
}
