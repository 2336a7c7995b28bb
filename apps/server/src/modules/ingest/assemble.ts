import type { GapCause } from '@natim/contract/dict'
import { isOnCitus } from '../../platform/db/by-device.ts'
import { DeviceStatusService, StreamLeases, type Streams } from '../device-status/index.ts'
import { Uplink } from './accept/uplink.ts'
import { DeviceAuth } from './access/device-auth.ts'
import { BridgeSessions } from './bridge/bridge-sessions.ts'
import { MqttBroker } from './broker/mqtt-broker.ts'
import { HttpIngest } from './http/ingest.service.ts'
import { IngestMetrics } from './ingest-metrics.ts'
import { DEFAULT_OPTIONS, type IngestDeps, type IngestOptions } from './ingest-options.ts'
import { createAfterCommit } from './maintenance/after-commit.ts'
import { Counters } from './maintenance/counters.ts'
import { Gaps } from './maintenance/gaps.ts'
import { Housekeeping } from './maintenance/housekeeping.ts'
import { Latest } from './maintenance/latest.ts'
import { DEFAULT_RETENTION, PartitionKeeper } from './maintenance/partitions.ts'
import { Quarantine } from './maintenance/quarantine-replay.ts'
import { Register } from './register/register.ts'
import type { Device } from './register/register-types.ts'
import { Backlog } from './write/backlog.ts'
import { EventWriter } from './write/event-writer.ts'
import { Writers, type WritersDeps } from './write/writers.ts'

/** The wired parts of ingest, not yet started. */
export type IngestParts = ReturnType<typeof assemble>

export function assemble(given: IngestDeps) {
  const deps: Deps = { now: Date.now, clock: () => performance.now(), retention: DEFAULT_RETENTION, ...given }
  const options: IngestOptions = { ...DEFAULT_OPTIONS, ...given.options }
  const { pool, db, log, registry, now } = deps
  const metrics = new IngestMetrics(registry)
  const counters = new Counters(pool)
  const backlog = new Backlog(options.backlog)
  const register = new Register({ db, log, rateLimits: options.rateLimits })
  const { leases, status } = createStatus(deps, register, backlog)
  const deviceAuth = new DeviceAuth({ db, log, register, counters, metrics, now })
  const { gaps, latest } = createSeriesKeepers(deps, leases, register, status)
  const onCommitted = createAfterCommit({ bus: deps.bus, latest, gaps, status, counters, metrics, now })
  const writers = createWriters(deps, options, backlog, onCommitted)
  const quarantine: Quarantine = new Quarantine({ db, log, register, uplink: () => uplink })
  const events = new EventWriter(pool, log)
  const uplink = new Uplink({
    register,
    status,
    deviceAuth,
    backlog,
    counters,
    events,
    metrics,
    clock: deps.clock,
    retentionMs: deps.retention.rawMs,
    medianSkewMs: ({ deviceNo }) => status.live(deviceNo).skewMs ?? 0,
    maintenanceOf: ({ id }) => status.maintenanceOf(id),
    writerOf: (device) => writers.of(device),
    quarantine: (gateway, childId, message) => quarantine.keep(gateway, childId, message),
    onClockAhead: (device) => (broker ?? bridge)?.publish(`dn/${device.clientId}/cfg`, clockHint(now()), true),
  })
  const onAdmitted = (device: Device) => catchUp(deps, leases, register, device)
  const { broker, bridge } = createTransport(deps, { deviceAuth, uplink, status, register, metrics, onAdmitted })
  const http = new HttpIngest({ deviceAuth, uplink, backlog, isDatabaseUp: () => writers.isDatabaseUp, now })
  const housekeeping = new Housekeeping({ pool, db, log, now, retention: deps.retention })
  const sources = { queuedPoints: () => backlog.points, connections: () => broker?.connections ?? 0 }
  metrics.watch(registry, sources)
  const keepers = { counters, gaps, latest, deviceAuth, housekeeping, quarantine }
  return {
    deps,
    metrics,
    backlog,
    register,
    leases,
    status,
    writers,
    events,
    uplink,
    broker,
    bridge,
    http,
    sources,
    ...keepers,
  }
}

