import type { Endpoint } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import type { BinEndpoints, BulkEditEndpoints, CrudEndpoints, RowUse } from '@natim/contract/resource/crud-endpoints'
import { type CallOptions, call, callWithMessage, download } from '../lib/api/http.ts'
import type { ResourceRow } from './define-resource.ts'
import type { FormValues } from './edit-values.ts'
import type { ListCallQuery, WireQuery } from './list-query.ts'

/**
 * Calls common to all resources, for endpoints known only by their role. A resource is checked against its own contract
 * where it is defined; here the shapes are those of contract/00.
 */
const input = (parts: { query?: object; body?: unknown }) => parts

export async function callList<Row extends ResourceRow>(
  endpoint: Endpoint,
  query: ListCallQuery,
  options: CallOptions,
): Promise<Pick<Page<Row>, 'records' | 'total'>> {
  const answer = (await call(endpoint, input({ query }), options)) as Page<Row> | Row[]
  return Array.isArray(answer) ? pageOf(answer, query) : answer
}

/** Servers without paging send all rows at once (SY-04). */
function pageOf<Row>(rows: Row[], { pageNo, pageSize }: ListCallQuery) {
  return { records: rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: rows.length }
}

/** @returns the server's message for the toast */
export async function callRemove(endpoint: Endpoint, query: { id: string } | { ids: string }): Promise<string> {
  return (await callWithMessage(endpoint, input({ query }))).message
}

/** Applies one change to many rows. Failures are thrown and not reported. @returns the server's message */
export async function callUpdateMany(endpoint: BulkEditEndpoints['updateMany'], body: FormValues): Promise<string> {
  return (await callWithMessage<Endpoint>(endpoint, input({ body }), { silent: true })).message
}

/** References to the rows; failures are thrown and not reported. */
export const callUses = (endpoint: CrudEndpoints['uses'], ids: readonly string[]): Promise<RowUse[]> =>
  call(endpoint, { query: { ids: ids.join(',') } }, { silent: true })

/** The versions of a row, newest first; failures are thrown and not reported. */
export const callHistory = (endpoint: CrudEndpoints['history'], id: string, options: CallOptions) =>
  call(endpoint, { query: { id } }, { ...options, silent: true })

/** Restores the given version, else the newest. Failures are thrown and not reported. @returns the server's message */
export async function callRestore(
  endpoint: CrudEndpoints['restore'] | BinEndpoints['restoreVersion'],
  body: { readonly id: string; readonly version?: number },
): Promise<string> {
  return (await callWithMessage(endpoint, { body }, { silent: true })).message
}

/** Failures are thrown and not reported: the form shows them. */
export async function callSave(endpoint: Endpoint, body: FormValues): Promise<{ result: unknown; message: string }> {
  return callWithMessage(endpoint, input({ body }), { silent: true })
}

/** `ids` narrows to ticked rows; empty = everything the query finds. */
export const callExport = (endpoint: Endpoint, query: WireQuery, ids: readonly string[]) =>
  download(endpoint, input({ query, body: ids.length > 0 ? { selections: ids.join(',') } : {} }))
