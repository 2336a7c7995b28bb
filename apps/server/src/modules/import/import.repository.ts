import type { ImportKind, ImportMapping, ImportPhase } from '@natim/contract/system/import'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { SheetRow } from '../../platform/sheets/sheet-messages.ts'
import type { CheckedRow, RawRow } from './check-rows.ts'

/** A job without progress in a working phase for this long was abandoned by an ended process. */
export const LOST_AFTER_S = 120

export interface JobRecord {
  readonly id: string
  readonly entity: string
  readonly ownerId: string
  readonly fileName: string
  readonly updates: boolean
  readonly phase: ImportPhase
  readonly done: number
  readonly total: number
  readonly headings: readonly string[]
  readonly mapping: ImportMapping
  readonly message: string
  readonly touchedAt: Date
}

export async function insertJob(
  db: Db,
  job: Pick<JobRecord, 'id' | 'entity' | 'ownerId' | 'fileName' | 'updates'>,
): Promise<void> {
  await db
    .insertInto('sysImportJob')
    .values({ ...job, phase: 'reading' })
    .execute()
}

export async function findJob(db: Db, entity: string, ownerId: string, id: string): Promise<JobRecord | undefined> {
  const row = await db
    .selectFrom('sysImportJob')
    .selectAll()
    .where('id', '=', id)
    .where('entity', '=', entity)
    .where('ownerId', '=', ownerId)
    .executeTakeFirst()
  return row
}

export interface JobChange {
  readonly phase?: ImportPhase
  readonly done?: number
  readonly total?: number
  readonly headings?: readonly string[]
  readonly mapping?: ImportMapping
  readonly message?: string
}