type Deps = IngestDeps & Required<Pick<IngestDeps, 'now' | 'clock' | 'retention'>>

/** The status of devices, and which of them this process judges. */
function createStatus({ db, bus, log, now, clock, retention }: Deps, register: Register, backlog: Backlog) {
  const isListening = () => !backlog.isHigh
  const leases = new StreamLeases({
    db,
    log,
    // Lease times come from the database's clock; this one only measures elapsed time.
    clock: () => performance.now(),
    isListening,
    losses: () => status.recentLosses(),
  })
  const status: DeviceStatusService = new DeviceStatusService({
    db,
    bus,
    log,
    now,
    clock,
    rawMs: retention.rawMs,
    streams: leases,
    isListening,
    subjects: () => register.devices(),
    subjectById: (id) => register.byId(id),
  })
  return { leases, status }
}

function createWriters(
  { pool, db, log, clock, now }: Deps,
  { writer, writers: count }: IngestOptions,
  backlog: Backlog,
  onCommitted: WritersDeps['onCommitted'],
): Writers {
  const partitions = new PartitionKeeper(pool)
  return new Writers({
    pool,
    log,
    clock,
    now,
    isOnCitus: () => isOnCitus(db),
    backlog,
    options: writer,
    count,
    partitions,
    onCommitted,
  })
}

function createSeriesKeepers(
  { pool, db, now }: Deps,
  streams: Streams,
  register: Register,
  status: DeviceStatusService,
) {
  const startMs = now()
  const gaps = new Gaps({
    pool,
    db,
    epochOf: ({ deviceNo }) => streams.epochOf(deviceNo),
    heardSinceMs: ({ deviceNo }) => status.heardSinceMs(deviceNo),
    isShared: () => streams.isShared,
    reload: () => register.reloadSeries(),
    channels: () => register.channels(),
    channelByNo: (channelNo) => register.channelByNo(channelNo),
    causeOf: (device, fromMs, isOver) => causeOf(status, device, fromMs, isOver && fromMs >= startMs),
  })
  const latest = new Latest(pool, {
    onAdvance: (channel, previousMs, tsMs) => gaps.advanced(channel, previousMs, tsMs),
    onQuality: (channel, isBad, tsMs) => status.channelQuality(channel.device.deviceNo, channel.channelNo, isBad, tsMs),
  })
  return { gaps, latest }
}

/**
 * @param isConclusive the silence is over and this process listened throughout: then the channel itself is the cause.
 */
function causeOf(status: DeviceStatusService, device: Device, fromMs: number, isConclusive: boolean): GapCause {
  const live = status.live(device.deviceNo)
  if (live.lastOfflineMs >= fromMs) return live.lastOfflineReason === 'gateway' ? 'network' : 'offline'
  return isConclusive ? 'device' : 'unknown'
}

/** Reloads the series: another process may have received samples of the device meanwhile. */
async function catchUp({ log }: Deps, { isShared }: Streams, register: Register, device: Device): Promise<void> {
  if (!isShared) return
  await register
    .catchUp(device)
    .catch((error: unknown) => log.warn({ err: error, deviceNo: device.deviceNo }, 'latest samples could not be read'))
}

/** Embedded broker, or a bridge to an external one. */
function createTransport(
  { config, log, now }: Deps,
  parts: {
    readonly deviceAuth: DeviceAuth
    readonly uplink: Uplink
    readonly status: DeviceStatusService
    readonly register: Register
    readonly metrics: IngestMetrics
    readonly onAdmitted: (device: Device) => Promise<void>
  },
): { readonly broker?: MqttBroker; readonly bridge?: BridgeSessions } {
  const { mqttUrl: url, mqttShared, mqttHost: host, mqttPort: port } = config
  if (url !== undefined) return { bridge: new BridgeSessions({ ...parts, url, log, now }, mqttShared) }
  return { broker: new MqttBroker({ ...parts, host, port, log, now }) }
}

/** domain §6.1, `dn/{clientId}/cfg`: the time the device's clock should show. */
function clockHint(nowMs: number): string {
  return JSON.stringify({ clock: { ts: nowMs } })
}
