import { z } from 'zod'
import { listQuery } from './fields.ts'
import type { PermissionCode } from './permissions.ts'

/**
 * The export beside a list (contract/00 §11): takes what the list takes, by query or body, and `selections`, a comma
 * list of the ticked rows; answers a workbook.
 */
export const exportEndpoint = <const A extends PermissionCode>(path: string, access: A) =>
  ({
    method: ['POST', 'GET'],
    path,
    access,
    wire: 'binary',
    query: listQuery,
    body: z.looseObject({}).nullish(),
    result: z.unknown(),
  }) as const
