import { type Expression, type SqlBool, sql } from 'kysely'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { conditionOn, type ListField, NOTHING } from '../../platform/list/list-field.ts'
import { scopeFilter } from '../../platform/scope.ts'
import type { ParsedCondition, Term } from './condition.ts'
import type { DictSource } from './sources.ts'

type Shown = (user: SessionUser, alias: string) => Expression<SqlBool>
const ALL: Shown = () => sql<SqlBool>`true`

/** Visibility of each source's rows: live ones of the user's tenant and scope. */
const SHOWN: Readonly<Record<DictSource['table'], Shown>> = {
  sys_depart: (_user, alias) => sql<SqlBool>`${sql.ref(`${alias}.del_flag`)} = '0'`,
  sys_role: ALL,
  sys_position: ALL,
  sys_category: ALL,
  // As in the user list: without a department, only oneself.
  sys_user: ({ userId, tenantId, scope }, alias) => {
    if (scope.orgCode === '') return sql<SqlBool>`${sql.ref(`${alias}.id`)} = ${userId}`
    const isLive = sql<SqlBool>`${sql.ref(`${alias}.del_flag`)} = 0`
    if (tenantId === 0) return isLive
    return sql<SqlBool>`(${isLive} and exists (
      select from sys_user_tenant as member
      where member.user_id = ${sql.ref(`${alias}.id`)} and member.tenant_id = ${tenantId}))`
  },
  mon_station: ({ scope }, alias) =>
    sql<SqlBool>`(${sql.ref(`${alias}.del_flag`)} = 0 and ${scopeFilter(scope, alias)})`,
}

export interface SourceQuery {
  readonly source: DictSource
  readonly text: string
  readonly key: string
  readonly condition?: ParsedCondition | undefined
  /** Substring of a caption or key. */
  readonly part?: string | undefined
  /** Exact captions or keys. */
  readonly oneOf?: readonly string[] | undefined
  readonly keys?: readonly string[] | undefined
  readonly terms?: readonly Term[] | undefined
  /** Children of this row; null = the top level. */
  readonly parent?: string | null | undefined
  readonly orderBy?: ParsedCondition['orderBy']
  readonly limit: number
}

// Names come only from the register, after looking up the requested ones.
const columnOf = (name: string) => sql.ref<string>(`source.${name}`)
const fieldOf = ({ columns }: DictSource, column: string): ListField | undefined =>
  Object.hasOwn(columns, column) ? { expression: columnOf(column), type: columns[column] ?? 'text' } : undefined

function termOf(source: DictSource, { column, test }: Term): Expression<SqlBool> {
  const field = fieldOf(source, column)
  if (!field) return NOTHING
  return test === 'isNull' ? sql<SqlBool>`${field.expression} is null` : conditionOn(field, test)
}

function conditionsOf(query: SourceQuery, user: SessionUser): Expression<SqlBool>[] {
  const { source, condition, part, oneOf, keys, terms = [], parent } = query
  const [text, key] = [columnOf(query.text), columnOf(query.key)]
  const conditions = [SHOWN[source.table](user, 'source'), ...terms.map((term) => termOf(source, term))]
  if (condition && condition.anyOf.length > 0) {
    const groups = condition.anyOf.map((group) =>
      sql.join(
        group.map((term) => termOf(source, term)),
        sql` and `,
      ),
    )
    conditions.push(sql<SqlBool>`(${sql.join(groups, sql` or `)})`)
  }
  if (part) {
    const holds = (column: typeof text) => sql`strpos(lower(${column}), lower(${part})) > 0`
    conditions.push(sql<SqlBool>`(${holds(text)} or ${holds(key)})`)
  }
  if (oneOf) conditions.push(sql<SqlBool>`(${text} = any(${[...oneOf]}) or ${key} = any(${[...oneOf]}))`)
  if (keys) conditions.push(sql<SqlBool>`${key} = any(${[...keys]})`)
  if (parent !== undefined && source.parent !== undefined) {
    const above = columnOf(source.parent)
    conditions.push(parent === null ? sql<SqlBool>`coalesce(${above}, '') = ''` : sql<SqlBool>`${above} = ${parent}`)
  }
  return conditions
}

export interface SourceRow {
  readonly value: string
  readonly text: string
}

/** Rows as captions and keys, in the requested order, else by caption. */
export async function findSourceRows(db: Db, user: SessionUser, query: SourceQuery): Promise<SourceRow[]> {
  const [text, key] = [columnOf(query.text), columnOf(query.key)]
  const order = query.orderBy ?? query.condition?.orderBy
  const direction = order?.isDescending ? sql`desc` : sql`asc`
  const { rows } = await sql<SourceRow>`
    select ${key} as value, ${text} as text from ${sql.table(query.source.table)} as source
    where ${sql.join(conditionsOf(query, user), sql` and `)}
    order by ${order ? sql`${columnOf(order.column)} ${direction}, ` : sql``} ${text}, ${key}
    limit ${query.limit}`.execute(db)
  return rows
}

export interface TreeRow extends SourceRow {
  readonly parentId: string | null
  readonly hasChildren: boolean
}

/** One level of a tree. */
export async function findTreeRows(
  db: Db,
  user: SessionUser,
  query: SourceQuery & { readonly source: DictSource & { readonly parent: string } },
): Promise<TreeRow[]> {
  const { table, parent } = query.source
  const [text, key, above] = [columnOf(query.text), columnOf(query.key), columnOf(parent)]
  const { rows } = await sql<TreeRow>`
    select ${key} as value, ${text} as text, ${above} as "parentId", exists (
      select from ${sql.table(table)} as child
      where ${sql.ref(`child.${parent}`)} = ${key} and ${SHOWN[table](user, 'child')}) as "hasChildren"
    from ${sql.table(table)} as source
    where ${sql.join(conditionsOf(query, user), sql` and `)}
    order by ${text}, ${key}
    limit ${query.limit}`.execute(db)
  return rows
}
