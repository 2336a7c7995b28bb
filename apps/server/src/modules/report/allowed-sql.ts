import { REPORT_SOURCES } from './sources.ts'

/** Node types a report statement may contain; any other is refused. */
const NODES = new Set([
  'SelectStmt',
  'ResTarget',
  'ColumnRef',
  'A_Star',
  'String',
  'A_Const',
  'A_Expr',
  'BoolExpr',
  'NullTest',
  'BooleanTest',
  'FuncCall',
  'RangeVar',
  'RangeSubselect',
  'JoinExpr',
  'SortBy',
  'SubLink',
  'CaseExpr',
  'CaseWhen',
  'CoalesceExpr',
  'MinMaxExpr',
  'TypeCast',
  'List',
  'ParamRef',
  'WindowDef',
  'CommonTableExpr',
  'SQLValueFunction',
  'Integer',
])

/** Parts of a select that write or lock. */
const FORBIDDEN_PARTS: Readonly<Record<string, string>> = {
  intoClause: '不能使用 INTO',
  lockingClause: '不能锁定数据',
  search_clause: '不支持 SEARCH',
  cycle_clause: '不支持 CYCLE',
}

/** Functions without access beyond the row and without output amplification. */
const FUNCTIONS = new Set(
  (
    'count sum avg min max bool_and bool_or string_agg row_number rank dense_rank lag lead ' +
    'upper lower trim btrim ltrim rtrim length char_length substr substring left right replace concat concat_ws ' +
    'split_part position strpos starts_with to_char to_date to_number round abs ceil ceiling floor trunc mod sign ' +
    'date_trunc date_part extract age now timezone'
  ).split(' '),
)
const TYPES = new Set(
  'text varchar bpchar int2 int4 int8 numeric float4 float8 bool date timestamp timestamptz time interval'.split(' '),
)
const VALUE_FUNCTIONS = new Set(['SVFOP_CURRENT_DATE', 'SVFOP_CURRENT_TIMESTAMP', 'SVFOP_LOCALTIMESTAMP'])
const RELATIONS = new Set(REPORT_SOURCES.map(({ name }) => name))

type Tree = Readonly<Record<string, unknown>>
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

interface Seen {
  readonly ctes: Set<string>
  readonly params: number[]
}

/** Why a parsed statement is refused; undefined when it is allowed. `params` = number of placeholders it must have. */
export function refusalOf(
  parsed: { readonly stmts?: readonly { readonly stmt?: object }[] },
  params: number,
): string | undefined {
  const statements = parsed.stmts ?? []
  const [only] = statements
  if (statements.length !== 1 || !isTree(only?.stmt) || !('SelectStmt' in only.stmt)) return '只能是一条 SELECT 语句'
  const seen: Seen = { ctes: new Set(namesOfCtes(only.stmt)), params: [] }
  if ([...seen.ctes].some((name) => name.startsWith('pg_'))) return 'WITH 的名称不能以 pg_ 开头'
  const reason = judge(only.stmt, seen)
  if (reason !== undefined) return reason
  // A placeholder inside a longer text, or a number written by the author, would bind a wrong value.
  const isComplete = seen.params.length === params && seen.params.toSorted((a, b) => a - b).every((n, i) => n === i + 1)
  return isComplete ? undefined : "占位符只能单独使用，例如 name like '%' || ${name} || '%'"
}

function namesOfCtes(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOfCtes)
  if (!isTree(value)) return []
  const own = isTree(value['CommonTableExpr']) ? [String(value['CommonTableExpr']['ctename'])] : []
  return [...own, ...Object.values(value).flatMap(namesOfCtes)]
}

function judge(value: unknown, seen: Seen): string | undefined {
  if (Array.isArray(value)) return first(value, (part) => judge(part, seen))
  if (!isTree(value)) return undefined
  return first(Object.entries(value), ([key, part]) => {
    // The parser capitalizes node types but not their parts.
    if (/^[A-Z]/.test(key)) return judgeNode(key, part, seen)
    if (key in FORBIDDEN_PARTS) return FORBIDDEN_PARTS[key]
    if (key === 'recursive') return '不支持递归查询'
    if (key === 'typeName') return judgeType(part)
    return judge(part, seen)
  })
}

function judgeNode(kind: string, node: unknown, seen: Seen): string | undefined {
  if (!NODES.has(kind) || !isTree(node)) return `不支持的语法（${kind}）`
  const own = JUDGES[kind]?.(node, seen)
  return own ?? judge(node, seen)
}

const JUDGES: Readonly<Record<string, (node: Tree, seen: Seen) => string | undefined>> = {
  RangeVar: ({ schemaname, relname, catalogname }, { ctes }) => {
    const name = String(relname)
    const isKnown = RELATIONS.has(name) && (schemaname === undefined || schemaname === 'report')
    const isCte = schemaname === undefined && ctes.has(name)
    return catalogname === undefined && (isKnown || isCte) ? undefined : `不能读取 ${name.slice(0, 63)}`
  },
  FuncCall: ({ funcname }) => {
    const name = nameOf(funcname)
    return name !== undefined && FUNCTIONS.has(name) ? undefined : `不能使用函数 ${String(name ?? '').slice(0, 63)}`
  },
  A_Expr: ({ name }) => (nameOf(name) === undefined ? '不支持的运算符' : undefined),
  SQLValueFunction: ({ op }) => (VALUE_FUNCTIONS.has(String(op)) ? undefined : '不能使用会话信息'),
  ParamRef: ({ number }, { params }) => {
    params.push(Number(number))
    return undefined
  },
}

function judgeType(type: unknown): string | undefined {
  const name = isTree(type) ? nameOf(type['names']) : undefined
  return name !== undefined && TYPES.has(name) ? undefined : '不支持的数据类型'
}

/** A name without a schema or of the built-in one. */
function nameOf(parts: unknown): string | undefined {
  const names = (Array.isArray(parts) ? parts : []).map((part) => {
    const text = isTree(part) && isTree(part['String']) ? part['String']['sval'] : undefined
    return typeof text === 'string' ? text : undefined
  })
  const [schema, name] = names.length === 2 ? names : ['pg_catalog', names[0]]
  return names.length <= 2 && schema === 'pg_catalog' ? name : undefined
}

function first<T>(values: readonly T[], ask: (value: T) => string | undefined): string | undefined {
  for (const value of values) {
    const answer = ask(value)
    if (answer !== undefined) return answer
  }
  return undefined
}
