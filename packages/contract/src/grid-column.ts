import { z } from 'zod'

/** spec §3: `input_pop` and `textarea` are two names of the same cell. */
export const GRID_COLUMN_TYPES = [
  'normal',
  'input',
  'inputNumber',
  'checkbox',
  'checkbox_meta',
  'select',
  'list_multi',
  'sel_search',
  'sel_search_async',
  'sel_depart',
  'sel_user',
  'date',
  'datetime',
  'time',
  'input_pop',
  'textarea',
  'upload',
  'file',
  'image',
  'popup',
  'radio',
  'slot',
  'hidden',
] as const
export type GridColumnType = (typeof GRID_COLUMN_TYPES)[number]

const isFunction = (given: unknown) => typeof given === 'function'

type Verdict = boolean | string | undefined
/** A method, so that handlers may say more exactly what context they are called with. */
type GridRuleHandler = { check(value: unknown, context: unknown): Verdict | Promise<Verdict> }['check']

/** A validation rule of a column's cells; see `@natim/domain/row-rules` for each part. */
const gridRule = z.strictObject({
  required: z.boolean().optional(),
  unique: z.boolean().optional(),
  pattern: z.union([z.string(), z.instanceof(RegExp)]).optional(),
  handler: z.custom<GridRuleHandler>(isFunction).optional(),
  message: z.string().optional(),
})

const text = z.union([z.string(), z.number()])
const option = z.looseObject({
  value: text,
  text: z.string().optional(),
  title: z.string().optional(),
  label: z.string().optional(),
  disabled: z.boolean().optional(),
})
export type GridOption = z.output<typeof option>

/** JSON text of an object; parsed once, when a column is prepared. */
const json = z.string().refine((given) => gridExtend.safeParse(parseJson(given)).success, '不是扩展参数的 JSON')

/** Content of `fieldExtendJson`. `store`, `text`: user or department fields that are stored and shown. */
export const gridExtend = z.looseObject({
  multiSelect: z.boolean().optional(),
  store: z.string().optional(),
  text: z.string().optional(),
  uploadnum: z.union([z.string(), z.number()]).optional(),
})

/** A column of the editable grid (spec §3, CO-52). Widths are px. */
export const gridColumn = z.strictObject({
  key: z.string().min(1),
  title: z.string(),
  type: z.enum(GRID_COLUMN_TYPES),
  width: z.union([z.number().positive(), z.string()]).optional(),
  /** May contain the column name as `${title}`. */
  placeholder: z.string().optional(),
  defaultValue: z.unknown().optional(),
  options: z.array(option).optional(),
  /** A dictionary reference (contract/30 §1.1); its items follow `options`. */
  dictCode: z.string().optional(),
  validateRules: z.array(gridRule).optional(),
  /** Passed to the control. */
  props: z.record(z.string(), z.unknown()).optional(),
  disabled: z.boolean().optional(),
  allowDownload: z.boolean().optional(),
  allowRemove: z.boolean().optional(),
  allowInput: z.boolean().optional(),
  allowSearch: z.boolean().optional(),
  /** Stored values of a checkbox: checked, unchecked. */
  customValue: z.tuple([z.unknown(), z.unknown()]).optional(),
  defaultChecked: z.boolean().optional(),
  statistics: z.array(z.enum(['sum', 'average'])).optional(),
  /** A new row gets the maximum of the column plus 1. */
  isOrder: z.boolean().optional(),
  /** Upload URL, and whether the upload carries the token. */
  action: z.string().optional(),
  token: z.boolean().optional(),
  popupCode: z.string().optional(),
  orgFields: z.string().optional(),
  destFields: z.string().optional(),
  param: z.record(z.string(), z.unknown()).optional(),
  fieldExtendJson: json.optional(),
  /** Column key of the next level of linked selects. */
  linkageKey: z.string().optional(),
})
export type GridColumn = z.input<typeof gridColumn>

/** A row: its id, one value per column, and its sort number under the grid's `dragSortKey`. */
export const gridRow = z.looseObject({ id: text })
export type GridRow = Readonly<z.output<typeof gridRow>>

/** Stored under its code, at most 16 per code; never executed (D-40, CO-55). */
export const enhanceRecord = z.looseObject({ code: z.string().min(1) })
export type EnhanceRecord = z.output<typeof enhanceRecord>

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given)
  } catch {
    return undefined
  }
}
