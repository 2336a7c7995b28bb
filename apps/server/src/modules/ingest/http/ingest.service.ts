import type { IngestAnswer } from '@natim/contract/mon/ingest'
import type { Uplink } from '../accept/uplink.ts'
import type { DeviceAuth } from '../access/device-auth.ts'
import type { Device } from '../register/register-types.ts'
import type { Backlog } from '../write/backlog.ts'

/** A message that is not durable within this time is answered 503; the sender can safely repeat it. */
const DURABLE_WITHIN_MS = 10_000
const RETRY_AFTER_S = 1

export interface HttpIngestDeps {
  readonly deviceAuth: DeviceAuth
  readonly uplink: Uplink
  readonly backlog: Backlog
  readonly isDatabaseUp: () => boolean
  readonly now: () => number
}

export interface HttpIngestAnswer {
  readonly status: 200 | 401 | 403 | 429 | 503
  readonly body: IngestAnswer
  readonly retryAfterS?: number
}

export type HttpKind = 'tele' | 'batch' | 'state' | 'event' | 'ack' | `blob/${string}`

/** `Device {clientId}:{secret}`; client ids contain no colon. */
const AUTHORIZATION = /^Device ([^:\s]{1,64}):(\S{1,256})$/

/** HTTP transport of ingest: one message per request, answered when durable (domain §6.2). */
export class HttpIngest {
  readonly #deps: HttpIngestDeps

  constructor(deps: HttpIngestDeps) {
    this.#deps = deps
  }

  /** Authenticates by the header alone, before the body is read. Returns the answer to send if that fails. */
  async authenticate(authorization: string | undefined, address: string): Promise<Device | HttpIngestAnswer> {
    const [, clientId, secret] = AUTHORIZATION.exec(authorization ?? '') ?? []
    if (clientId === undefined || secret === undefined) return this.#refuse(401, 'device credentials required')
    const admission = await this.#deps.deviceAuth.admit(clientId, secret, address)
    if (admission.ok) return admission.device
    switch (admission.reason) {
      case 'not-ready':
        return this.#refuse(503, 'not ready', RETRY_AFTER_S)
      case 'shut-out':
        return this.#refuse(403, 'retired, revoked or blocked')
      case 'malformed':
      case 'refused':
        return this.#refuse(401, 'unknown device or wrong secret')
    }
  }

  async take(device: Device, kind: HttpKind, payload: Buffer): Promise<HttpIngestAnswer> {
    const { backlog, isDatabaseUp, uplink, now } = this.#deps
    if (!isDatabaseUp()) return this.#refuse(503, 'not stored', RETRY_AFTER_S)
    if (backlog.isHigh) return this.#refuse(429, 'busy', RETRY_AFTER_S)
    let settle: (error?: Error) => void = () => undefined
    const stored = new Promise<Error | undefined>((resolve) => {
      settle = resolve
    })
    const message = { sender: device, kind, payload, rxMs: now(), isMarkedDuplicate: false, waiter: settle }
    const { ack, reason, intake } = uplink.handle(message)
    if (ack === 'never') return this.#refuse(429, reason === 'rate' ? 'over the rate limit' : 'busy', RETRY_AFTER_S)
    if (ack === 'later' && (await inTime(stored)) !== undefined) return this.#refuse(503, 'not stored', RETRY_AFTER_S)
    const refusal = intake?.refusal
    return {
      status: 200,
      body: {
        ok: refusal === undefined,
        accepted: intake?.accepted ?? 0,
        rejected: [...(intake?.rejected ?? []), ...(refusal ? [{ i: 0, key: '', code: refusal.code }] : [])],
        serverTime: now(),
        cmd: [],
        ...(refusal ? { message: refusal.message } : {}),
      },
    }
  }

  #refuse(status: HttpIngestAnswer['status'], message: string, retryAfterS?: number): HttpIngestAnswer {
    return {
      status,
      body: { ok: false, accepted: 0, rejected: [], serverTime: this.#deps.now(), cmd: [], message },
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
    }
  }
}

/** The writer's result, or an error on timeout. */
async function inTime(stored: Promise<Error | undefined>): Promise<Error | undefined> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error('not durable in time')), DURABLE_WITHIN_MS)
  })
  try {
    return await Promise.race([stored, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
