import type { Condition } from '../../platform/list/filter-value.ts'

/** One comparison of a column, by its database name. */
export interface Term {
  readonly column: string
  readonly test: Condition | 'isNull'
}

export interface ParsedCondition {
  /** A disjunction of groups; all terms of a group must hold. */
  readonly anyOf: readonly (readonly Term[])[]
  readonly orderBy: { readonly column: string; readonly isDescending: boolean } | undefined
}

const MAX_TERMS = 10
const TOKEN = /\s*(?:'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)(?![\w.])|([A-Za-z_]\w*)|(!=|<=|>=|[=<>(),]))/y

type Token = { readonly kind: 'text' | 'word' | 'sign'; readonly value: string }

const OPERATORS: Readonly<Record<string, 'eq' | 'ne' | 'lt' | 'gt' | 'le' | 'ge'>> = {
  '=': 'eq',
  '!=': 'ne',
  '<': 'lt',
  '>': 'gt',
  '<=': 'le',
  '>=': 'ge',
}

/**
 * The condition of a table dictionary (security §5): `column (= != < > <= >= like in is null) literal`, joined by
 * `and` / `or`, at most ten terms, with an `order by column [asc|desc]` at the end. Literals become bound values.
 * Undefined for anything else.
 */
export function parseCondition(text: string): ParsedCondition | undefined {
  const tokens = tokenize(text)
  return tokens && new Parser(tokens).parse()
}

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const match = TOKEN.exec(text)
    if (!match) return undefined
    const [, quoted, number, word, sign] = match
    if (quoted !== undefined) tokens.push({ kind: 'text', value: quoted.replaceAll("''", "'") })
    else if (number !== undefined) tokens.push({ kind: 'text', value: number })
    else if (word !== undefined) tokens.push({ kind: 'word', value: word.toLowerCase() })
    else tokens.push({ kind: 'sign', value: sign ?? '' })
  }
  return tokens
}

/** Reads tokens from left to right; returns undefined at the first mismatch. */
class Parser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parse(): ParsedCondition | undefined {
    const isOrderOnly = this.#tokens[0]?.value === 'order'
    const anyOf = isOrderOnly ? [] : this.#groups()
    const orderBy = this.#orderBy()
    const isWhole = anyOf !== undefined && orderBy !== 'wrong' && this.#at === this.#tokens.length
    return isWhole && this.#tokens.length > 0 ? { anyOf, orderBy } : undefined
  }

  #groups(): Term[][] | undefined {
    const groups: Term[][] = [[]]
    for (let count = 1; count <= MAX_TERMS; count += 1) {
      const term = this.#term()
      if (!term) return undefined
      groups.at(-1)?.push(term)
      if (this.#take('word', 'or')) groups.push([])
      else if (!this.#take('word', 'and')) return groups
    }
    return undefined
  }

  #term(): Term | undefined {
    const column = this.#next('word')
    if (column === undefined) return undefined
    if (this.#take('word', 'is')) return this.#take('word', 'null') ? { column, test: 'isNull' } : undefined
    const test = this.#take('word', 'like')
      ? this.#like()
      : this.#take('word', 'in')
        ? this.#list()
        : this.#comparison()
    return test && { column, test }
  }

  #comparison(): Condition | undefined {
    const op = OPERATORS[this.#next('sign') ?? '']
    const value = this.#next('text')
    return op !== undefined && value !== undefined ? { op, value } : undefined
  }

  /** `%` at either end is a wildcard; everything else is literal. */
  #like(): Condition | undefined {
    const pattern = this.#next('text')
    if (pattern === undefined) return undefined
    const [atStart, atEnd] = [pattern.startsWith('%'), pattern.length > 1 && pattern.endsWith('%')]
    const value = pattern.slice(atStart ? 1 : 0, atEnd ? -1 : undefined)
    if (atStart && atEnd) return { op: 'contains', value }
    return { op: atStart ? 'endsWith' : atEnd ? 'startsWith' : 'eq', value }
  }

  #list(): Condition | undefined {
    if (!this.#take('sign', '(')) return undefined
    const values: string[] = []
    do {
      const value = this.#next('text')
      if (value === undefined) return undefined
      values.push(value)
    } while (this.#take('sign', ','))
    return this.#take('sign', ')') ? { op: 'in', values } : undefined
  }

  #orderBy(): ParsedCondition['orderBy'] | 'wrong' {
    if (!this.#take('word', 'order')) return undefined
    const column = this.#take('word', 'by') ? this.#next('word') : undefined
    if (column === undefined) return 'wrong'
    const isDescending = this.#take('word', 'desc')
    if (!isDescending) this.#take('word', 'asc')
    return { column, isDescending }
  }

  #next(kind: Token['kind']): string | undefined {
    const token = this.#tokens[this.#at]
    if (token?.kind !== kind) return undefined
    this.#at += 1
    return token.value
  }

  #take(kind: Token['kind'], value: string): boolean {
    const token = this.#tokens[this.#at]
    const isIt = token?.kind === kind && token.value === value
    if (isIt) this.#at += 1
    return isIt
  }
}
