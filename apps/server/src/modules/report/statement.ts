import type { ParseResult } from 'libpg-query'
import { AppError } from '../../platform/errors.ts'
import { refusalOf } from './allowed-sql.ts'

/** A statement split at its placeholders: `texts[0] params[0] texts[1] params[1] … texts[n]`. */
export interface Statement {
  readonly texts: readonly string[]
  /** Placeholder name at each split; names may repeat. */
  readonly params: readonly string[]
}

const PLACEHOLDER = /'\$\{\s*([a-z][a-z0-9_]{0,62})\s*\}'|\$\{\s*([a-z][a-z0-9_]{0,62})\s*\}/g
const MAX_PARAMS = 50
/** Bracket nesting. The parser is recursive, with a stack of its own that we cannot grow. */
const MAX_DEPTH = 60
/**
 * Depth of the syntax tree: our checks and PostgreSQL are recursive, too. A chain of operators is as deep as it is
 * long.
 */
const MAX_TREE_DEPTH = 1_000

const refused = (reason: string, cause?: unknown) => new AppError('report.sql_refused', { data: { reason }, cause })

/**
 * Parses a report statement (security §5): one SELECT over the registered views, with allowed functions only, and with
 * bound placeholders.
 *
 * @throws AppError `report.sql_refused` saying why
 */
export async function readStatement(given: string): Promise<Statement> {
  const sqlText = given.trim().replace(/;\s*$/, '')
  if (/[\0\p{Surrogate}]/u.test(sqlText)) throw refused('含有非法字符')
  if (depthOf(sqlText) > MAX_DEPTH) throw refused('括号嵌套过深')
  const texts: string[] = []
  const params: string[] = []
  let from = 0
  for (const match of sqlText.matchAll(PLACEHOLDER)) {
    texts.push(sqlText.slice(from, match.index))
    params.push(match[1] ?? match[2] ?? '')
    from = match.index + match[0].length
  }
  texts.push(sqlText.slice(from))
  if (params.length > MAX_PARAMS) throw refused(`占位符不能超过 ${MAX_PARAMS} 个`)
  const numbered = texts.map((text, n) => (n === 0 ? text : `$${n}${text}`)).join('')
  const tree = await parse(numbered)
  if (isDeeper(tree, MAX_TREE_DEPTH)) throw refused('语句过长的运算或嵌套过深')
  const reason = refusalOf(tree, params.length)
  if (reason !== undefined) throw refused(reason)
  return { texts, params }
}

async function parse(text: string): Promise<ParseResult> {
  // PostgreSQL's own parser, compiled; loaded on first use.
  const { parse: parseSql, hasSqlDetails } = await import('libpg-query')
  try {
    return await parseSql(text)
  } catch (error) {
    const at = hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined
    const line = at === undefined ? '' : `，第 ${text.slice(0, at).split('\n').length} 行附近`
    throw refused(`语法错误${line}`, error)
  }
}

/** Iterative, as it guards against deep recursion. */
function isDeeper(tree: object, limit: number): boolean {
  let level: object[] = [tree]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((node) => Object.values(node).filter((part) => typeof part === 'object' && part !== null))
  }
  return false
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const sign of text) {
    if (sign === '(' || sign === '[') depth += 1
    else if (sign === ')' || sign === ']') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
