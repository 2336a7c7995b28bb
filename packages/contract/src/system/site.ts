import { keysOf } from '@natim/domain/record'
import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** Parts of the demonstration that are loaded after its network. */
export const DEMO_PARTS = {
  alarms: '报警',
  duty: '值班',
  reviews: '数据审核',
  walls: '大屏',
  wearables: '可穿戴',
  breath: '呼气检测',
  decisions: '抑制与身份申请',
  satellites: '卫星任务',
  nbc: '核生化',
  'wx-products': '微信产品',
  'wx-images': '微信图片',
  reports: '报告',
} as const
export type DemoPart = keyof typeof DEMO_PARTS

/** Settings the login page needs before sign-in. */
export const siteSettings = z.object({
  networkName: z.string(),
  /** Empty = none. */
  filingText: z.string(),
  /** Link of the filing notice; null = plain text. */
  filingUrl: z.string().nullable(),
  supportText: z.string(),
  /** Whether the login form shows and requires the captcha. */
  captcha: z.boolean(),
  /** Whether SMS codes can be sent: phone sign-in, registration and reset need them. */
  smsLogin: z.boolean(),
  /** Whether self-registration is enabled. */
  registration: z.boolean(),
  /** Identity providers for sign-in, in the order of their buttons. */
  thirdLogins: z.array(z.object({ source: z.string(), title: z.string() })),
  /** MQTT address shown in connection hints; host null means the console's own host name. */
  mqttPort: z.number().int().nullable(),
  /**
   * Load progress of the demonstration network; null = no loading in progress. Until then its figures are incomplete.
   */
  demoLoadPercent: z.number().int().min(0).max(99).nullable(),
  /** Parts of the demonstration that could not be loaded. */
  demoFailed: z.array(
    z.object({
      part: z.enum(keysOf(DEMO_PARTS)),
      /** Whether the next start retries. */
      isTriedAgain: z.boolean(),
    }),
  ),
})
export type SiteSettings = z.output<typeof siteSettings>

export const siteEndpoints = defineEndpoints({
  settings: { method: 'GET', path: '/sys/site/settings', access: 'public', result: siteSettings },
  live: {
    method: 'GET',
    path: '/health/live',
    access: 'public',
    wire: 'bare',
    result: z.object({ status: z.literal('ok') }),
  },
  ready: {
    method: 'GET',
    path: '/health/ready',
    access: 'public',
    wire: 'bare',
    result: z.object({ status: z.enum(['ok', 'starting', 'unavailable']) }),
  },
  /** Every call of this server, as OpenAPI 3.1. */
  openApi: {
    method: 'GET',
    path: '/sys/openapi.json',
    access: 'system:api:view',
    wire: 'bare',
    result: z.looseObject({ openapi: z.string() }),
  },
  metrics: { method: 'GET', path: '/metrics', access: 'system:monitor:metrics', wire: 'binary', result: z.string() },
})
