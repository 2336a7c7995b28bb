import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@natim/domain/time'
import { DENIAL_LOG, writeAudit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/logger.ts'
import { RateLimit } from '../accept/rate-limit.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Counters } from '../maintenance/counters.ts'
import type { Register } from '../register/register.ts'
import type { Credential, Device } from '../register/register-types.ts'
import { type PendingClient, saveCredentialUses, upsertPendingClients } from './access.repository.ts'
import { AttemptGuard } from './attempt-guard.ts'

const CLIENT_ID = /^[A-Za-z0-9_-]{4,64}$/
const MAX_SECRET_BYTES = 256
/** Wrong secrets of one client at one address before it is blocked there. */
const MAX_FAILURES = 10
/** Wrong secrets at one address, over all client ids. Higher, since many devices share the address of their site. */
const MAX_FAILURES_OF_ADDRESS = 100
/** A client that signed in from an address is known there for a day; the least recent ones are evicted first. */
const KNOWN_FOR_MS = 24 * 60 * MINUTE_MS
const MAX_KNOWN = 20_000
/**
 * Register look-ups per second. For unknown names there is a lower limit per address, so that one address cannot
 * exhaust them.
 */
const LOOK_UPS_PER_S = 20
const LOOK_UPS_OF_ADDRESS_PER_S = 2
const MAX_LOOKING = 10_000
/** Maximum unknown clients held between two flushes. */
const MAX_HELD = 1_000
/** At most one audit row per subject and minute: a device failing in a loop must not fill the log. */
const AUDIT_PAUSE_MS = 60_000
const MAX_AUDIT_KEYS = 10_000

export type Admission =
  | { readonly ok: true; readonly device: Device; readonly credential: Credential }
  | { readonly ok: false; readonly reason: 'malformed' | 'not-ready' | 'refused' | 'shut-out' }

/** Denials and their audit text; those without text are only counted. */
const DENIALS = {
  credentials: undefined,
  shut: '设备接入失败次数过多，该设备在该地址封禁15分钟',
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
  /** Client id when it is not, or need not be, a registered device. */
  readonly clientId?: string
  readonly address?: string | undefined
}

export interface DeviceAuthDeps {
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

/** The database stamps new secrets by its own clock, which may run ahead of this process. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

export function isLive(credential: Credential, nowMs: number): boolean {
  return !credential.revoked && nowMs >= credential.notBeforeMs - CLOCK_TOLERANCE_MS && nowMs < credential.notAfterMs
}

/** Who may report, for every transport (domain §6.1, security §6). */
export class DeviceAuth {
  readonly #deps: DeviceAuthDeps
  readonly #addresses = new AttemptGuard(MAX_FAILURES_OF_ADDRESS)
  readonly #pairs = new AttemptGuard(MAX_FAILURES)
  /** Address and client → time of the last sign-in. */
  readonly #known = new Map<string, number>()
  /** Limits the database load caused by wrong secrets from many addresses. */
  readonly #lookUps = new RateLimit({ messagesPerS: LOOK_UPS_PER_S, pointsPerS: 0 })
  readonly #strangerLookUps = new RateLimit({ messagesPerS: LOOK_UPS_PER_S, pointsPerS: 0 })
  readonly #lookUpsOf = new Map<string, RateLimit>()
  readonly #audited = new Map<string, number>()
  #pending = new Map<string, PendingClient>()
  #uses = new Map<string, { id: string; address: string; atMs: number }>()

  constructor(deps: DeviceAuthDeps) {
    this.#deps = deps
  }

  /**
   * Checks a client id and its secret. Failures block the client at that address; many failures block the address.
   * Clients that signed in from there before are still checked, so that others at the site cannot lock them out.
   * Anything the register does not know is looked up before it is refused: a new secret works at once, in every
   * process.
   */
  async admit(clientId: string, secret: Buffer | string, address: string): Promise<Admission> {
    const { register, now } = this.#deps
    const nowMs = now()
    if (!register.isReady) return { ok: false, reason: 'not-ready' }
    if (!isClientId(clientId)) return { ok: false, reason: 'malformed' }
    const pair = `${address} ${clientId}`
    const isBlocked = this.#addresses.isBlocked(address, nowMs) || this.#pairs.isBlocked(pair, nowMs)
    if (isBlocked && !this.#isKnown(pair, nowMs)) return { ok: false, reason: 'shut-out' }
    const listed = register.byClientId(clientId)
    const isKnown = findCredential(listed, secret) !== undefined
    const mayLookUp = () => (listed ? this.#lookUps.takeMessage(nowMs) : this.#mayLookUpStranger(address, nowMs))
    if (!isKnown && mayLookUp()) await register.refreshClient(clientId)
    const device = register.byClientId(clientId)
    const credential = findCredential(device, secret)
    if (device === undefined) this.notePending(clientId, address, null)
    if (device === undefined || credential === undefined) {
      this.#countFailure(device, { clientId, address, pair }, nowMs)
      return { ok: false, reason: 'refused' }
    }
    if (device.isRetired || !isLive(credential, nowMs)) return { ok: false, reason: 'shut-out' }
    this.#remember(pair, nowMs)
    this.#uses.set(credential.id, { id: credential.id, address, atMs: nowMs })
    return { ok: true, device, credential }
  }

  /** Lists an unknown client as pending registration. */
  notePending(clientId: string, address: string, gatewayId: string | null): void {
    const known = this.#pending.get(clientId)
    if (known === undefined && this.#pending.size >= MAX_HELD) return
    const attempts = (known?.attempts ?? 0) + 1
    this.#pending.set(clientId, { clientId, address, gatewayId, attempts, lastMs: this.#deps.now() })
  }

  /** Counts a denial, against the device if it is known, and audits it at most once a minute per subject and reason. */
  deny(denial: Denial, { device, clientId, address }: DenialSubject): void {
    const { counters, metrics, now } = this.#deps
    metrics.deny(denial)
    if (device) {
      counters.add(device.deviceNo, 'E_AUTH', 1, now())
      metrics.reject('E_AUTH', 1)
    }
    const content = DENIALS[denial]
    if (content !== undefined) this.#audit(content, device?.clientId ?? clientId, address)
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

  #countFailure(
    device: Device | undefined,
    { clientId, address, pair }: { readonly clientId: string; readonly address: string; readonly pair: string },
    nowMs: number,
  ): void {
    this.deny('credentials', { device, address })
    if (this.#pairs.addFailure(pair, nowMs)) this.deny('shut', { clientId, address })
    if (this.#addresses.addFailure(address, nowMs)) this.deny('blocked', { address })
  }

  #mayLookUpStranger(address: string, nowMs: number): boolean {
    const own =
      this.#lookUpsOf.get(address) ?? new RateLimit({ messagesPerS: LOOK_UPS_OF_ADDRESS_PER_S, pointsPerS: 0 })
    keepNewest(this.#lookUpsOf, address, own, MAX_LOOKING)
    return own.takeMessage(nowMs) && this.#strangerLookUps.takeMessage(nowMs)
  }

  #isKnown(pair: string, nowMs: number): boolean {
    return nowMs - (this.#known.get(pair) ?? Number.NEGATIVE_INFINITY) < KNOWN_FOR_MS
  }

  #remember(pair: string, nowMs: number): void {
    keepNewest(this.#known, pair, nowMs, MAX_KNOWN)
  }
}

/** Re-inserts the key: the map's order is the eviction order. */
function keepNewest<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) map.delete(map.keys().next().value ?? '')
}

/** The credential with this secret, live or not. Compares all hashes in constant time. */
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
