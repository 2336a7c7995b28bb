import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@natim/domain/time'
import { DENIAL_LOG, writeAudit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/logger.ts'
import { RateLimit } from '../accept/rate-limit.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Register } from '../register/register.ts'
import type { Credential, Device } from '../register/register-types.ts'
import type { Counters } from '../upkeep/counters.ts'
import { type PendingClient, saveCredentialUses, upsertPendingClients } from './access.repository.ts'
import { AddressGuard } from './address-guard.ts'

const CLIENT_ID = /^[A-Za-z0-9_-]{4,64}$/
const MAX_SECRET_BYTES = 256
/** Unknown clients held between two flushes. */
const MAX_HELD = 1_000
/** One row of audit per subject and minute: a device that errs in a loop must not fill the log. */
const AUDIT_PAUSE_MS = 60_000
const MAX_AUDIT_KEYS = 10_000

export type Admission =
  | { readonly ok: true; readonly device: Device; readonly credential: Credential }
  | { readonly ok: false; readonly reason: 'malformed' | 'not-ready' | 'refused' | 'shut-out' }

/** Why something was denied, and how the audit log says so; what has no text is counted only. */
const DENIALS = {
  credentials: undefined,
  blocked: '设备接入失败次数过多，地址已封禁15分钟',
  topic: '设备向无权的主题发布',
  foreign: '设备代其他设备发布',
  subscription: '设备订阅了无权的主题',
  will: '设备的遗嘱主题无权',
  oversize: '设备发送了过大的报文',
} as const

export type Denial = keyof typeof DENIALS

interface DenialSubject {
  readonly device?: Device | undefined
  readonly address?: string | undefined
}

export interface GatekeeperDeps {
  readonly db: Db
  readonly log: Log
  readonly register: Register
  readonly counters: Counters
  readonly metrics: IngestMetrics
  /** Wall clock, epoch ms. */
  readonly now: () => number
}

export function isClientId(text: string): boolean {
  return CLIENT_ID.test(text)
}

/** The database stamps a new secret by its own clock, which may run ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

export function isLive(credential: Credential, nowMs: number): boolean {
  return !credential.revoked && nowMs >= credential.notBeforeMs - CLOCK_TOLERANCE_MS && nowMs < credential.notAfterMs
}

/** Who may report, for every transport (domain §6.1, security §6). */
export class Gatekeeper {
  readonly #deps: GatekeeperDeps
  readonly #addresses = new AddressGuard()
  /** Wrong secrets from many addresses must not become a load on the database. */
  readonly #lookUps = new RateLimit({ messagesPerS: 20, pointsPerS: 0 })
  readonly #audited = new Map<string, number>()
  #pending = new Map<string, PendingClient>()
  #uses = new Map<string, { id: string; address: string; atMs: number }>()

  constructor(deps: GatekeeperDeps) {
    this.#deps = deps
  }

  /**
   * Checks a client id and its secret; failures are counted against the address. What the register does not know yet
   * is looked up before it is refused: a secret works from the moment it is shown, in every process.
   */
  async admit(clientId: string, secret: Buffer | string, address: string): Promise<Admission> {
    const { register, now } = this.#deps
    const nowMs = now()
    if (!register.isReady) return { ok: false, reason: 'not-ready' }
    if (this.#addresses.isBlocked(address, nowMs)) return { ok: false, reason: 'shut-out' }
    if (!isClientId(clientId)) return { ok: false, reason: 'malformed' }
    const isKnown = findCredential(register.byClientId(clientId), secret) !== undefined
    if (!isKnown && this.#lookUps.takeMessage(nowMs)) await register.refreshClient(clientId)
    const device = register.byClientId(clientId)
    const credential = findCredential(device, secret)
    if (device === undefined) this.notePending(clientId, address, null)
    if (device === undefined || credential === undefined) {
      this.#countFailure(device, address, nowMs)
      return { ok: false, reason: 'refused' }
    }
    if (device.isRetired || !isLive(credential, nowMs)) return { ok: false, reason: 'shut-out' }
    this.#uses.set(credential.id, { id: credential.id, address, atMs: nowMs })
    return { ok: true, device, credential }
  }

  /** Lists an unknown client among those that wait for registration. */
  notePending(clientId: string, address: string, gatewayId: string | null): void {
    const known = this.#pending.get(clientId)
    if (known === undefined && this.#pending.size >= MAX_HELD) return
    const attempts = (known?.attempts ?? 0) + 1
    this.#pending.set(clientId, { clientId, address, gatewayId, attempts, lastMs: this.#deps.now() })
  }

  /** Counts a denial, against the device when it is known, and audits it: once a minute for one subject and reason. */
  deny(denial: Denial, { device, address }: DenialSubject): void {
    const { counters, metrics, now } = this.#deps
    metrics.deny(denial)
    if (device) {
      counters.add(device.deviceNo, 'E_AUTH', 1, now())
      metrics.reject('E_AUTH', 1)
    }
    const content = DENIALS[denial]
    if (content !== undefined) this.#audit(content, device?.clientId, address)
  }

  #audit(content: string, clientId: string | undefined, address: string | undefined): void {
    const { db, log, now } = this.#deps
    const key = `${content}/${clientId ?? address}`
    const nowMs = now()
    if (nowMs - (this.#audited.get(key) ?? Number.NEGATIVE_INFINITY) < AUDIT_PAUSE_MS) return
    if (this.#audited.size >= MAX_AUDIT_KEYS) this.#audited.clear()
    this.#audited.set(key, nowMs)
    log.warn({ clientId, address }, content)
    const entry = {
      logType: DENIAL_LOG,
      content,
      success: false,
      username: clientId,
      ip: address,
      objectId: clientId,
    } as const
    writeAudit(db, entry).catch((error: unknown) => log.warn({ err: error }, 'denial could not be audited'))
  }

  async flush(): Promise<void> {
    const [pending, uses] = [this.#pending, this.#uses]
    this.#pending = new Map()
    this.#uses = new Map()
    try {
      if (pending.size > 0) await upsertPendingClients(this.#deps.db, [...pending.values()])
      pending.clear()
      if (uses.size > 0) await saveCredentialUses(this.#deps.db, [...uses.values()])
    } catch (error) {
      this.#pending = new Map([...pending, ...this.#pending])
      this.#uses = new Map([...uses, ...this.#uses])
      throw error
    }
  }

  #countFailure(device: Device | undefined, address: string, nowMs: number): void {
    this.deny('credentials', { device, address })
    if (this.#addresses.addFailure(address, nowMs)) this.deny('blocked', { address })
  }
}

/** The credential that has this secret, whether it is live or not. Every hash is compared, in constant time. */
function findCredential(device: Device | undefined, secret: Buffer | string): Credential | undefined {
  if (device === undefined || Buffer.byteLength(secret) > MAX_SECRET_BYTES) return undefined
  const hash = createHash('sha256').update(secret).digest()
  let found: Credential | undefined
  for (const credential of device.credentials) {
    if (credential.secretHash.length === hash.length && timingSafeEqual(credential.secretHash, hash))
      found ??= credential
  }
  return found
}
