import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { rowId } from '../fields.ts'
import type { PermissionCode } from '../permissions.ts'

/** security §5: maximum rows of one import. */
export const IMPORT_MAX_ROWS = 50_000
export const IMPORT_MAX_FILES = 5

/**
 * Text parts beside `file` or `files[]` (CO-51). Rows are always validated like the form, regardless of
 * `validateStatus`.
 */
export const importParts = z.object({
  isSingleTableImport: z.string().max(10).optional(),
  foreignKeys: z.string().max(4_000).optional(),
  validateStatus: z.string().max(10).optional(),
})
/** Keys of the multipart body of the import dialog. */
export const IMPORT_PART_NAMES = ['files[]', 'isSingleTableImport', 'foreignKeys', 'validateStatus'] as const

/** Response to a part named `file` (list pages) when some rows were refused (contract/00 §11). */
export const importSummary = z.object({
  msg: z.string(),
  /**
   * Path of the error file below the API prefix, with a ticket for one download within ten minutes, because links carry
   * no header.
   */
  fileUrl: z.string(),
  fileName: z.string(),
  totalCount: z.number().int(),
  errorCount: z.number().int(),
  successCount: z.number().int(),
})
export type ImportSummary = z.output<typeof importSummary>

/** An importable column. */
export const importColumn = z.object({
  key: z.string(),
  /** Heading in the template. */
  title: z.string(),
  required: z.boolean(),
  /** One line under the title: valid values. */
  hint: z.string(),
  /** Texts of the dictionary, if the column has one. */
  options: z.array(z.string()),
})
export type ImportColumn = z.output<typeof importColumn>

/**
 * Phase of an import. `reading` the file → `mapping` (waits for the columns) → `checking` all rows → `checked` (waits
 * for 提交) → `writing` → `done`; `failed` with a message at any point.
 */
export const IMPORT_PHASES = ['reading', 'mapping', 'checking', 'checked', 'writing', 'done', 'failed'] as const
export type ImportPhase = (typeof IMPORT_PHASES)[number]

/** `same` rows equal the stored ones; `changed` ones would be updated. */
export const IMPORT_KINDS = ['new', 'changed', 'same', 'wrong'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Column key → zero-based index of the heading; null = not filled. */
export const importMapping = z.record(z.string().max(64), z.number().int().min(0).max(255).nullable())
export type ImportMapping = z.output<typeof importMapping>

export const importJob = z.object({
  id: z.string(),
  phase: z.enum(IMPORT_PHASES),
  /** Rows processed in this phase, of `total`. */
  done: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  columns: z.array(importColumn),
  /** Headings of the file, in order. */
  headings: z.array(z.string()),
  /** First rows of the file, one text per heading. */
  samples: z.array(z.array(z.string())),
  /** Guessed from the headings until the user changes it. */
  mapping: importMapping,
  summary: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    wrong: z.number().int(),
  }),
  /** Error message, or the number of imported rows; empty until then. */
  message: z.string(),
})
export type ImportJob = z.output<typeof importJob>

export const importRow = z.object({
  /** Row number in the sheet, as a spreadsheet counts: data rows follow the headings. */
  rowNo: z.number().int(),
  kind: z.enum(IMPORT_KINDS),
  /** Text of the file by column key, with corrections. */
  cells: z.record(z.string(), z.string()),
  /** Message by column key; key `` = the whole row. */
  errors: z.record(z.string(), z.string()),
  /** Previous text by column key, for a changed row. */
  before: z.record(z.string(), z.string()),
})
export type ImportRow = z.output<typeof importRow>

const job = z.object({ id: rowId })

/** The calls of one importable list: the dialog's one-shot import, its template, and the steps of the workbench. */
export function importEndpointsOf<const P extends string>(base: P, access: PermissionCode) {
  return defineEndpoints({
    /** Multipart: `file`, or `files[]` with the parts of {@link importParts}. Code 201: some rows were refused. */
    importExcel: {
      method: 'POST',
      path: `${base}/importExcel`,
      access,
      result: z.union([z.null(), importSummary, z.string()]),
    },
    template: { method: 'GET', path: `${base}/importTemplate`, access, wire: 'binary', result: z.unknown() },
    /** Multipart: `file`. Returns at once; poll `job` until the phase is `mapping`. */
    open: { method: 'POST', path: `${base}/import/open`, access, result: importJob },
    job: { method: 'GET', path: `${base}/import/job`, access, query: job, result: importJob },
    /** Sets the column mapping and starts checking every row: a dry run. */
    check: {
      method: 'POST',
      path: `${base}/import/check`,
      access,
      body: job.extend({ mapping: importMapping }),
      result: importJob,
    },
    rows: {
      method: 'GET',
      path: `${base}/import/rows`,
      access,
      query: job.extend({
        kind: z.enum(IMPORT_KINDS).default('wrong'),
        pageNo: z.coerce.number().int().min(1).max(IMPORT_MAX_ROWS).catch(1),
        pageSize: z.coerce.number().int().min(1).max(200).catch(50),
      }),
      result: page(importRow),
    },
    /**
     * Corrects texts; returns the rows after rechecking. Other rows that conflicted with them are rechecked as well.
     */
    mend: {
      method: 'POST',
      path: `${base}/import/mend`,
      access,
      body: job.extend({
        rows: z
          .array(
            z.object({
              rowNo: z.number().int().min(1).max(2_000_000),
              cells: z.record(z.string().max(64), z.string().max(2_000, '最多 2000 个字符')),
            }),
          )
          .min(1)
          .max(500),
      }),
      result: z.object({ job: importJob, rows: z.array(importRow) }),
    },
    /** Writes new and changed rows in one transaction; invalid ones are skipped and listed in the error file. */
    commit: { method: 'POST', path: `${base}/import/commit`, access, body: job, result: importJob },
    errorFile: {
      method: 'GET',
      path: `${base}/import/errorFile`,
      access,
      wire: 'binary',
      query: job,
      result: z.unknown(),
    },
    discard: { method: 'DELETE', path: `${base}/import/discard`, access, query: job, result: z.null() },
  })
}

export const deviceImportEndpoints = importEndpointsOf('/mon/device', 'mon:device:import')
/** Imports of samples by staff; one import can be undone as a whole. */
export const sampleImportEndpoints = importEndpointsOf('/mon/ts', 'mon:ts:import')
export const noticeImportEndpoints = importEndpointsOf('/sys/annountCement', 'system:announcement:import')
export const userImportEndpoints = importEndpointsOf('/sys/user', 'system:user:import')
/** Beyond this number the passwords are split into several sheets. */
export const INITIAL_PASSWORDS_MAX = 1_000

export const initialPasswordEndpoints = defineEndpoints({
  /**
   * A workbook with a password for each user added by a finished import: generated by this call, valid for one sign-in
   * within 72 hours, and not stored. A second call returns no users.
   */
  take: {
    method: 'POST',
    path: '/sys/user/import/passwords',
    access: 'system:user:import',
    wire: 'binary',
    body: job,
    result: z.unknown(),
  },
})
export const departImportEndpoints = importEndpointsOf('/sys/sysDepart', 'system:depart:import')
export const categoryImportEndpoints = importEndpointsOf('/sys/category', 'system:category:import')
/** The calls of any importable list. */
export type ImportEndpoints = ReturnType<typeof importEndpointsOf<string>>
