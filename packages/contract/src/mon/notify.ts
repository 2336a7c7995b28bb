import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, rowId } from '../fields.ts'

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm')
  .meta({ examples: ['22:00'] })
const channel = z.enum(['console', 'sms', 'mail', 'webhook', 'wechat'])

/** How somebody wants to be told of alarms below severity 2. */
export const notifyPreference = z
  .object({
    /** Besides the console. */
    channels: z.array(z.enum(['sms', 'mail'])).max(2),
    /** No SMS and no mail within; both or neither. Over midnight when the end is earlier. */
    quietFrom: clockTime.nullable(),
    quietTo: clockTime.nullable(),
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    message: '请同时填写开始和结束时间',
    path: ['quietTo'],
  })
export type NotifyPreference = z.output<typeof notifyPreference>

/** One message to one receiver by one way, and what became of it. */
export const notifyDelivery = z.object({
  id: z.string(),
  alarmId: z.string(),
  alarmNo: z.string(),
  title: z.string(),
  channel,
  /** Name of the person, or of the policy whose address it goes to. */
  receiverName: z.string(),
  policyName: z.string(),
  /** What it was about: raise, up, reopen, escalate. */
  kind: z.string(),
  round: z.number().int(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
  tries: z.number().int(),
  lastError: z.string().nullable(),
  createMs: epochMs,
  nextMs: epochMs,
  sentMs: epochMs.nullable(),
})
export type NotifyDelivery = z.output<typeof notifyDelivery>

export const notifyEndpoints = defineEndpoints({
  /** Sends a test message: to oneself, and to the addresses of the policy. */
  test: {
    method: 'POST',
    path: '/mon/notify/test',
    access: 'mon:notify:test',
    body: z.object({ id: rowId }),
    result: z.array(z.object({ channel, error: z.string().nullable() })),
  },
  /** The newest messages about alarms that the user may see, at most 200. */
  deliveries: {
    method: 'GET',
    path: '/mon/notify/deliveries',
    access: 'mon:notify:view',
    result: z.array(notifyDelivery),
  },
  /** Who was told of one alarm, by which way and what came of it, oldest first; why a way failed with `mon:notify:view` alone. */
  ofAlarm: {
    method: 'GET',
    path: '/mon/notify/ofAlarm',
    access: 'mon:alarm:view',
    query: z.object({ id: rowId }),
    result: z.array(notifyDelivery),
  },
  preference: { method: 'GET', path: '/mon/notify/preference', access: 'signedIn', result: notifyPreference },
  savePreference: {
    method: 'PUT',
    path: '/mon/notify/editPreference',
    access: 'signedIn',
    body: notifyPreference,
    result: z.null(),
  },
})
