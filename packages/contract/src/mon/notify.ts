import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, rowId } from '../fields.ts'

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm')
  .meta({ examples: ['22:00'] })
const channel = z.enum(['console', 'sms', 'mail', 'webhook', 'wechat'])

/** A user's preferences for alarms below severity 2. */
export const notifyPreference = z
  .object({
    /** In addition to the console. */
    channels: z.array(z.enum(['sms', 'mail'])).max(2),
    /** Quiet hours without SMS and mail; both or neither. Across midnight if the end is earlier. */
    quietFrom: clockTime.nullable(),
    quietTo: clockTime.nullable(),
  })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    message: '请同时填写开始和结束时间',
    path: ['quietTo'],
  })
export type NotifyPreference = z.output<typeof notifyPreference>

/** One message to one receiver by one channel, and its outcome. */
export const notifyDelivery = z.object({
  id: z.string(),
  alarmId: z.string(),
  alarmNo: z.string(),
  title: z.string(),
  channel,
  /** Name of the person, or of the policy that owns the address. */
  receiverName: z.string(),
  policyName: z.string(),
  /** Kind of step: raise, up, reopen, escalate. */
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
  /** Sends a test message to the caller and to the addresses of the policy. */
  test: {
    method: 'POST',
    path: '/mon/notify/test',
    access: 'mon:notify:test',
    body: z.object({ id: rowId }),
    result: z.array(z.object({ channel, error: z.string().nullable() })),
  },
  /** The newest messages about alarms visible to the user, at most 200. */
  deliveries: {
    method: 'GET',
    path: '/mon/notify/deliveries',
    access: 'mon:notify:view',
    result: z.array(notifyDelivery),
  },
  /** Notifications of one alarm with channel and outcome, oldest first; failure reasons only with `mon:notify:view`. */
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
