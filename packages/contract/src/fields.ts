import { z } from 'zod'

/** Refused before the database sees it: NUL and lone surrogates (security §1). */
const WELL_FORMED = /^(?:[\u0001-\uD7FF\uE000-\uFFFF]|[\uD800-\uDBFF][\uDC00-\uDFFF])*$/

/** Trimmed text without NUL or lone surrogates. `max` in UTF-16 units. */
export const text = (max: number) => z.string().trim().max(max, `最多 ${max} 个字符`).regex(WELL_FORMED, '含有非法字符')
/** The same, and not empty. */
export const requiredText = (max: number) => text(max).min(1, '不能为空')
/** What people and programs call a row by. */
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
 * What may be left empty and be emptied again: `""` is nothing, not 0 and no wrong date. In the body of an edit that
 * empties the property (contract/00 §9).
 */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish()) as unknown as z.ZodOptional<z.ZodNullable<S>>

/**
 * A number that must be given, also as text. What is none is not made one: `""`, null and `[]` would be 0, which is a place
 * at the equator and a limit that everything exceeds.
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

/** `ids=a,b,` of batch calls: empty parts dropped (contract/00 §9). */
export const idList = z
  .string()
  .max(60_000)
  .transform((value) => value.split(',').filter((part) => part !== ''))
  .pipe(z.array(rowId).min(1, '请选择一条记录！').max(1_000))

/** Far beyond any last page, and the offset it leads to still fits a bigint. */
const MAX_PAGE_NO = 1_000_000_000

/** Query of every list: paging, sort and free filters; unknown keys are ignored by the list parser. */
export const listQuery = z.looseObject({
  pageNo: z.coerce.number().int().min(1).max(MAX_PAGE_NO).catch(1),
  pageSize: z.coerce.number().int().min(1).catch(10),
  column: z.string().max(200).optional(),
  order: z.string().max(20).optional(),
})
export type ListQuery = z.output<typeof listQuery>

/** An edit body: `""` for an absent optional id (contract/00 §9). */
export const optionalId = z
  .string()
  .nullish()
  .transform((value) => (value === '' || value == null ? undefined : value))

/**
 * What a dictionary widget refers to, one path segment: `code`, or `table,text,key[,condition]` (contract/30 §1.1).
 * Only registered tables are served.
 */
export const dictReference = text(500).min(1, '字典Code不能为空!')
