import { z } from 'zod'
import { QUERY_RULES } from '../constants.ts'
import { defineEndpoints } from '../endpoint.ts'
import { requiredText, rowId, text } from '../fields.ts'
import { MAX_QUERY_LINES } from '../super-query.ts'

const MAX_ENTRIES = 60
const fieldName = text(64)

/** Content of a saved view: conditions, sorting and columns of a list, without the page number. */
export const viewContent = z.object({
  filters: z.record(fieldName, text(200)).refine((filters) => Object.keys(filters).length <= MAX_ENTRIES),
  query: z
    .object({
      match: z.enum(['and', 'or']),
      lines: z.array(z.tuple([fieldName, z.enum(QUERY_RULES), text(500)])).max(MAX_QUERY_LINES),
    })
    .optional(),
  sort: z.object({ field: fieldName, order: z.enum(['asc', 'desc']) }),
  columns: z.record(fieldName, z.boolean()).refine((columns) => Object.keys(columns).length <= MAX_ENTRIES),
})
export type ViewContent = z.output<typeof viewContent>

/** Who a view is shared with. */
const audience = z.object({ kind: z.enum(['role', 'depart']), id: rowId, name: z.string() })
export type ViewAudience = z.output<typeof audience>

const listPath = z
  .string()
  .max(200)
  .regex(/^\/[\w/-]+$/, '列表地址不正确')

export const savedView = z.object({
  id: z.string(),
  name: z.string(),
  content: viewContent,
  isOwn: z.boolean(),
  /** Real name of its owner. */
  owner: z.string(),
  audience: audience.nullable(),
})
export type SavedView = z.output<typeof savedView>

/** List views stored on the server (not part of the compatibility contract). */
export const savedViewEndpoints = defineEndpoints({
  /** The caller's views, and those shared with a role or department of the user. */
  list: {
    method: 'GET',
    path: '/sys/savedView/list',
    access: 'signedIn',
    query: z.object({ listPath }),
    result: z.array(savedView),
  },
  /** Roles and departments of the user, with which views can be shared. */
  audiences: { method: 'GET', path: '/sys/savedView/audiences', access: 'signedIn', result: z.array(audience) },
  /** Overwrites a view of the same name. */
  save: {
    method: 'POST',
    path: '/sys/savedView/save',
    access: 'signedIn',
    body: z.object({
      listPath,
      name: requiredText(30),
      content: viewContent,
      audience: audience.pick({ kind: true, id: true }).nullable(),
    }),
    result: z.object({ id: z.string() }),
  },
  remove: {
    method: 'DELETE',
    path: '/sys/savedView/delete',
    access: 'signedIn',
    query: z.object({ id: rowId }),
    result: z.null(),
  },
})
