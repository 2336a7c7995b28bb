import { createHash } from 'node:crypto'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { Registry } from 'prom-client'
import { type Bus, createLocalBus } from '../../../platform/bus.ts'
import { createDb, type Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'
import { createLogger } from '../../../platform/logger.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { everyTenantUrl } from '../../../testing/database-url.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { createIngest, type Ingest } from '../ingest.ts'
import type { IngestOptions } from '../ingest-options.ts'

/** A device with a live secret. */
export interface TestDevice extends BuiltDevice {
  readonly secret: string
}

export interface TestNetwork {
  readonly pool: pg.Pool
  readonly db: Db
  readonly bus: Bus
  readonly registry: Registry
  ingest: Ingest
  /** Stops this ingest and starts another on the same database, like a restart. */
  restart(options?: Partial<IngestOptions>, clock?: TestClock): Promise<void>
  /** The same with empty telemetry tables. */
  reset(): Promise<void>
  close(): Promise<void>
}

const LOOPBACK = { mqttHost: '127.0.0.1', mqttPort: 0 }

const TRUNCATE_TELEMETRY = `truncate mon_sample, mon_sample_pack, mon_pack_touched, mon_sample_conflict, mon_message_seen, mon_latest, mon_dirty, mon_gap,
  mon_r1m, mon_r1h, mon_r1d, mon_device_state, mon_device_status_log, mon_ingest_counter, mon_device_event, mon_blob_sample, mon_track, mon_late_mark`

/** A manually advanced clock, both wall and monotonic. */
export interface TestClock {
  ms: number
}

export interface NetworkOptions {
  readonly options?: Partial<IngestOptions>
  /** Defaults to real time. */
  readonly clock?: TestClock
  /** An external broker instead of the embedded one. */
  readonly mqttUrl?: string
  readonly mqttShared?: boolean
  /** Runs before ingest starts: registers created here are known from the start. */
  readonly prepare?: (db: Db) => Promise<void>
}

/** A database and an ingest on a free port. */
export async function openNetwork(given: NetworkOptions = {}): Promise<TestNetwork> {
  const database = await createTestDatabase()
  const connectionString = everyTenantUrl(database.connectionString)
  const pool = createTestPool(connectionString, { max: 8 })
  const db = createDb(pool)
  await given.prepare?.(db)
  const reopen = async (options: Partial<IngestOptions> | undefined, clock = given.clock) => {
    const changes = { ...(options && { options }), ...(clock && { clock }) }
    Object.assign(network, await openIngest(pool, db, { ...given, ...changes }))
  }
  const network: TestNetwork = {
    pool,
    db,
    ...(await openIngest(pool, db, given)),
    async restart(options = given.options, clock) {
      await network.ingest.stop()
      await reopen(options, clock)
    },
    async reset() {
      await network.ingest.stop()
      await pool.query(TRUNCATE_TELEMETRY)
      await reopen(given.options)
    },
    async close() {
      await network.ingest.stop()
      await db.destroy()
      await database.drop()
    },
  }
  return network
}

/** Another process on the same database, with its own bus and broker: they know each other through rows alone. */
export async function joinNetwork({ pool, db }: TestNetwork, options: NetworkOptions = {}): Promise<TestNetwork> {
  const opened = await openIngest(pool, db, options)
  const unsupported = () => Promise.reject(new Error('only the process that opened the network does this'))
  return { pool, db, ...opened, restart: unsupported, reset: unsupported, close: unsupported }
}

async function openIngest(pool: pg.Pool, db: Db, { options, clock, mqttUrl, mqttShared = false }: NetworkOptions) {
  const config = { ...LOOPBACK, mqttUrl, mqttShared }
  const log = createLogger({ logLevel: 'fatal' }).of('ingest')
  const bus = createLocalBus(() => undefined)
  const registry = new Registry()
  const clocks = clock && { now: () => clock.ms, clock: () => clock.ms }
  const ingest = createIngest({
    pool,
    db,
    bus,
    log,
    registry,
    config,
    ...(options && { options }),
    ...clocks,
  })
  await ingest.start()
  return { bus, registry, ingest }
}

/** Registers a device with a live secret. */
export async function addDevice(
  db: Db,
  given: Parameters<typeof buildDevice>[1] & { readonly gatewayId?: string; readonly clientId?: string } = {},
): Promise<TestDevice> {
  const { gatewayId, clientId, ...rest } = given
  const built = await buildDevice(db, rest)
  const changes = { ...(gatewayId && { gatewayId }), ...(clientId && { clientId }) }
  if (gatewayId || clientId) await db.updateTable('monDevice').set(changes).where('id', '=', built.id).execute()
  const secret = await addSecret(db, built.id)
  return { ...built, clientId: clientId ?? built.clientId, secret }
}

export async function addSecret(db: Db, deviceId: string): Promise<string> {
  const secret = `secret-${newId()}-0123456789abcdef`
  const secretHash = createHash('sha256').update(secret).digest()
  await db
    .insertInto('monDeviceCredential')
    .values({ id: newId(), deviceId, secretHash, notBefore: new Date(0) })
    .execute()
  return secret
}

/** Connects as a device; rejects with the CONNACK code when it is refused. */
export function connect(network: TestNetwork, device: TestDevice, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${network.ingest.mqttPort()}`, {
    protocolVersion: 4,
    clientId: device.clientId,
    username: device.clientId,
    password: device.secret,
    reconnectPeriod: 0,
    connectTimeout: 30_000,
    ...options,
  })
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', (error) => {
      client.end(true)
      reject(error)
    })
    client.once('close', () => reject(new Error('closed')))
  })
}

/** Publishes with QoS 1 and waits for the PUBACK. */
export async function publish(client: MqttClient, topic: string, payload: unknown): Promise<void> {
  await client.publishAsync(topic, typeof payload === 'string' ? payload : JSON.stringify(payload), { qos: 1 })
}

/** A sample as tests compare it. */
export interface SampleRow {
  readonly channelNo: number
  readonly ts: number
  readonly v: number
  readonly q: number
}

export async function readSamples(
  pool: pg.Pool,
  table: 'mon_sample' | 'mon_sample_conflict' = 'mon_sample',
): Promise<SampleRow[]> {
  const { rows } = await pool.query<SampleRow>(
    `select channel_no as "channelNo", (extract(epoch from ts) * 1000)::float8 as ts, v, q from ${table}
      order by channel_no, ${table}.ts, v`,
  )
  return rows
}

/** Refusals counted by code. */
export const readCounters = (network: Pick<TestNetwork, 'registry'>) =>
  readLabelled(network, 'natim_ingest_rejects_total', 'code')

/** Denials counted by reason. */
export const readDenials = (network: Pick<TestNetwork, 'registry'>) =>
  readLabelled(network, 'natim_ingest_denials_total', 'reason')

async function readLabelled(
  { registry }: Pick<TestNetwork, 'registry'>,
  name: string,
  label: string,
): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric(name)?.get()
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [String(labels[label]), value]))
}
