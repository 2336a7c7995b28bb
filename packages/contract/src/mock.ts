import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'

const page = z.object({
  pageSize: z.number().int(),
  pageNo: z.number().int(),
  totalCount: z.number().int(),
  totalPage: z.number().int(),
  data: z.array(z.record(z.string(), z.unknown())),
})
export type MockPage = z.output<typeof page>

const read = <P extends string>(path: P) => ({ method: 'GET', path, access: 'signedIn', result: page }) as const

/** Responses for demo pages of existing clients (CA-14). Served in development and tests only. */
export const mockEndpoints = defineEndpoints({
  user: read('/mock/api/user'),
  permission: read('/mock/api/permission'),
  permissionAll: {
    method: 'GET',
    path: '/mock/api/permission/no-pager',
    access: 'signedIn',
    result: z.array(z.record(z.string(), z.unknown())),
  },
})

const none = <P extends string>(path: P) =>
  ({ method: 'GET', path, access: 'signedIn', result: z.array(z.never()) }) as const

/**
 * Calls of the account page and workplace of existing clients (contract/40 §B). Always served and always empty: there
 * are no teams and projects here, but those pages do not open without a response.
 */
export const workplaceEndpoints = defineEndpoints({
  role: read('/mock/api/role'),
  service: {
    method: ['GET', 'POST', 'PUT'],
    path: '/mock/api/service',
    access: 'signedIn',
    body: z.unknown().optional(),
    result: page,
  },
  teams: none('/mock/api/workplace/teams'),
  activity: none('/mock/api/workplace/activity'),
  radar: none('/mock/api/workplace/radar'),
  projects: {
    method: 'GET',
    path: '/mock/api/list/search/projects',
    access: 'signedIn',
    result: z.object({ data: z.array(z.never()) }),
  },
})
