import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { rowId } from '../fields.ts'
import type { PermissionCode } from '../permissions.ts'

/** security §5: rows of one import. */
export const IMPORT_MAX_ROWS = 50_000
export const IMPORT_MAX_FILES = 5

/** Text parts beside `file` or `files[]` (CO-51). Rows are always checked like the form, whatever `validateStatus` says. */
export const importParts = z.object({
  isSingleTableImport: z.string().max(10).optional(),
  foreignKeys: z.string().max(4_000).optional(),
  validateStatus: z.string().max(10).optional(),
})
/** Keys of the multipart body of the import dialog. */
export const IMPORT_PART_NAMES = ['files[]', 'isSingleTableImport', 'foreignKeys', 'validateStatus'] as const

/** Answer to a part named `file` (list pages), when some rows were refused (contract/00 §11). */
export const importSummary = z.object({
  msg: z.string(),
  /** Path of the error file below the API prefix; with a ticket for one look within ten minutes, since links carry no header. */
  fileUrl: z.string(),
  fileName: z.string(),
  totalCount: z.number().int(),
  errorCount: z.number().int(),
  successCount: z.number().int(),
})
export type ImportSummary = z.output<typeof importSummary>

/** A column rows can be filled from. */
export const importColumn = z.object({
  key: z.string(),
  /** Heading in the template. */
  title: z.string(),
  required: z.boolean(),
  /** One line under the title: what fits in. */
  hint: z.string(),
  /** Texts of the dictionary, where the column has one. */
  options: z.array(z.string()),
})
export type ImportColumn = z.output<typeof importColumn>

/**
 * Where an import stands. `reading` the file → `mapping` (waits for the columns) → `checking` all rows → `checked`
 * (waits for 提交) → `writing` → `done`; `failed` with a message at any point.
 */
export const IMPORT_PHASES = ['reading', 'mapping', 'checking', 'checked', 'writing', 'done', 'failed'] as const
export type ImportPhase = (typeof IMPORT_PHASES)[number]

/** `same` rows stand in the register as they are; `changed` ones would be updated. */
export const IMPORT_KINDS = ['new', 'changed', 'same', 'wrong'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]

/** Column key → number of the heading, from 0; null = not filled. */
export const importMapping = z.record(z.string().max(64), z.number().int().min(0).max(255).nullable())
export type ImportMapping = z.output<typeof importMapping>

export const importJob = z.object({
  id: z.string(),
  phase: z.enum(IMPORT_PHASES),
  /** Rows done in this phase, of `total`. */
  done: z.number().int(),
  total: z.number().int(),
  fileName: z.string(),
  columns: z.array(importColumn),
  /** Headings of the file, in order. */
  headings: z.array(z.string()),
  /** First rows of the file, one text a heading. */
  samples: z.array(z.array(z.string())),
  /** Guessed from the headings, until the user says otherwise. */
  mapping: importMapping,
  summary: z.object({
    new: z.number().int(),
    changed: z.number().int(),
    same: z.number().int(),
    wrong: z.number().int(),
  }),
  /** Why it failed, or how many rows went in; empty meanwhile. */
  message: z.string(),
})
export type ImportJob = z.output<typeof importJob>

export const importRow = z.object({
  /** Row of the sheet, as a spreadsheet counts: the first row of data follows the headings. */
  rowNo: z.number().int(),
  kind: z.enum(IMPORT_KINDS),
  /** Text of the file by column key, as mended. */
  cells: z.record(z.string(), z.string()),
  /** Message by column key; key `` = about the whole row. */
  errors: z.record(z.string(), z.string()),
  /** Former text by column key, of a changed row. */
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
    /** Multipart: `file`. Answers at once; ask `job` until the phase is `mapping`. */
    open: { method: 'POST', path: `${base}/import/open`, access, result: importJob },
    job: { method: 'GET', path: `${base}/import/job`, access, query: job, result: importJob },
    /** Takes the columns and starts checking every row: the dry run. */
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
    /** Corrected texts; answers the rows as checked anew. Other rows that clashed with them are checked again as well. */
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
    /** Writes new and changed rows in one transaction; wrong ones stay out and in the error file. */
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
/** Samples by staff; what went in with one sheet can be taken back as a whole. */
export const sampleImportEndpoints = importEndpointsOf('/mon/ts', 'mon:ts:import')
export const noticeImportEndpoints = importEndpointsOf('/sys/annountCement', 'system:announcement:import')
export const userImportEndpoints = importEndpointsOf('/sys/user', 'system:user:import')
/** More people than that are given their passwords in several sheets. */
export const INITIAL_PASSWORDS_MAX = 1_000

export const initialPasswordEndpoints = defineEndpoints({
  /**
   * A workbook with a password for each of the people a finished import added: made by this call, good for one sign-in
   * within 72 hours, and kept nowhere. A second call finds nobody.
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
/** The calls of some importable list. */
export type ImportEndpoints = ReturnType<typeof importEndpointsOf<string>>
