import type { Metric } from '@natim/domain/metrics'
import { resumeQc } from '@natim/domain/qc'
import type { Db } from '../../../platform/db/db.ts'
import { groupBy } from '../../../platform/group-by.ts'
import type { Log } from '../../../platform/logger.ts'
import type { RateLimits } from '../accept/rate-limit.ts'
import {
  isBadReading,
  keysOf,
  newChannel,
  newDevice,
  toCredential,
  toDefinition,
  toFormer,
  toMetric,
} from './definition.ts'
import {
  type ChannelRecord,
  type CredentialRecord,
  type DeviceRecord,
  findChannels,
  findCredentials,
  findDeviceId,
  findDevices,
  findFingerprint,
  findLatest,
  findMetrics,
  findOpenGaps,
  findVersions,
  repairLatest,
  type VersionRecord,
} from './register.repository.ts'
import type { Channel, Device } from './register-types.ts'

const SAFETY_NET_MS = 60_000
const DEBOUNCE_MS = 50

export interface RegisterDeps {
  readonly db: Db
  readonly log: Log
  readonly rateLimits: RateLimits
}

type ChangeListener = (devices: readonly Device[]) => void

/**
 * In-memory registers: who may report, and what. Refreshed on notification and compared with the database every minute.
 */
export class Register {
  readonly #deps: RegisterDeps
  readonly #byId = new Map<string, Device>()
  readonly #byNo = new Map<number, Device>()
  readonly #byClientId = new Map<string, Device>()
  readonly #channels = new Map<number, Channel>()
  readonly #listeners: ChangeListener[] = []
  #isReady = false
  #fingerprint = ''
  #safetyNet: NodeJS.Timeout | undefined
  #debounce: NodeJS.Timeout | undefined
  #pending: Set<string> | 'all' = new Set()
  #running: Promise<void> = Promise.resolve()

  constructor(deps: RegisterDeps) {
    this.#deps = deps
  }

  /** False until the first load has completed. */
  get isReady(): boolean {
    return this.#isReady
  }

  byClientId(clientId: string): Device | undefined {
    return this.#byClientId.get(clientId)
  }

  byId(id: string): Device | undefined {
    return this.#byId.get(id)
  }

  byNo(deviceNo: number): Device | undefined {
    return this.#byNo.get(deviceNo)
  }

  channelByNo(channelNo: number): Channel | undefined {
    return this.#channels.get(channelNo)
  }

  devices(): Iterable<Device> {
    return this.#byId.values()
  }

  channels(): Iterable<Channel> {
    return this.#channels.values()
  }

