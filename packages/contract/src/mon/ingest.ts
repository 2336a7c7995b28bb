import { z } from 'zod'
import { defineEndpoints } from '../endpoint.ts'

/** Why a point or message was refused; counted per device and hour (domain §6.3). */
export const INGEST_CODES = [
  'E_AUTH',
  'E_JSON',
  'E_CHANNEL',
  'E_TYPE',
  'E_RANGE',
  'E_FUTURE',
  'E_TOO_OLD',
  'E_DUP',
  'E_RATE',
] as const
export type IngestCode = (typeof INGEST_CODES)[number]

/** The codes as text. */
export const INGEST_REASONS: Readonly<Record<IngestCode, string>> = {
  E_AUTH: '设备未登记、已停用或凭证无效',
  E_JSON: '报文格式不正确',
  E_CHANNEL: '通道号或因子编码不存在',
  E_TYPE: '值不是数字，或单位不能换算',
  E_RANGE: '数值超出物理上下限',
  E_FUTURE: '时间超前服务器 5 分钟以上',
  E_TOO_OLD: '时间早于原始数据保留期',
  E_DUP: '已经存储过的样本或报文',
  E_RATE: '超过上报频率限制',
}

export const ingestAnswer = z.object({
  ok: z.boolean(),
  accepted: z.number().int(),
  rejected: z.array(z.object({ i: z.number().int(), key: z.string(), code: z.enum(INGEST_CODES) })),
  /** Epoch ms; devices may set their clocks by it. */
  serverTime: z.number(),
  cmd: z.array(z.unknown()),
  message: z.string().optional(),
})
export type IngestAnswer = z.output<typeof ingestAnswer>

/** `spectrum`, `waveform`, `image`, or the device's own name. */
export const blobKind = z.string().regex(/^[a-z0-9_]{1,32}$/, '类型只能包含小写字母、数字和下划线')

const HTTP_BODY_LIMIT_BYTES = 1024 * 1024

/**
 * Authenticated by device credentials instead of user tokens: the handler checks `Authorization: Device id:secret`
 * itself.
 */
const deviceCall = <const P extends string>(kind: P) =>
  ({
    method: 'POST',
    path: `/ingest/v1/${kind}`,
    access: 'public',
    wire: 'bare',
    bodyLimitBytes: HTTP_BODY_LIMIT_BYTES,
    result: ingestAnswer,
  }) as const

export const ingestEndpoints = defineEndpoints({
  tele: deviceCall('tele'),
  batch: deviceCall('batch'),
  state: deviceCall('state'),
  event: deviceCall('event'),
  ack: deviceCall('ack'),
  /** A line of JSON (`ts`, `c`, `id`, `enc`), then the content as bytes or base64. */
  blob: { ...deviceCall('blob/:kind'), params: z.object({ kind: blobKind }) },
})
