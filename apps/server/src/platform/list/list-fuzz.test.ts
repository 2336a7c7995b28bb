import { QUERY_RULES } from '@natim/contract/constants'
import { listQuery } from '@natim/contract/fields'
import fc from 'fast-check'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { parseListRequest } from './list-request.ts'
import { PROBE_FIELDS, PROBE_PARTS } from './testing/probe.ts'

/** Compiles statements without executing them. */
const compiler = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

const OPTIONS = {
  defaultSort: { field: 'amount', order: 'asc' },
  tieBreaker: sql`probe.id`,
  subTables: { part: PROBE_PARTS },
} as const

/** The statement of a list with this query; undefined when the query was refused with an AppError. */
function statementOf(query: Readonly<Record<string, unknown>>) {
  try {
    const request = parseListRequest(listQuery.parse(query), PROBE_FIELDS, OPTIONS)
    const where = sql.join([sql`true`, ...request.conditions], sql` and `)
    return sql`select id from probe where ${where} order by ${sql.join(request.orderBy)}`.compile(compiler)
  } catch (error) {
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).code).toMatch(/^query\./)
    return undefined
  }
}

/** Marker that nothing in our own SQL contains. */
const MARK = 'zq9x'
const marked = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .map((text) => `${text.slice(0, 20)}${MARK}${text.slice(20)}`)
const name = fc.oneof(
  fc.constantFrom('title', 'amount', 'seenAt', 'dueOn', 'part,name', 'part,size', '__proto__', 'part,', ','),
  marked,
)
const rule = fc.oneof(fc.constantFrom(...QUERY_RULES), marked)
const val = fc.oneof(marked, fc.array(marked, { maxLength: 3 }), fc.jsonValue())
const line = fc.oneof(fc.record({ field: name, rule, val }, { requiredKeys: [] }), fc.jsonValue())
const text = fc.oneof(
  fc.array(line, { maxLength: 25 }).map((lines) => JSON.stringify(lines)),
  fc.array(line, { maxLength: 25 }).map((lines) => encodeURI(JSON.stringify(lines))),
  marked,
  fc.json(),
)

describe('any list query', () => {
  it('with an advanced query is executed with bound values or refused', () => {
    fc.assert(
      fc.property(text, fc.oneof(fc.constantFrom('and', 'or'), marked), (superQueryParams, superQueryMatchType) => {
        expect(statementOf({ superQueryParams, superQueryMatchType })?.sql ?? '').not.toContain(MARK)
      }),
      { numRuns: 500 },
    )
  })

  it('never puts names and values of filters and sorts into the text of a statement', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            name,
            marked.map((start) => `${start}_begin`),
          ),
          fc.oneof(marked, fc.jsonValue()),
        ),
        marked.map((column) => column.slice(0, 200)),
        (filters, column) => {
          const { order: _order, column: _column, superQueryParams: _params, ...others } = filters
          expect(statementOf({ ...others, column })?.sql ?? '').not.toContain(MARK)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('with a known field, rule and valid value is executed with the value as a parameter', () => {
    fc.assert(
      fc.property(fc.constantFrom('eq', 'ne', 'like', 'left_like', 'right_like', 'gt'), marked, (known, value) => {
        const superQueryParams = encodeURI(JSON.stringify([{ field: 'title', rule: known, val: value }]))
        const statement = statementOf({ superQueryParams })
        if (statement) expect(String(statement.parameters[0])).toContain(MARK)
        // A text column refuses only NUL and lone surrogates.
        else expect(value).toMatch(/[\0\p{Surrogate}]/u)
      }),
    )
  })
})
