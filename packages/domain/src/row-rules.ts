import { EMAIL, isMoney, MOBILE, WEB_ADDRESS } from './text-patterns.ts'

/** A row as rules see it: its values by column key. */
export type RuleRow = Readonly<Record<string, unknown>>

/** Position of a cell. */
export interface CellContext<Row extends RuleRow = RuleRow> {
  readonly column: { readonly key: string; readonly title: string }
  /** One of `rows`. */
  readonly row: Row
  /** All current rows: a new array after each change, because shared values are counted once per array. */
  readonly rows: readonly Row[]
  /** Called for a pattern that is no valid regular expression, for the developer console; the cell passes (VA-50). */
  readonly onBadPattern?: (pattern: string) => void
}

/**
 * `true` or nothing: valid. `false`: invalid, the rule's message is shown. A text: invalid, the text is shown instead.
 */
type Verdict = boolean | string | undefined

/** One rule for a cell. Each part that is set must hold; rules are checked in order. */
export interface RowRule<Row extends RuleRow = RuleRow> {
  readonly required?: boolean
  readonly unique?: boolean
  /** `only` (unique), a name of {@link patternOf} or a regular expression. */
  readonly pattern?: string | RegExp
  /** Runs for empty values too (D-23). */
  readonly handler?: (value: unknown, context: CellContext<Row>) => Verdict | Promise<Verdict>
  /** May contain the column name as `${title}`. */
  readonly message?: string
}

const DEFAULT_MESSAGE = {
  required: '${title}不能为空',
  unique: '${title}不能重复',
  pattern: '${title}格式不正确',
  handler: '${title}未通过校验',
} as const
/** A check that could not be run fails the cell. */
const NOT_CHECKED = '${title}暂时无法校验，请稍后重试'

const NAMED: Readonly<Record<string, (text: string) => boolean>> = {
  url: (text) => WEB_ADDRESS.test(text),
  e: (text) => EMAIL.test(text),
  m: (text) => MOBILE.test(text),
  p: (text) => /^\d{6}$/.test(text),
  s: (text) => /^[A-Za-z]+$/.test(text),
  n: (text) => /^[+-]?\d+(?:\.\d+)?$/.test(text),
  z: (text) => /^[+-]?\d+$/.test(text),
  money: isMoney,
}
const COUNTED = /^([n*s])(\d{1,4})-(\d{1,4})$/
const CHARACTERS = { n: '\\d', s: '[A-Za-z]', '*': '[^]' } as const

/**
 * The check for a non-empty text: a named pattern of spec §5 (`n6-16`, `*6-16`, `s6-18`, `url`, `e`, `m`, `p`, `s`,
 * `n`, `z`, `money`), else a regular expression. Undefined if it is neither.
 */
export function patternOf(pattern: string | RegExp): Matcher | undefined {
  const key = typeof pattern === 'string' ? `=${pattern}` : `${pattern.flags}/${pattern.source}`
  if (compiled.has(key)) return compiled.get(key)
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  const matches = typeof pattern === 'string' ? compile(pattern) : withoutState(pattern)
  compiled.set(key, matches)
  return matches
}

type Matcher = (text: string) => boolean
/** Cache: a table applies the same few patterns to each cell. */
const compiled = new Map<string, Matcher | undefined>()
const MOST_COMPILED = 200

/** A global or sticky expression keeps its position: the same cell would pass every second time. */
function withoutState({ source, flags }: RegExp): Matcher {
  const expression = new RegExp(source, flags.replace(/[gy]/g, ''))
  return (text) => expression.test(text)
}

function compile(pattern: string): Matcher | undefined {
  const named = Object.hasOwn(NAMED, pattern) ? NAMED[pattern] : undefined
  if (named) return named
  const [, kind, min, max] = COUNTED.exec(pattern) ?? []
  const source = kind === undefined ? pattern : `^${CHARACTERS[kind as keyof typeof CHARACTERS]}{${min},${max}}$`
  try {
    const expression = new RegExp(source)
    return (text) => expression.test(text)
  } catch {
    return undefined
  }
}

