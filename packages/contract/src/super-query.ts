import { z } from 'zod'
import { QUERY_MATCHES, QUERY_RULES } from './constants.ts'

/** security §5 */
export const MAX_QUERY_LINES = 20
/** Maximum characters of one value, and of a whole query as sent. */
export const MAX_QUERY_VALUE_CHARS = 2_000
export const MAX_QUERY_CHARS = 12_000

export const queryRule = z.enum(QUERY_RULES)
export type QueryRule = z.output<typeof queryRule>
export const queryMatch = z.enum(QUERY_MATCHES)
export type QueryMatch = z.output<typeof queryMatch>

/** Properties a list field passes to its query line (spec §4): how its value is entered. Ignored by the server. */
export interface QueryFieldTraits {
  readonly type?: string
  readonly dbType?: string
  readonly options?: readonly { readonly value: string | number; readonly text: string }[]
  readonly dictCode?: string
  readonly dictTable?: string
  readonly dictText?: string
  readonly customReturnField?: string
  readonly popup?: unknown
  /** Switch values, on and off; default `['Y', 'N']`. */
  readonly extendOption?: readonly [string, string]
  readonly formatStr?: string
}

/** One line of an advanced query. `sub,field` names a field of a sub-table. */
export interface QueryLine extends QueryFieldTraits {
  readonly field?: string | undefined
  readonly rule?: QueryRule | undefined
  /** Several with rule `in`; sent joined by commas. */
  readonly val?: string | number | boolean | readonly (string | number)[] | null | undefined
}

/** A saved, named query. */
export interface SavedQuery {
  readonly title: string
  readonly matchType: QueryMatch
  readonly records: readonly QueryLine[]
}

/** The line without the choices of its control, its value as text; undefined if it is incomplete. */
function toWireLine({ options: _options, ...line }: QueryLine): QueryLine | undefined {
  const { val } = line
  const text = Array.isArray(val) ? val.join(',') : String(val ?? '').trim()
  return line.field && line.rule && text !== '' ? { ...line, val: text } : undefined
}

/** The complete lines, ready to send; empty if there are none. */
export function filledLines(lines: readonly QueryLine[]): QueryLine[] {
  return lines.map(toWireLine).filter((line) => line !== undefined)
}

/**
 * The two query parameters of a list (contract/00 §8): the lines as URI-encoded JSON, and how they are combined. Empty
 * without complete lines.
 */
export function superQueryParameters(
  lines: readonly QueryLine[],
  matchType: QueryMatch,
): { superQueryParams?: string; superQueryMatchType?: QueryMatch } {
  const filled = filledLines(lines)
  if (filled.length === 0) return {}
  return { superQueryParams: encodeURI(JSON.stringify(filled)), superQueryMatchType: matchType }
}

/**
 * Parses `superQueryParams` after the query string was decoded once; text not encoded a second time is accepted as it
 * is. Undefined if it is no JSON array.
 */
export function parseSuperQueryText(text: string): unknown[] | undefined {
  for (const candidate of [decodedOnce(text), text]) {
    const value = candidate === undefined ? undefined : parsedJson(candidate)
    if (Array.isArray(value)) return value
  }
  return undefined
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURI(text)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
