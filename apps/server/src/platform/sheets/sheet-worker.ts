import { parentPort, workerData } from 'node:worker_threads'
import { inspectZip } from './inspect-zip.ts'
import type { SheetMessage, SheetOrder, SheetRefusal, SheetRow } from './sheet-messages.ts'
import { type ReadSheet, readRows } from './sheet-rows.ts'

/** Reads one sheet in its own thread, so that a large or malicious one affects nothing else. */

const BATCH_ROWS = 500
const port = parentPort
const say = (message: SheetMessage) => port?.postMessage(message)

async function open(order: SheetOrder): Promise<ReadSheet | SheetRefusal> {
  const bytes = Buffer.from(order.bytes.buffer, order.bytes.byteOffset, order.bytes.byteLength)
  const isZip = bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'
  const isOffice97 = bytes.subarray(0, 8).toString('hex') === 'd0cf11e0a1b11ae1'
  if (!isZip && !isOffice97) return 'unreadable'
  const refusal = isZip ? await inspectZip(bytes) : undefined
  if (refusal !== undefined) return refusal
  try {
    return readRows({ ...order, bytes })
  } catch {
    // Broken, protected, another kind of document: the library's errors all map to one code.
    return 'unreadable'
  }
}

const sheet = await open(workerData as SheetOrder)
if (typeof sheet === 'string') say({ kind: 'refused', reason: sheet })
else {
  const batches = batchesOf(sheet.rows)
  port?.on('message', () => say({ kind: 'rows', rows: batches.next().value ?? [] }))
  say({ kind: 'opened', headings: sheet.headings, total: sheet.rows.length })
}

function* batchesOf(rows: readonly SheetRow[]): Generator<readonly SheetRow[]> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS)
}
