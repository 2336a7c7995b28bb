import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery, optionalId, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { PERMISSION_CODES } from '../permissions.ts'
import { dictItem } from './session.ts'

/** A column of the popup's table. `customRender` is a key of `dictOptions`, not a function. */
export const reportColumn = z.object({
  title: z.string(),
  /** Row field. */
  dataIndex: z.string(),
  align: z.enum(['left', 'center', 'right']),
  /** px */
  width: z.number().int().optional(),
  sorter: z.boolean(),
  customRender: z.string().optional(),
})
export type ReportColumn = z.output<typeof reportColumn>

export const reportColumns = z.object({
  cgRpConfigId: z.string(),
  cgRpConfigName: z.string(),
  columns: z.array(reportColumn),
  dictOptions: z.record(z.string(), z.array(dictItem)),
})
export type ReportColumns = z.output<typeof reportColumns>

/** Input control of a query item. */
export const QUERY_VIEWS = ['text', 'date', 'datetime', 'list'] as const

/** One field of the query area. `single`: one value; `group`: a range, sent as `field_begin` and `field_end`. */
export const reportQueryItem = z.object({
  field: z.string(),
  label: z.string(),
  mode: z.enum(['single', 'group']),
  /** `1`: shown only when the query area is open. */
  hidden: z.enum(['0', '1']),
  type: z.enum(['text', 'number', 'date', 'time']),
  view: z.enum(QUERY_VIEWS),
  /** Dictionary reference; its items are in `dictOptions[field]` of the columns. Empty without one. */
  dictCode: z.string(),
})
export type ReportQueryItem = z.output<typeof reportQueryItem>

/** Names of columns and placeholders, restricted to what SQL allows unquoted. */
const columnName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, '只能是小写字母开头的小写字母、数字和下划线')

/** 报表列: display, sorting and search of a column; columns not listed here cannot be queried. */
export const reportItem = z.object({
  fieldName: columnName,
  fieldTxt: requiredText(60),
  fieldType: z.enum(['text', 'number', 'date', 'time']).default('text'),
  fieldWidth: z.number().int().min(40).max(1_000).nullish(),
  align: z.enum(['left', 'center', 'right']).default('left'),
  isShow: z.boolean().default(true),
  isOrder: z.boolean().default(false),
  isSearch: z.boolean().default(false),
  searchMode: z.enum(['single', 'group']).default('single'),
  /** Hidden behind 展开 in the query area. */
  isFolded: z.boolean().default(false),
  /** Dictionary code, or a registered `table,text,key`. */
  dictCode: text(200).default(''),
})
export type ReportItem = z.output<typeof reportItem>

/**
 * A placeholder `${name}` of the statement, filled from `self_name`, else from its default; bound as a parameter, never
 * concatenated.
 */
export const reportParam = z.object({
  paramName: columnName,
  paramTxt: text(60).default(''),
  paramValue: text(200).default(''),
})
export type ReportParam = z.output<typeof reportParam>

export const REPORT_SQL_MAX = 10_000
export const reportForm = z.object({
  id: optionalId,
  code: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{1,49}$/, '编码以字母开头，只能包含字母、数字、下划线和短横线（2-50位）'),
  name: requiredText(80),
  cgrSql: requiredText(REPORT_SQL_MAX),
  /** Permission required to read it. */
  permission: z.enum(PERMISSION_CODES, '请选择查看权限').default('report:view'),
  content: text(500).default(''),
  items: z.array(reportItem).max(100, '最多 100 列').default([]),
  params: z.array(reportParam).max(20, '最多 20 个参数').default([]),
})
export type ReportForm = z.input<typeof reportForm>

export const reportRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  cgrSql: z.string(),
  permission: z.string(),
  content: z.string(),
  /** Incremented by every change. */
  version: z.number().int(),
  createBy: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string().nullable(),
})
export type ReportRow = z.output<typeof reportRow>
export const reportDetail = reportRow.extend({ items: z.array(reportItem), params: z.array(reportParam) })
export type ReportDetail = z.output<typeof reportDetail>

/** A report row: one value per field. */
const record = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type ReportRecord = z.output<typeof record>

/** Result of a trial run: its fields with PostgreSQL types, and its first rows. */
export const reportTrial = z.object({
  fields: z.array(z.object({ fieldName: z.string(), fieldType: z.enum(['text', 'number', 'date', 'time']) })),
  /** Placeholders of the statement. */
  params: z.array(z.string()),
  records: z.array(record),
  /** Milliseconds. */
  tookMs: z.number(),
})
export type ReportTrial = z.output<typeof reportTrial>

/** Readable sources of statements: views without personal or secret columns, limited to the reader's scope. */
export const reportSource = z.object({
  /** Name as used in a statement. */
  name: z.string(),
  title: z.string(),
  columns: z.array(z.object({ name: z.string(), title: z.string(), type: z.string() })),
})
export type ReportSource = z.output<typeof reportSource>

const oneId = z.object({ id: rowId })
const configId = z.object({ cgRpConfigId: rowId })

/** Online reports: calls of the popup (contract/30 §5), and of the page where administrators define them. */
export const reportEndpoints = defineEndpoints({
  columns: {
    method: 'GET',
    path: '/online/cgreport/api/getRpColumns/:code',
    access: 'signedIn',
    params: z.object({ code: text(64) }),
    result: reportColumns,
  },
  queryInfo: {
    method: 'GET',
    path: '/online/cgreport/api/getQueryInfo/:cgRpConfigId',
    access: 'signedIn',
    params: configId,
    result: z.array(reportQueryItem),
  },
  /** `self_<name>` fills a placeholder, other keys are query fields; unknown ones are ignored. */
  data: {
    method: 'GET',
    path: '/online/cgreport/api/getData/:cgRpConfigId',
    access: 'signedIn',
    params: configId,
    query: listQuery,
    result: z.object({ records: z.array(record), total: z.number().int() }),
  },
  list: {
    method: 'GET',
    path: '/online/cgreport/head/list',
    access: 'report:design',
    query: listQuery,
    result: page(reportRow),
  },
  get: {
    method: 'GET',
    path: '/online/cgreport/head/queryById',
    access: 'report:design',
    query: oneId,
    result: reportDetail,
  },
  create: {
    method: 'POST',
    path: '/online/cgreport/head/add',
    access: 'report:design',
    body: reportForm,
    result: z.object({ id: z.string() }),
  },
  /** Items and params, if given, replace the stored ones. */
  update: {
    method: ['PUT', 'POST'],
    path: '/online/cgreport/head/edit',
    access: 'report:design',
    body: patchOf(reportForm),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/online/cgreport/head/delete',
    access: 'report:design',
    query: oneId,
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/online/cgreport/head/deleteBatch',
    access: 'report:design',
    query: z.object({ ids: idList }),
    result: z.null(),
  },
  /** Runs a statement with the caller's scope, without storing it. */
  test: {
    method: 'POST',
    path: '/online/cgreport/head/test',
    access: 'report:design',
    body: z.object({
      cgrSql: requiredText(REPORT_SQL_MAX),
      params: z.array(reportParam).max(20).default([]),
    }),
    result: reportTrial,
  },
  sources: {
    method: 'GET',
    path: '/online/cgreport/head/sources',
    access: 'report:design',
    result: z.array(reportSource),
  },
})
