import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf, conditionOn, type ListFields, ownField } from '../../platform/list/list-field.ts'
import type { ListRequest } from '../../platform/list/list-request.ts'

const expressionOf = (fields: ListFields, name: string) => {
  const field = ownField(fields, name)
  if (field === undefined) throw new Error(`no field ${name} to search in`)
  return field
}

/** Condition: one of these fields contains the text. */
const isFound = (fields: ListFields, names: readonly string[], keyword: string): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    names.map((name) => conditionOn(expressionOf(fields, name), { op: 'contains', value: keyword })),
    sql` or `,
  )})`

/** Rank: 0 if a field equals the text, 1 if one begins with it, else 2. */
const fitOf = (fields: ListFields, names: readonly string[], keyword: string): RawBuilder<number> => {
  const some = (op: 'eq' | 'startsWith') =>
    sql.join(
      names.map((name) => sql`coalesce(${conditionOn(expressionOf(fields, name), { op, value: keyword })}, false)`),
      sql` or `,
    )
  return sql<number>`case when ${some('eq')} then 0 when ${some('startsWith')} then 1 else 2 end`
}

export interface Lookup {
  readonly fields: ListFields
  /** Fields to search; the first one is the name of a row. */
  readonly names: readonly [string, ...string[]]
  /** Tie-breaker. */
  readonly tieBreaker: RawBuilder<unknown>
}

/** List request for rows that contain the text, best match first. */
export function requestFor({ fields, names, tieBreaker }: Lookup, keyword: string, pageSize: number): ListRequest {
  return {
    pageNo: 1,
    pageSize,
    offset: 0,
    conditions: [isFound(fields, names, keyword)],
    orderBy: [fitOf(fields, names, keyword), sql`${expressionOf(fields, names[0]).expression} asc`, tieBreaker],
  }
}

/** A resource whose rows have a name and a code. Its fields use the table alias `record`. */
export interface RegisterLookup {
  readonly noun: string
  readonly table: string
  readonly fields: ListFields
  readonly nameField: string
  readonly codeField: string
  /** Conditions on the rows the caller may see. */
  readonly conditions: readonly Expression<SqlBool>[]
}

export interface FoundRecord {
  readonly noun: string
  readonly id: string
  readonly name: string
  readonly code: string
  /** Number of matches in the row's resource. */
  readonly total: number
}

/**
 * Rows of all these resources with the text in name or code, best match first, at most `limit` of each; one statement.
 */
export async function findInRegisters(
  db: Db,
  registers: readonly RegisterLookup[],
  keyword: string,
  limit: number,
): Promise<FoundRecord[]> {
  if (registers.length === 0) return []
  const parts = registers.map(({ noun, table, fields, nameField, codeField, conditions }) => {
    const names = [nameField, codeField]
    return sql`(
      select ${noun}::text as noun, record.id, ${expressionOf(fields, nameField).expression}::text as name,
        ${expressionOf(fields, codeField).expression}::text as code,
        ${fitOf(fields, names, keyword)} as fit, count(*) over ()::int as total
      from ${sql.table(table)} as record
      where ${isFound(fields, names, keyword)} and ${allOf(conditions)}
      order by fit, name, record.id
      limit ${limit})`
  })
  const { rows } = await sql<FoundRecord>`
    select noun, id, name, coalesce(code, '') as code, total
    from (${sql.join(parts, sql` union all `)}) as found
    order by fit, name, id`.execute(db)
  return rows
}
