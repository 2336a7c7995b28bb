import type { Endpoint } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import { type CallOptions, call, callWithMessage, download } from '../lib/api/http.ts'
import type { ResourceRow } from './define-resource.ts'
import type { FormValues } from './edit-values.ts'
import type { WireQuery } from './list-query.ts'

/**
 * The calls every resource has, for endpoints known only by their role. A resource is checked against its own contract
 * where it is defined; here the shapes are those of contract/00.
 */
const input = (parts: { query?: object; body?: unknown }) => parts as never

export const callList = <Row extends ResourceRow>(endpoint: Endpoint, query: WireQuery, options: CallOptions) =>
  call(endpoint, input({ query }), options) as Promise<Page<Row>>

/** @returns the sentence of the server for the toast */
export async function callRemove(endpoint: Endpoint, query: { id: string } | { ids: string }): Promise<string> {
  return (await callWithMessage(endpoint, input({ query }))).message
}

/** Failures are thrown and not reported: the form shows them. */
export async function callSave(endpoint: Endpoint, body: FormValues): Promise<{ result: unknown; message: string }> {
  return callWithMessage(endpoint, input({ body }), { silent: true })
}

/** `ids` narrows to ticked rows; empty = everything the query finds. */
export const callExport = (endpoint: Endpoint, query: WireQuery, ids: readonly string[]) =>
  download(endpoint, input({ query, body: ids.length > 0 ? { selections: ids.join(',') } : {} }))
