import { z } from 'zod'
import { listQuery } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

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
    body: listQuery.nullish(),
    result: z.unknown(),
  }) as const
