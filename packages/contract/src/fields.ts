import { z } from 'zod'

/** Refuses NUL and lone surrogates before they reach the database (security §1). */
const WELL_FORMED = /^(?:[\u0001-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/

/** Trimmed text without NUL or lone surrogates. `max` in UTF-16 units. */
export const text = (max: number) => z.string().trim().max(max, `最多 ${max} 个字符`).regex(WELL_FORMED, '含有非法字符')
/** Non-empty `text`. */
export const requiredText = (max: number) => text(max).min(1, '不能为空')
/** Code of a row, used by people and programs. */
export const codeText = (max: number) =>
  requiredText(max).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线')
/** A row id: 19-digit snowflake or a stable seed id. */
export const rowId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, '编号格式不正确')
/** False for 30 February, and for year 0, which the database's calendar lacks. */
function isCalendarDay(value: string): boolean {
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && !value.startsWith('0000')
}

/** `yyyy-MM-dd HH:mm:ss`, GMT+8 (contract/00 §7). */
export const dateTimeText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, '时间格式应为 yyyy-MM-dd HH:mm:ss')
  .refine((value) => isCalendarDay(value.slice(0, 10)), '没有这个日期')
/** `yyyy-MM-dd`, GMT+8. */
export const dateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, '日期格式应为 yyyy-MM-dd')
  .refine(isCalendarDay, '没有这个日期')
/**
 * A value that can be left empty or emptied again: `""` becomes empty, not 0 or an invalid date. In an edit body it
 * empties the property (contract/00 §9).
 */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish()) as unknown as z.ZodOptional<z.ZodNullable<S>>

/**
 * A required number, also as text. Non-numbers are refused instead of coerced: `""`, null and `[]` would become 0,
 * which is a place on the equator and a limit that everything exceeds.
 */
export const givenNumber = <S extends z.ZodType>(schema: S) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
    schema,
  ) as unknown as S

/** Epoch milliseconds, UTC. */
export const epochMs = z.number().int()
/** Degrees, WGS-84. */
export const lng = givenNumber(
  z.number('请输入经度').min(-180, '经度应在 −180 到 180 之间').max(180, '经度应在 −180 到 180 之间'),
)
export const lat = givenNumber(
  z.number('请输入纬度').min(-90, '纬度应在 −90 到 90 之间').max(90, '纬度应在 −90 到 90 之间'),
)
/** GB/T 2260 six digits. */
export const regionCode = z.string().regex(/^\d{6}$/, '行政区划代码应为 6 位数字')

/** `ids=a,b,` of batch calls: empty parts are dropped (contract/00 §9). */
export const idList = z
  .string()
  .max(60_000)
  .transform((value) => value.split(',').filter((part) => part !== ''))
  .pipe(z.array(rowId).min(1, '请选择一条记录！').max(1_000))

/** Far beyond any last page; the resulting offset still fits a bigint. */
const MAX_PAGE_NO = 1_000_000_000

/** Query of every list: paging, sort and free filters; unknown keys are ignored by the list parser. */
export const listQuery = z.looseObject({
  pageNo: z.coerce.number().int().min(1).max(MAX_PAGE_NO).catch(1),
  pageSize: z.coerce.number().int().min(1).catch(10),
  column: z.string().max(200).optional(),
  order: z.string().max(20).optional(),
})
export type ListQuery = z.output<typeof listQuery>

/** In an edit body `""` means an absent optional id (contract/00 §9). */
export const optionalId = z
  .string()
  .nullish()
  .transform((value) => (value === '' || value == null ? undefined : value))

/**
 * Reference of a dictionary widget, one path segment: `code`, or `table,text,key[,condition]` (contract/30 §1.1). Only
 * registered tables are served.
 */
export const dictReference = text(500).min(1, '字典Code不能为空!')
