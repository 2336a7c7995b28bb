import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { endpointTablesOf } from '@natim/contract/doc/endpoint-tables'
import { type Endpoint, type HttpMethod, methodsOf } from '@natim/contract/endpoint'
import { fromWireNames, queryFromWireNames } from '@natim/contract/wire-names'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/db/db.ts'

const CONTRACT = join(import.meta.dirname, '../../../../packages/contract/src')
/** Device calls with their own credentials, served and tested where a process ingests. */
const ELSEWHERE = ['mon/ingest.ts']

export interface Call {
  /** `GET /mon/station/list` */
  readonly name: string
  readonly method: HttpMethod
  readonly endpoint: Endpoint
}

/** Every call in the contract, found by scanning its files, so that no list has to be maintained. */
export async function everyCall(): Promise<Call[]> {
  const files = (await readdir(CONTRACT, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !ELSEWHERE.includes(file),
  )
  const modules = await Promise.all(files.map((file) => import(join(CONTRACT, file)) as Promise<object>))
  return modules
    .flatMap((module) => endpointTablesOf(Object.entries(module)))
    .flatMap((table) => Object.values(table))
    .flatMap((endpoint) =>
      methodsOf(endpoint).map((method) => ({ name: `${method} ${endpoint.path}`, method, endpoint })),
    )
}

/** Input of a call. */
export interface CallInput {
  readonly query: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Fills `:id` and other path parameters. */
  readonly param?: string
}

/**
 * Deduplicates inputs that the call cannot distinguish: a handler receives only what the schemas parse from query and
 * body (platform/http/implement.ts), and most calls know few of the fields. All inputs are kept for a call without a
 * body schema, which parses the body itself.
 */
export function distinctInputs<T extends CallInput>(endpoint: Endpoint, inputs: readonly T[]): T[] {
  const { query, body, wireNames } = endpoint
  const given = (input: T) =>
    [
      parsed(query, queryFromWireNames(input.query, wireNames)),
      body === undefined ? JSON.stringify(input.body) : parsed(body, fromWireNames(input.body, wireNames)),
      endpoint.path.includes(':') && input.param,
    ].join(' ')
  return [...new Map(inputs.map((input) => [given(input), input])).values()]
}

const WHOLE = { depth: null, maxArrayLength: null, maxStringLength: null } as const

/** The parsed value a handler receives, or the error its caller receives. */
function parsed(schema: z.ZodType | undefined, value: unknown): string {
  const outcome = schema?.safeParse(value)
  return inspect(outcome?.success === false ? outcome.error.issues : outcome?.data, WHOLE)
}

/** Every list of the contract: it takes a sort and returns a page. Reports define their own columns. */
export async function everyList(): Promise<Endpoint[]> {
  const calls = await everyCall()
  return calls.filter(({ method, endpoint }) => method === 'GET' && isList(endpoint)).map(({ endpoint }) => endpoint)
}

const isList = ({ query, result, path }: Endpoint) =>
  query instanceof z.ZodObject &&
  'column' in query.shape &&
  result instanceof z.ZodObject &&
  'records' in result.shape &&
  !path.includes(':')

/** Tables written by every call: denials and session activity. */
const NOTED = ['sys_log', 'sys_session', 'sys_login_guard', 'sys_address_guard', 'sys_captcha']

/** A digest of the whole database, except tables written by every call, computed in one statement. */
export async function digestOf(db: Db): Promise<string> {
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by c.relname`.execute(db)
  // Independent of row order: a sum of hashes costs a tenth of sorting.
  const digests = tables.rows
    .filter(({ name }) => !NOTED.includes(name))
    .map(
      ({ name }) => sql`select ${sql.lit(name)} as name, count(*) as n,
        coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{
    name: string
    n: number
    digest: string
  }>`${sql.join(digests, sql` union all `)}`.execute(db)
  // PostgreSQL may read several tables in parallel and returns them in any order.
  return rows
    .map(({ name, n, digest }) => `${name} ${n} ${digest}`)
    .sort()
    .join('\n')
}
