import { z } from 'zod'
import { listQuery } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

/** The list's parameters except its page: an export has all rows. */
export const exportBody = listQuery.omit({ pageNo: true, pageSize: true })

/**
 * The export of a list (contract/00 §11): accepts the list's parameters in query or body, plus `selections`, a
 * comma-separated list of the ticked rows; returns a workbook.
 */
export const exportEndpoint = <const A extends PermissionCode>(path: string, access: A) =>
  ({
    method: ['POST', 'GET'],
    path,
    access,
    wire: 'binary',
    query: listQuery,
    body: exportBody.nullish(),
    result: z.unknown(),
  }) as const
