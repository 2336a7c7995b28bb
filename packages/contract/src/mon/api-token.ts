import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'
import { epochMs, requiredText, rowId } from '../fields.ts'

/** Scopes of a token, by the last segment of the URL. */
export const OPEN_SCOPES = {
  stations: '站点',
  latest: '最新值',
  hour: '小时值',
  day: '日值',
  aqi: '空气质量指数',
  alarms: '报警',
} as const
export type OpenScope = keyof typeof OPEN_SCOPES

export const MAX_RATE_PER_MIN = 6_000
export const MAX_TOKEN_DAYS = 730
/** Maximum valid tokens of one account. */
export const MAX_TOKENS = 50
/** Prefix that identifies a token for people and secret scanners. */
export const API_TOKEN_PREFIX = 'natim_'

const scope = z.enum(['stations', 'latest', 'hour', 'day', 'aqi', 'alarms'])
const regionPrefix = z.string().regex(/^\d{2}(\d{2}(\d{2})?)?$/, '行政区划代码不正确')

export const tokenForm = z.object({
  name: requiredText(80),
  publicationId: rowId,
  scopes: z.array(scope).min(1, '请选择可读取的数据').max(6),
  /** Empty = everything its creator sees. */
  regionPrefixes: z.array(regionPrefix).max(100, '最多 100 项').default([]),
  ratePerMin: z.number().int().min(1).max(MAX_RATE_PER_MIN, `最多每分钟 ${MAX_RATE_PER_MIN} 次`).default(60),
  days: z.number().int().min(1).max(MAX_TOKEN_DAYS, `最长 ${MAX_TOKEN_DAYS} 天`).default(365),
})
export type TokenForm = z.output<typeof tokenForm>

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  publicationId: z.string(),
  publicationName: z.string(),
  scopes: z.array(scope),
  regionPrefixes: z.array(z.string()),
  ratePerMin: z.number().int(),
  expiresMs: epochMs,
  createBy: z.string().nullable(),
  createMs: epochMs,
  lastUsedMs: epochMs.nullable(),
  lastIp: z.string().nullable(),
  calls: z.number(),
  /** `ended`: the creator's account is deleted or frozen. */
  state: z.enum(['valid', 'expired', 'revoked', 'ended']),
})
export type ApiToken = z.output<typeof apiToken>

export const apiTokenEndpoints = defineEndpoints({
  /** Tokens of the caller's department and below, newest first. */
  list: { method: 'GET', path: '/mon/token/list', access: 'mon:token:view', result: z.array(apiToken) },
  /** Choices of the form. */
  publications: {
    method: 'GET',
    path: '/mon/token/publications',
    access: 'mon:token:view',
    result: z.array(z.object({ id: z.string(), name: z.string(), level: z.string(), delayMin: z.number() })),
  },
  /** Returns the token itself, only once. */
  add: {
    method: 'POST',
    path: '/mon/token/add',
    access: 'mon:token:add',
    body: tokenForm,
    result: z.object({ id: z.string(), token: z.string() }),
  },
  revoke: {
    method: 'POST',
    path: '/mon/token/revoke',
    access: 'mon:token:revoke',
    body: z.object({ id: rowId }),
    result: z.null(),
  },
})