  /** Repairs the newest samples, loads everything, then keeps it up to date until `stop`. */
  async start(): Promise<void> {
    await repairLatest(this.#deps.db)
    this.#fingerprint = await findFingerprint(this.#deps.db)
    await this.refresh()
    this.#isReady = true
    this.#safetyNet = setInterval(() => void this.#compare(), SAFETY_NET_MS)
  }

  stop(): void {
    this.#isReady = false
    clearInterval(this.#safetyNet)
    clearTimeout(this.#debounce)
  }

  /** Registers a listener that receives the reloaded devices. */
  onChange(listener: ChangeListener): void {
    this.#listeners.push(listener)
  }

  /** Schedules a reload of these devices, or all; notifications are coalesced. */
  invalidate(deviceIds?: readonly string[]): void {
    if (deviceIds === undefined) this.#pending = 'all'
    else if (this.#pending !== 'all') for (const id of deviceIds) this.#pending.add(id)
    this.#debounce ??= setTimeout(() => this.#flushPending(), DEBOUNCE_MS)
  }

  /** Reloads these devices, or all, now. Loads are serialised: concurrent ones could restore an older row. */
  refresh(deviceIds?: readonly string[]): Promise<void> {
    const next = this.#running.then(() => this.#load(deviceIds))
    this.#running = next.catch(() => undefined)
    return next
  }

  /** Loads one device by its client id, even if it is not known yet. */
  async refreshClient(clientId: string): Promise<void> {
    const id = await findDeviceId(this.#deps.db, clientId)
    if (id !== undefined) await this.refresh([id])
  }

  #flushPending(): void {
    this.#debounce = undefined
    const ids = this.#pending === 'all' ? undefined : [...this.#pending]
    this.#pending = new Set()
    this.refresh(ids).catch((error: unknown) => {
      // The next comparison will find the difference again.
      this.#fingerprint = ''
      this.#deps.log.warn({ err: error }, 'registers could not be refreshed')
    })
  }

  async #compare(): Promise<void> {
    try {
      const fingerprint = await findFingerprint(this.#deps.db)
      if (fingerprint !== this.#fingerprint) await this.refresh()
      this.#fingerprint = fingerprint
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'registers could not be compared')
    }
  }

  async #load(ids?: readonly string[]): Promise<void> {
    const { db } = this.#deps
    const records = ids?.length === 0 ? [] : await findDevices(db, ids)
    if (records.length === 0) return
    const known = ids && records.map((record) => record.id)
    const [channels, versions, credentials, metrics] = await Promise.all([
      findChannels(db, known),
      findVersions(db, known),
      findCredentials(db, known),
      findMetrics(db),
    ])
    const catalogue = new Map(metrics.map((record) => [record.code, toMetric(record)]))
    const versionsOf = groupBy(versions, (record) => record.channelNo)
    const channelsOf = groupBy(channels, (record) => record.deviceId)
    const credentialsOf = groupBy(credentials, (record) => record.deviceId)
    const hasNewChannels = channels.some((record) => !this.#channels.has(record.channelNo))
    const changed = records.map((record) => {
      const device = this.#applyDevice(record, credentialsOf.get(record.id) ?? [])
      this.#applyChannels(device, channelsOf.get(record.id) ?? [], versionsOf, catalogue)
      return device
    })
    // Only new channels need their newest sample; for the others memory is newer than the table.
    if (hasNewChannels) await this.#loadNewest(known && changed.map((device) => device.deviceNo))
    for (const listener of this.#listeners) listener(changed)
  }

  #applyDevice(record: DeviceRecord, credentials: readonly CredentialRecord[]): Device {
    const device = this.#byId.get(record.id) ?? newDevice(record, this.#deps.rateLimits)
    if (device.clientId !== record.clientId) this.#byClientId.delete(device.clientId)
    device.clientId = record.clientId
    device.kind = record.kind
    device.gatewayId = record.gatewayId
    device.onlineTimeoutMs = record.onlineTimeoutS * 1_000
    device.isRetired = record.retiredAt !== null || record.delFlag !== 0
    device.credentials = credentials.map(toCredential)
    this.#byId.set(device.id, device)
    this.#byNo.set(device.deviceNo, device)
    this.#byClientId.set(device.clientId, device)
    return device
  }

  #applyChannels(
    device: Device,
    records: readonly ChannelRecord[],
    versionsOf: ReadonlyMap<number, readonly VersionRecord[]>,
    catalogue: ReadonlyMap<string, Metric>,
  ): void {
    const channels: Channel[] = []
    for (const record of records) {
      const metric = catalogue.get(record.metricCode)
      if (metric === undefined) continue
      const def = toDefinition(record, metric)
      const channel = this.#channels.get(record.channelNo) ?? newChannel(device, record.channelNo, def)
      channel.def = def
      const versions = versionsOf.get(record.channelNo) ?? []
      channel.sinceMs = versions.at(-1)?.fromMs ?? Number.NEGATIVE_INFINITY
      channel.former = toFormer(record, metric, versions)
      this.#channels.set(record.channelNo, channel)
      channels.push(channel)
    }
    device.channels = channels
    device.keys = keysOf(channels)
  }

  /** Reloads newest samples and open gaps: other processes have written these channels. */
  async reloadSeries(): Promise<void> {
    for (const channel of this.#channels.values()) channel.gapFrom = Number.NaN
    await this.#loadNewest()
  }

  /** The same for one device that moves here from another process: its series continues where that one left it. */
  async catchUp(device: Device): Promise<void> {
    await this.#loadNewest([device.deviceNo])
  }

  async #loadNewest(deviceNos?: readonly number[]): Promise<void> {
    const { db } = this.#deps
    const [latest, gaps] = await Promise.all([findLatest(db, deviceNos), findOpenGaps(db, deviceNos)])
    for (const row of latest) {
      const channel = this.#channels.get(row.channelNo)
      if (channel === undefined || row.ts <= channel.newestTs) continue
      channel.newestTs = row.ts
      channel.latestTs = row.ts
      channel.latestRx = row.rx
      channel.latestValue = row.v
      channel.latestQ = row.q
      channel.isBad = isBadReading(row.q)
      channel.previousValue = row.prevV ?? Number.NaN
      resumeQc(channel.qc, channel.def.spec, row)
    }
    for (const row of gaps) {
      const channel = this.#channels.get(row.channelNo)
      if (channel !== undefined) channel.gapFrom = row.tFrom
    }
  }
}
