import { createHash, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '@natim/domain/time'
import { DENIAL_LOG, writeAudit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Log } from '../../../platform/logger.ts'
import { RateLimit } from '../accept/rate-limit.ts'
import type { IngestMetrics } from '../ingest-metrics.ts'
import type { Register } from '../register/register.ts'
import type { Credential, Device } from '../register/register-types.ts'
import type { Counters } from '../maintenance/counters.ts'
import { type PendingClient, saveCredentialUses, upsertPendingClients } from './access.repository.ts'
import { AttemptGuard } from './attempt-guard.ts'

const CLIENT_ID = /^[A-Za-z0-9_-]{4,64}$/
const MAX_SECRET_BYTES = 256
/** Wrong secrets of one client at one address, before it is shut out there. */
const MAX_FAILURES = 10
/** Wrong secrets of an address, whoever it speaks for: many devices share the address of their site. */
const MAX_FAILURES_OF_ADDRESS = 100
/** Who came in from an address is known there for a day; the ones that were quiet for longest are forgotten first. */
const KNOWN_FOR_MS = 24 * 60 * MINUTE_MS
const MAX_KNOWN = 20_000
/** Look-ups in the register a second; of names nobody knows fewer for one address, so that strangers there leave room for others. */
const LOOK_UPS_PER_S = 20
const LOOK_UPS_OF_ADDRESS_PER_S = 2
const MAX_LOOKING = 10_000
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
  /** Of a client that is no device of ours, or need not be. */
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

/** The database stamps a new secret by its own clock, which may run ahead of ours. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS

export function isLive(credential: Credential, nowMs: number): boolean {
  return !credential.revoked && nowMs >= credential.notBeforeMs - CLOCK_TOLERANCE_MS && nowMs < credential.notAfterMs
}

/** Who may report, for every transport (domain §6.1, security §6). */
export class DeviceAuth {
  readonly #deps: DeviceAuthDeps
  readonly #addresses = new AttemptGuard(MAX_FAILURES_OF_ADDRESS)
  readonly #pairs = new AttemptGuard(MAX_FAILURES)
  /** Address and client → when it last came in. */
  readonly #known = new Map<string, number>()
  /** Wrong secrets from many addresses must not become a load on the database. */
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
   * Checks a client id and its secret. Failures shut a client out at that address, and many of them the address; who has
   * come in from there before is judged all the same, so that nobody else at the site locks it out. What the register does not
   * know yet is looked up before it is refused: a secret works from the moment it is shown, in every process.
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

  /** Lists an unknown client among those that wait for registration. */
  notePending(clientId: string, address: string, gatewayId: string | null): void {
    const known = this.#pending.get(clientId)
    if (known === undefined && this.#pending.size >= MAX_HELD) return
    const attempts = (known?.attempts ?? 0) + 1
    this.#pending.set(clientId, { clientId, address, gatewayId, attempts, lastMs: this.#deps.now() })
  }

  /** Counts a denial, against the device when it is known, and audits it: once a minute for one subject and reason. */
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

/** Last used last: the map's own order is the order of forgetting. */
function keepNewest<V>(map: Map<string, V>, key: string, value: V, max: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) map.delete(map.keys().next().value ?? '')
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
