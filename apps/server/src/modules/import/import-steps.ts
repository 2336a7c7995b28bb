import { MESSAGES } from '@natim/contract/messages'
import { IMPORT_MAX_ROWS, type ImportMapping } from '@natim/contract/system/import'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { ReceivedFile } from '../../platform/http/multipart.ts'
import { readSheet } from '../../platform/sheets/read-sheet.ts'
import type { SheetRow } from '../../platform/sheets/sheet-messages.ts'
import { guessMapping } from './cells.ts'
import { type CheckRules, checkRows, type RawRow, refusalOf } from './check-rows.ts'
import {
  changeJob,
  countKinds,
  insertRows,
  markDuplicates,
  markSharedValues,
  readForms,
  readRawRows,
  readRowsAnew,
  saveChecked,
} from './import.repository.ts'
import type { ImportEntity, RowOutcome, RowToWrite } from './import-entity.ts'
import { ROWS_PER_FILE, reasonOf } from './sheets.ts'

/** Small enough that neither a batch nor its JSON blocks the event loop. */
const BATCH_ROWS = 200

/** Reads sheets into the rows of a job, at the database's pace. The headings are those of the first sheet. */
export async function readInto(db: Db, entity: ImportEntity, jobId: string, files: readonly ReceivedFile[]) {
  const titles = entity.columns.flatMap(({ title, aliases = [] }) => [title, ...aliases])
  let headings: readonly string[] | undefined
  let done = 0
  for (const [fileNo, file] of files.entries()) {
    await readSheet({ name: file.name, bytes: file.bytes, titles, maxRows: IMPORT_MAX_ROWS }, async (sheet) => {
      const shared = headings ?? sheet.headings
      headings = shared
      if (done + sheet.total > IMPORT_MAX_ROWS)
        throw new AppError('import.too_many_rows', { data: { max: IMPORT_MAX_ROWS } })
      await changeJob(db, jobId, { headings: shared, total: done + sheet.total })
      for await (const batch of sheet.batches) {
        const rows = fileNo === 0 ? batch : batch.map((row) => underHeadings(row, sheet.headings, shared, fileNo))
        await insertRows(db, jobId, rows)
        done += batch.length
        await changeJob(db, jobId, { done })
      }
    })
  }
  const mapping = guessMapping(entity.columns, headings ?? [])
  await changeJob(db, jobId, { mapping })
  return mapping
}

/** Maps a row of a later file to the first file's headings. */
function underHeadings(row: SheetRow, own: readonly string[], shared: readonly string[], fileNo: number): SheetRow {
  const cells = shared.map((heading) => row.cells[own.indexOf(heading)] ?? '')
  return { rowNo: row.rowNo + fileNo * ROWS_PER_FILE, cells }
}

/** @throws AppError `import.headings` naming unmapped required columns */
export function assertMapped(entity: ImportEntity, mapping: ImportMapping): void {
  const missing = entity.columns.filter(({ key, required }) => required && typeof mapping[key] !== 'number')
  if (missing.length === 0) return
  throw new AppError('import.headings', { data: { columns: missing.map(({ title }) => title).join('、') } })
}

/** Checks every row of a job: by itself, against the register, and against the other rows. */
export async function checkAll(db: Db, jobId: string, rules: CheckRules): Promise<void> {
  let done = 0
  for await (const rows of rawBatches(db, jobId)) {
    await saveChecked(db, jobId, await checkRows(db, rules, rows))
    done += rows.length
    await changeJob(db, jobId, { done })
  }
  await markTwins(db, jobId, rules)
}

/** Marks duplicates among the rows; `keys` limits the key comparison. */
async function markTwins(db: Db, jobId: string, { entity }: CheckRules, keys?: readonly string[]): Promise<void> {
  const { keyColumn, uniqueColumns } = entity
  await markDuplicates(db, jobId, { keyColumn, keys, rowsPerFile: ROWS_PER_FILE })
  await markSharedValues(db, jobId, { uniqueColumns, rowsPerFile: ROWS_PER_FILE })
}

async function* rawBatches(db: Db, jobId: string): AsyncGenerator<readonly RawRow[]> {
  let after = -1
  for (;;) {
    const rows = await readRawRows(db, jobId, after, BATCH_ROWS)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = last.rowNo
  }
}

/**
 * Rechecks some rows, and the rows they clashed with or clash with now.
 *
 * @param former keys of the rows before correction
 */
export async function checkSome(
  db: Db,
  jobId: string,
  rules: CheckRules,
  { rowNos, former }: { readonly rowNos: readonly number[]; readonly former: readonly string[] },
): Promise<void> {
  const mended = await checkRows(db, rules, await readRowsAnew(db, jobId, { rowNos }))
  const keys = [...former, ...mended.flatMap(({ naturalKey }) => naturalKey ?? [])]
  await saveChecked(db, jobId, mended)
  const clashing = await readRowsAnew(db, jobId, { keys, wrongIn: rules.entity.uniqueColumns })
  await saveChecked(db, jobId, await checkRows(db, rules, clashing))
  await markTwins(db, jobId, rules, keys)
}

/**
 * Writes the valid rows in one transaction. If the register would now refuse any of them, nothing is written.
 *
 * @throws AppError `import.outdated` naming row and reason, `row.conflict`
 */
export async function writeAll(db: Db, jobId: string, rules: Omit<CheckRules, 'mapping'>): Promise<number> {
  const { session } = rules
  const written = await db.transaction().execute(async (trx) => {
    const counts = await countKinds(trx, jobId)
    let done = 0
    let after = -1
    for (;;) {
      const rows = await readForms(trx, jobId, after, BATCH_ROWS)
      const last = rows.at(-1)
      if (last === undefined) {
        // The job was deleted meanwhile: a partial import is not acceptable.
        if (done !== counts.new + counts.changed) throw new AppError('import.interrupted')
        await session.finish?.(trx)
        return done
      }
      const outcomes = await session.validate(
        trx,
        rows.map(({ form }) => form),
      )
      const validated = rows.map((row, index) => ({ ...row, outcome: outcomes[index] }))
      await session.write(
        trx,
        validated.map((row) => toWrite(rules, row)),
      )
      done += rows.length
      after = last.rowNo
      // Outside the transaction, so that the progress is visible.
      await changeJob(db, jobId, { done })
    }
  })
  session.onCommitted()
  return written
}

interface ValidatedRow {
  readonly rowNo: number
  /** As found by the check. */
  readonly kind: 'new' | 'changed'
  readonly form: object
  readonly outcome: RowOutcome | undefined
}

function toWrite(rules: Omit<CheckRules, 'mapping'>, { rowNo, kind, form, outcome }: ValidatedRow): RowToWrite<object> {
  if (outcome === undefined) throw new AppError('row.conflict')
  const isOther = outcome.kind !== 'refused' && (kind === 'new') !== (outcome.kind === 'new')
  const moved = { [rules.entity.keyColumn ?? '']: MESSAGES[kind === 'new' ? 'import.known' : 'import.gone'] }
  const errors = refusalOf(rules, outcome) ?? (isOther ? moved : undefined)
  if (errors) throw new AppError('import.outdated', { data: { reason: reasonOf(rules.entity, { rowNo, errors }) } })
  return outcome.kind === 'known' ? { id: outcome.id, form } : { form }
}
