import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, listQuery } from '../fields.ts'

export const PENDING_STATES = { waiting: '待处理', ignored: '已忽略' } as const

/** Who asked to come in and is not registered. */
export const pendingClient = z.object({
  /** Its client id: what it is known by. */
  id: z.string(),
  clientId: z.string(),
  /** Where it knocked from last. */
  address: z.string(),
  /** The gateway it speaks through; null = it knocks by itself. */
  gatewayId: z.string().nullable(),
  gatewayName: z.string().nullable(),
  firstAt: z.string(),
  lastAt: z.string(),
  attempts: z.number().int(),
  /** Its messages that wait for the registration, by kind; kept for 24 h. */
  quarantined: z.number().int(),
  kinds: z.record(z.string(), z.number().int()).meta({ examples: [{ tele: 12, state: 1 }] }),
  /** The newest of them as text, cut; null where there is none, or it is no text. */
  newest: z.string().nullable(),
  state: z.enum(['waiting', 'ignored']),
  ignoredBy: z.string().nullable(),
  ignoredAt: z.string().nullable(),
})
export type PendingClient = z.output<typeof pendingClient>

export const pendingEndpoints = defineEndpoints({
  /** Through gateways the caller sees, or by themselves. */
  list: {
    method: 'GET',
    path: '/mon/device/pending',
    access: 'mon:pending:view',
    query: listQuery,
    result: page(pendingClient),
  },
  /** All of them, or none when somebody was faster. */
  ignore: {
    method: 'POST',
    path: '/mon/device/pending/ignore',
    access: 'mon:pending:ignore',
    body: z.object({ ids: idList, isIgnored: z.boolean() }),
    result: z.null(),
  },
})