/** null, undefined, the empty text and the empty list; blanks and 0 are values. */
export function isEmptyCell(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/**
 * Message of the first rule a cell breaks, undefined if all hold (spec §5, D-23). A promise only if a handler before
 * the first broken rule returned one; it never rejects.
 */
export function checkCell<Row extends RuleRow>(
  rules: readonly RowRule<Row>[],
  value: unknown,
  context: CellContext<Row>,
): string | undefined | Promise<string | undefined> {
  return checkFrom(0, rules, value, context)
}

function checkFrom<Row extends RuleRow>(
  index: number,
  rules: readonly RowRule<Row>[],
  value: unknown,
  context: CellContext<Row>,
): string | undefined | Promise<string | undefined> {
  const rule = rules[index]
  if (!rule) return undefined
  const fault = faultOf(rule, value, context)
  if (fault) return sentence(rule.message ?? DEFAULT_MESSAGE[fault], context)
  const proceed = (verdict: Verdict) => {
    if (verdict === true || verdict === undefined) return checkFrom(index + 1, rules, value, context)
    return sentence(typeof verdict === 'string' ? verdict : (rule.message ?? DEFAULT_MESSAGE.handler), context)
  }
  try {
    const verdict = rule.handler?.(value, context)
    if (!(verdict instanceof Promise)) return proceed(verdict)
    return verdict.then(proceed).catch(() => sentence(NOT_CHECKED, context))
  } catch {
    return sentence(NOT_CHECKED, context)
  }
}

/** Rows whose cells hold one of these values: they are rechecked when a unique cell changes from one to the other. */
export function rowsSharing<Row extends RuleRow>(rows: readonly Row[], key: string, values: readonly unknown[]): Row[] {
  const wanted = new Set(values.filter((value) => !isEmptyCell(value)).map(comparable))
  return wanted.size === 0 ? [] : rows.filter((row) => wanted.has(comparable(row[key])))
}

function faultOf<Row extends RuleRow>(
  { required, unique, pattern }: RowRule<Row>,
  value: unknown,
  context: CellContext<Row>,
): 'required' | 'unique' | 'pattern' | undefined {
  if (isEmptyCell(value)) return required === true || pattern === '*' ? 'required' : undefined
  if ((unique === true || pattern === 'only') && isShared(value, context)) return 'unique'
  if (pattern === undefined || pattern === '*' || pattern === 'only') return undefined
  const matches = patternOf(pattern)
  if (!matches) context.onBadPattern?.(String(pattern))
  return matches && !matches(textOf(value)) ? 'pattern' : undefined
}

/** Occurrences of each value of a column, counted once per array of rows, so that a whole table is checked in O(n). */
const counts = new WeakMap<readonly RuleRow[], Map<string, ReadonlyMap<string, number>>>()

function countsOf(rows: readonly RuleRow[], key: string): ReadonlyMap<string, number> {
  const byColumn = counts.get(rows) ?? new Map<string, ReadonlyMap<string, number>>()
  counts.set(rows, byColumn)
  const known = byColumn.get(key)
  if (known) return known
  const fresh = new Map<string, number>()
  for (const row of rows) {
    const value = comparable(row[key])
    fresh.set(value, (fresh.get(value) ?? 0) + 1)
  }
  byColumn.set(key, fresh)
  return fresh
}

/** Whether another row holds the value; the copy of `row` in `rows` may still hold a previous one. */
function isShared(value: unknown, { column, row, rows }: CellContext): boolean {
  const own = comparable(row[column.key]) === comparable(value) ? 1 : 0
  return (countsOf(rows, column.key).get(comparable(value)) ?? 0) > own
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.map(comparable).join(',') : comparable(value))
/** The number 1 and the text `1` look the same in the table. */
const comparable = (value: unknown) =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
const sentence = (message: string, { column }: CellContext) => message.replaceAll('${title}', column.title)
