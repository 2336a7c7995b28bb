import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery } from '../fields.ts'

export const PENDING_STATES = { waiting: '待处理', ignored: '已忽略' } as const

/** A client that tried to connect and is not registered. */
export const pendingClient = z.object({
  /** Its client id. */
  id: z.string(),
  clientId: z.string(),
  /** Address of its last attempt. */
  address: z.string(),
  /** The gateway it connects through; null = directly. */
  gatewayId: z.string().nullable(),
  gatewayName: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  attempts: z.number().int(),
  /** Its messages held until registration, by kind; kept for 24 h. */
  quarantined: z.number().int(),
  kinds: z.record(z.string(), z.number().int()).meta({ examples: [{ tele: 12, state: 1 }] }),
  /** The newest of them as text, shortened; null if there is none or it is not text. */
  newest: z.string().nullable(),
  state: z.enum(['waiting', 'ignored']),
  ignoredBy: z.string().nullable(),
  ignoredAt: z.string().nullable(),
})
export type PendingClient = z.output<typeof pendingClient>

export const pendingEndpoints = defineEndpoints({
  /** Clients connecting directly or through gateways visible to the caller. */
  list: {
    method: 'GET',
    path: '/mon/device/pending',
    access: 'mon:pending:view',
    query: listQuery,
    result: page(pendingClient),
  },
  /** All or none, in case another user was faster. */
  ignore: {
    method: 'POST',
    path: '/mon/device/pending/ignore',
    access: 'mon:pending:ignore',
    body: z.object({ ids: idList, isIgnored: z.boolean() }),
    result: z.null(),
  },
})