/** False when the job is gone or no longer in any of these phases. */
export async function changeJob(
  db: Db,
  id: string,
  change: JobChange,
  from?: readonly ImportPhase[],
): Promise<boolean> {
  const { headings, mapping, ...plain } = change
  const result = await db
    .updateTable('sysImportJob')
    .set({
      ...plain,
      ...(headings === undefined ? {} : { headings: JSON.stringify(headings) }),
      ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
      touchedAt: sql`now()`,
    })
    .where('id', '=', id)
    .$if(from !== undefined, (query) => query.where('phase', 'in', [...(from ?? [])]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Keys of the rows added by a user's finished job, in sheet order; empty for another user's job. */
export async function findAddedKeys(
  db: Db,
  { id, entity, ownerId }: Pick<JobRecord, 'id' | 'entity' | 'ownerId'>,
): Promise<string[]> {
  const job = await findJob(db, entity, ownerId, id)
  if (job?.phase !== 'done') return []
  const rows = await db
    .selectFrom('sysImportRow')
    .select('naturalKey')
    .where('jobId', '=', id)
    .where('kind', '=', 'new')
    .orderBy('rowNo')
    .execute()
  return rows.flatMap(({ naturalKey }) => naturalKey ?? [])
}

/**
 * Deletes jobs with their rows, except one being written, which would be imported partially.
 *
 * @returns how many were deleted
 */
export async function deleteJobs(db: Db, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('sysImportJob')
      .where('id', 'in', [...ids])
      .where(sql<SqlBool>`not (phase = 'writing' and touched_at > now() - make_interval(secs => ${LOST_AFTER_S}))`)
      .returning('id')
      .execute()
    const jobIds = gone.map(({ id }) => id)
    if (jobIds.length > 0) await trx.deleteFrom('sysImportRow').where('jobId', 'in', jobIds).execute()
    return jobIds.length
  })
}

/** Jobs of any user from before an instant, and all but the newest few of this user. */
export async function findOutdatedJobs(db: Db, ownerId: string, before: Date, keep: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sys_import_job where create_time < ${before}
    union
    select id from (select id from sys_import_job where owner_id = ${ownerId} order by create_time desc offset ${keep}) as surplus
    `.execute(db)
  return rows.map((row) => row.id)
}

export async function insertRows(db: Db, jobId: string, rows: readonly SheetRow[]): Promise<void> {
  const json = JSON.stringify(rows.map(({ rowNo, cells }) => ({ n: rowNo, c: cells })))
  await sql`
    insert into sys_import_row (job_id, row_no, cells)
    select ${jobId}, given.n, given.c from jsonb_to_recordset(${json}::jsonb) as given (n int, c jsonb)
    where exists (select from sys_import_job where id = ${jobId})`.execute(db)
}

/** Rows after a row number, in order. */
export async function readRawRows(db: Db, jobId: string, after: number, limit: number): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`
    select row_no as "rowNo", cells, mended from sys_import_row
    where job_id = ${jobId} and row_no > ${after} order by row_no limit ${limit}`.execute(db)
  return rows
}

/** The given rows, all others with one of these keys, and those with an error in one of these columns. */
export async function readRowsAnew(
  db: Db,
  jobId: string,
  {
    rowNos = [],
    keys = [],
    wrongIn = [],
  }: { rowNos?: readonly number[]; keys?: readonly string[]; wrongIn?: readonly string[] | undefined },
): Promise<(RawRow & { readonly naturalKey: string | null })[]> {
  const { rows } = await sql<RawRow & { naturalKey: string | null }>`
    select row_no as "rowNo", cells, mended, natural_key as "naturalKey" from sys_import_row
    where job_id = ${jobId} and (row_no = any(${[...rowNos]}) or natural_key = any(${[...keys]})
      or (kind = 'wrong' and jsonb_exists_any(errors, ${[...wrongIn]}::text[])))
    order by row_no`.execute(db)
  return rows
}

export async function saveChecked(db: Db, jobId: string, rows: readonly CheckedRow[]): Promise<void> {
  const json = JSON.stringify(
    rows.map((row) => ({ n: row.rowNo, k: row.kind, y: row.naturalKey, f: row.form, e: row.errors, b: row.before })),
  )
  await sql`
    update sys_import_row as target
    set kind = given.k, natural_key = given.y, form = given.f, errors = given.e, before = given.b
    from jsonb_to_recordset(${json}::jsonb) as given (n int, k text, y text, f jsonb, e jsonb, b jsonb)
    where target.job_id = ${jobId} and target.row_no = given.n`.execute(db)
}

/* The rows of a new job are missing from the planner's statistics: without the materialised set of twins, the planner would scan the whole sheet for each row. */

/** Marks all rows after the first valid one with the same key as wrong; `keys` limits the keys. */
export async function markDuplicates(
  db: Db,
  jobId: string,
  {
    keyColumn,
    keys,
    rowsPerFile,
  }: { keyColumn?: string | undefined; keys?: readonly string[] | undefined; rowsPerFile: number },
): Promise<void> {
  if (keyColumn === undefined) return
  const some = keys === undefined ? sql<SqlBool>`true` : sql<SqlBool>`natural_key = any(${[...keys]})`
  await sql`
    with twin as materialized (
      select row_no, first from (
        select row_no, min(row_no) filter (where kind <> 'wrong') over (partition by natural_key) as first
        from sys_import_row where job_id = ${jobId} and natural_key is not null and ${some}
      ) as numbered where row_no > first
    )
    update sys_import_row as target
    set kind = 'wrong', errors = errors || jsonb_build_object(${keyColumn}::text, '与第 ' || twin.first % ${rowsPerFile}::int || ' 行重复')
    from twin where target.job_id = ${jobId} and target.row_no = twin.row_no`.execute(db)
}

/** Marks all rows after the first valid one with the same value in such a column as wrong. */
export async function markSharedValues(
  db: Db,
  jobId: string,
  { uniqueColumns = [], rowsPerFile }: { uniqueColumns?: readonly string[] | undefined; rowsPerFile: number },
): Promise<void> {
  for (const column of uniqueColumns) {
    await sql`
      with twin as materialized (
        select row_no, first from (
          select row_no, min(row_no) filter (where kind <> 'wrong') over (partition by lower(form ->> ${column}::text)) as first
          from sys_import_row
          where job_id = ${jobId} and kind <> 'same' and form ->> ${column}::text <> ''
        ) as numbered where row_no > first
      )
      update sys_import_row as target
      set kind = 'wrong', errors = errors || jsonb_build_object(${column}::text, '与第 ' || twin.first % ${rowsPerFile}::int || ' 行重复')
      from twin where target.job_id = ${jobId} and target.row_no = twin.row_no`.execute(db)
  }
}

export async function mendRows(
  db: Db,
  jobId: string,
  rows: readonly { readonly rowNo: number; readonly cells: Readonly<Record<string, string>> }[],
): Promise<void> {
  const json = JSON.stringify(rows.map(({ rowNo, cells }) => ({ n: rowNo, m: cells })))
  await sql`
    update sys_import_row as target set mended = target.mended || given.m
    from jsonb_to_recordset(${json}::jsonb) as given (n int, m jsonb)
    where target.job_id = ${jobId} and target.row_no = given.n`.execute(db)
}

export async function countKinds(db: Db, jobId: string): Promise<Record<ImportKind, number>> {
  const { rows } = await sql<{ kind: ImportKind; n: number }>`
    select kind, count(*)::int as n from sys_import_row where job_id = ${jobId} and kind is not null group by kind`.execute(
    db,
  )
  return { new: 0, changed: 0, same: 0, wrong: 0, ...Object.fromEntries(rows.map(({ kind, n }) => [kind, n])) }
}

export interface ShownRow extends RawRow {
  readonly kind: ImportKind
  readonly errors: Record<string, string>
  readonly before: Record<string, string>
}

const SHOWN = sql`row_no as "rowNo", cells, mended, kind, errors, before`

export async function findRows(
  db: Db,
  jobId: string,
  kind: ImportKind,
  offset: number,
  limit: number,
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from sys_import_row where job_id = ${jobId} and kind = ${kind}
    order by row_no offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export async function findRowsByNumber(db: Db, jobId: string, rowNos: readonly number[]): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select ${SHOWN} from sys_import_row where job_id = ${jobId} and row_no = any(${[...rowNos]}) order by row_no`.execute(
    db,
  )
  return rows
}

/** Forms to write after a row number, in order. */
export async function readForms(db: Db, jobId: string, after: number, limit: number) {
  const { rows } = await sql<{ rowNo: number; kind: 'new' | 'changed'; form: Record<string, unknown> }>`
    select row_no as "rowNo", kind, form from sys_import_row
    where job_id = ${jobId} and row_no > ${after} and kind in ('new', 'changed') order by row_no limit ${limit}`.execute(
    db,
  )
  return rows
}
