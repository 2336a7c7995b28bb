import type { QueryFieldTraits, QueryLine, QueryRule } from '@natim/contract/super-query'

/** Value types of query fields (spec §3). */
export const QUERY_TYPES = [
  'text',
  'number',
  'int',
  'date',
  'datetime',
  'time',
  'list',
  'list_multi',
  'sel_search',
  'sel_user',
  'sel_depart',
  'popup',
  'pca',
  'switch',
] as const
export type QueryType = (typeof QUERY_TYPES)[number]

/** A queryable field of a list; one with children is a sub-table. */
export interface QueryField extends QueryFieldTraits {
  /** Property of a row; for a sub-table its name. */
  readonly field: string
  readonly label: string
  readonly type?: QueryType
  readonly children?: readonly QueryField[]
}

/** Properties a line copies from its field (WG-154). */
const TRAITS = [
  'type',
  'dbType',
  'options',
  'dictCode',
  'dictTable',
  'dictText',
  'customReturnField',
  'popup',
  'extendOption',
  'formatStr',
] as const satisfies readonly (keyof QueryFieldTraits)[]

/** A node of the field tree. `value` is the field's wire name: `sub,field` below a sub-table. */
export interface FieldNode {
  readonly value: string
  readonly title: string
  readonly selectable: boolean
  readonly children?: FieldNode[]
}

/** The fields as a tree; a sub-table itself cannot be chosen. */
export function fieldTree(fields: readonly QueryField[], parent = ''): FieldNode[] {
  return fields.map(({ field, label, children }) => {
    const value = parent === '' ? field : `${parent},${field}`
    const node = { value, title: label, selectable: children === undefined }
    return children === undefined ? node : { ...node, children: fieldTree(children, value) }
  })
}

export interface FoundField {
  readonly field: QueryField
  /** Label including its sub-table: `通道 / 名称`. */
  readonly caption: string
}

/** Finds the field of a line by its wire name. */
export function findField(fields: readonly QueryField[], name: string | undefined): FoundField | undefined {
  const [first, second] = (name ?? '').split(',')
  const field = fields.find((candidate) => candidate.field === first)
  if (!field || second === undefined) return field && !field.children ? { field, caption: field.label } : undefined
  const below = field.children?.find((candidate) => candidate.field === second)
  return below && { field: below, caption: `${field.label} / ${below.label}` }
}

const traitsOf = (field: QueryField | undefined): QueryFieldTraits =>
  Object.fromEntries(TRAITS.flatMap((key) => (field?.[key] === undefined ? [] : [[key, field[key]]])))

const ORDERED: readonly QueryRule[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in']
const TEXT: readonly QueryRule[] = ['eq', 'like', 'right_like', 'left_like', 'in', 'ne', 'gt', 'ge', 'lt', 'le']
const CHOSEN: readonly QueryRule[] = ['eq', 'ne', 'in']

const RULES: Readonly<Record<QueryType, readonly QueryRule[]>> = {
  text: TEXT,
  number: ORDERED,
  int: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  time: ORDERED,
  list: CHOSEN,
  list_multi: ['eq', 'like', 'ne', 'in'],
  sel_search: CHOSEN,
  sel_user: ['eq', 'like', 'ne', 'in'],
  sel_depart: ['eq', 'like', 'ne', 'in'],
  popup: TEXT,
  pca: ['eq', 'right_like', 'ne', 'in'],
  switch: CHOSEN,
}

/** Unknown types are edited as text. */
export const queryTypeOf = ({ type }: QueryFieldTraits): QueryType =>
  QUERY_TYPES.find((candidate) => candidate === type) ?? 'text'

/** Applicable rules of a line; all of them while no field is chosen. */
export const rulesOf = (line: QueryLine): readonly QueryRule[] => RULES[queryTypeOf(line)]

export const RULE_CAPTIONS: Readonly<Record<QueryRule, string>> = {
  eq: '等于',
  like: '包含',
  right_like: '以…开始',
  left_like: '以…结尾',
  in: '在…中',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
}

/** Chooses a field: copies its traits and clears the value; an inapplicable rule becomes `eq`. */
export function withField(line: QueryLine, name: string, fields: readonly QueryField[]): QueryLine {
  const next = { field: name, rule: line.rule, ...traitsOf(findField(fields, name)?.field) }
  return next.rule && rulesOf(next).includes(next.rule) ? next : { ...next, rule: 'eq' }
}

/** The values of a line, one or several. */
export function valuesOf({ val }: QueryLine): string[] {
  if (Array.isArray(val)) return val.map(String).filter((part) => part !== '')
  const text = val === undefined || val === null ? '' : String(val)
  return text === '' ? [] : [text]
}

/** Changes the rule; leaving `in` keeps only the first value (WG-154). */
export function withRule(line: QueryLine, rule: QueryRule): QueryLine {
  if (rule === 'in') return { ...line, rule, val: valuesOf(line) }
  return { ...line, rule, val: line.rule === 'in' ? valuesOf(line)[0] : line.val }
}

/** Restores a sent or saved line, with the traits of its field and separate values for `in`. */
export function restored(line: QueryLine, fields: readonly QueryField[]): QueryLine {
  const found = findField(fields, line.field)
  const whole = found ? { field: line.field, rule: line.rule, ...traitsOf(found.field) } : { ...line }
  const isJoined = line.rule === 'in' && typeof line.val === 'string'
  return { ...whole, val: isJoined ? String(line.val).split(',').filter(Boolean) : line.val }
}
