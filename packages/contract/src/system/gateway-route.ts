import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

const refused = z.null()

/**
 * Routes of an API gateway (contract/20 §18). There is no gateway in front of this server, so the list is empty and
 * cannot be changed.
 */
export const gatewayRouteEndpoints = defineEndpoints({
  list: { method: 'GET', path: '/sys/gatewayRoute/list', access: 'signedIn', result: z.array(z.never()) },
  /** Always refused. */
  save: { method: 'POST', path: '/sys/gatewayRoute/updateAll', access: 'signedIn', result: refused },
  /** Always refused. */
  remove: { method: 'DELETE', path: '/sys/gatewayRoute/delete', access: 'signedIn', result: refused },
  /** No-op: nothing is cached. */
  clearCache: { method: 'GET', path: '/sys/gatewayRoute/clearRedis', access: 'signedIn', result: z.null() },
})
