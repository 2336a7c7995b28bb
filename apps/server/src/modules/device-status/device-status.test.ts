import type { DeviceStatus } from '@natim/contract/dict'
import { parseState } from '@natim/domain/telemetry'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalBus, type DeviceStatusChange } from '../../platform/bus.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { createLogger } from '../../platform/logger.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { countWaiting } from '../../testing/waiting-locks.ts'
import type { StatusSubject } from './device-live.ts'
import { DeviceStatusService } from './device-status.ts'
import { SOLE_OWNER, type Streams } from './stream-leases.ts'

const T0 = Date.UTC(2026, 10, 21, 2, 0, 0)
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const RAW_MS = 180 * DAY_MS
const log = createLogger({ logLevel: 'silent' }).of('ingest')

let database: TestDatabase
let db: Db
let device: BuiltDevice
let gateway: BuiltDevice
let child: BuiltDevice
let subjects: { -readonly [K in keyof StatusSubject]: StatusSubject[K] }[]
let published: DeviceStatusChange[]
let service: DeviceStatusService
let running: DeviceStatusService | undefined
let wallMs: number
let monotonicMs: number
let isListening: boolean
let streams: Streams

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { max: 3, statementTimeoutMs: 0 }))
  device = await buildDevice(db)
  gateway = await buildDevice(db, { kind: 'gateway' })
  child = await buildDevice(db)
})
beforeEach(async () => {
  // Flushes writes that belong to the previous test.
  await stop()
  await sql`truncate mon_device_state, mon_device_status_log, mon_maintenance, mon_latest`.execute(db)
  subjects = [
    { ...device, gatewayId: null, onlineTimeoutMs: 180_000, isRetired: false },
    { ...gateway, gatewayId: null, onlineTimeoutMs: 90_000, isRetired: false },
    { ...child, gatewayId: gateway.id, onlineTimeoutMs: 180_000, isRetired: false },
  ]
  wallMs = T0
  monotonicMs = 0
  isListening = true
  streams = SOLE_OWNER
  await start()
})
afterAll(async () => {
  await stop()
  await db.destroy()
  await database.drop()
})

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

/** Starts a service on the current database, like a process start. */
async function start(): Promise<void> {
  await stop()
  const bus = createLocalBus(() => undefined)
  published = []
  bus.subscribe('deviceStatus', (changes) => published.push(...changes))
  service = new DeviceStatusService({
    db,
    bus,
    log,
    now: () => wallMs,
    clock: () => monotonicMs,
    rawMs: RAW_MS,
    streams: {
      epochOf: (deviceNo) => streams.epochOf(deviceNo),
      get isShared() {
        return streams.isShared
      },
      takeGained: () => streams.takeGained(),
      takeDisturbed: () => streams.takeDisturbed(),
      get lossesElsewhere() {
        return streams.lossesElsewhere
      },
    },
    isListening: () => isListening,
    subjects: () => subjects,
    subjectById: (id) => subjects.find((subject) => subject.id === id),
  })
  await service.start()
  running = service
}

/** Advances time second by second. */
async function pass(seconds: number): Promise<void> {
  wallMs += seconds * 1_000
  monotonicMs += seconds * 1_000
  await service.tick()
}

const statusOf = ({ deviceNo }: BuiltDevice) => service.live(deviceNo).status

async function logOf({ deviceNo }: BuiltDevice) {
  const rows = await db
    .selectFrom('monDeviceStatusLog')
    .select(['fromVal', 'toVal', 'reason'])
    .where('deviceId', '=', deviceNo)
    .orderBy('ts')
    .execute()
  return rows.map(({ fromVal, toVal, reason }) => `${fromVal}>${toVal} ${reason}`)
}

describe('a device', () => {
  it('is inactive until its first message, then online, and offline after its timeout', async () => {
    await pass(1)
    expect(statusOf(device)).toBe('inactive')
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    expect(statusOf(device)).toBe('online')
    await pass(179)
    expect(statusOf(device)).toBe('online')
    await pass(1)
    expect(statusOf(device)).toBe('offline')
    expect(await logOf(device)).toEqual(['inactive>online message', 'online>offline timeout'])
    expect(published.map(({ deviceNo, status }) => [deviceNo, status])).toEqual([
      [device.deviceNo, 'online'],
      [device.deviceNo, 'offline'],
    ])
  })

  it('has ten seconds to reconnect after a lost connection', async () => {
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    service.lost(device.deviceNo, wallMs)
    await pass(9)
    expect(statusOf(device)).toBe('online')
    service.seen(device.deviceNo, wallMs)
    await pass(30)
    expect(statusOf(device)).toBe('online')
    service.lost(device.deviceNo, wallMs)
    await pass(10)
    expect(statusOf(device)).toBe('offline')
    expect((await logOf(device)).at(-1)).toBe('online>offline last-will')
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    expect(statusOf(device)).toBe('online')
  })

  it.each([
    ['more than a fifth of the network, at once', 100, 21, 0, 1, 'online'],
    ['a fifth', 100, 20, 0, 1, 'offline'],
    ['fewer than twenty, however few there are', 19, 19, 0, 1, 'offline'],
    ['one after the other', 60, 30, 0, 1_000, 'offline'],
    ['more than a fifth, most of them at other processes', 100, 3, 18, 1, 'online'],
    ['a fifth, most of them at other processes', 100, 3, 17, 1, 'offline'],
  ])(
    'lost together with others is judged by its timeout or at once: %s',
    async (_, devices, lost, lostElsewhere, apartMs, expected) => {
      streams = { ...SOLE_OWNER, lossesElsewhere: lostElsewhere }
      const numbers = Array.from({ length: devices }, (_row, i) => 10_000 + i)
      subjects = numbers.map((deviceNo) => ({
        id: `many-${deviceNo}`,
        deviceNo,
        gatewayId: null,
        onlineTimeoutMs: 180_000,
        isRetired: false,
      }))
      for (const deviceNo of numbers) service.seen(deviceNo, wallMs)
      await pass(1)
      for (const deviceNo of numbers.slice(0, lost)) {
        service.lost(deviceNo, wallMs)
        if (apartMs > 1) await pass(apartMs / 1_000)
      }
      for (let second = 0; second < 12; second++) await pass(1)
      const shown = () => numbers.slice(0, lost).map((deviceNo) => service.live(deviceNo).status)
      expect(new Set(shown())).toEqual(new Set([expected]))
      await pass(180)
      expect(new Set(shown())).toEqual(new Set(['offline']))
      const logs = await Promise.all(numbers.slice(0, lost).map((deviceNo) => logOf({ ...device, deviceNo })))
      const reason = expected === 'online' ? 'timeout' : 'last-will'
      expect(new Set(logs.map((lines) => lines.at(-1)))).toEqual(new Set([`online>offline ${reason}`]))
    },
  )

  it('is faulty while it reports a fault', async () => {
    const state = (text: string) => {
      const message = parseState(text)
      if (!message.ok) throw new Error(message.message)
      service.seen(device.deviceNo, wallMs)
      service.reported(device.deviceNo, message, wallMs)
    }
    state('{"fault":true,"flags":["pump"],"fw":"2.3.1","batt":87,"rssi":-71}')
    await pass(1)
    expect(statusOf(device)).toBe('fault')
    const row = await db
      .selectFrom('monDeviceState')
      .selectAll()
      .where('deviceId', '=', device.deviceNo)
      .executeTakeFirst()
    expect(row).toMatchObject({
      status: 'fault',
      fault: true,
      flags: ['pump'],
      firmware: '2.3.1',
      batteryPct: 87,
      signalDbm: -71,
    })
    state('{"fault":false}')
    await pass(1)
    expect(statusOf(device)).toBe('online')
  })

  it('is faulty after a channel has been bad for half an hour', async () => {
    const hear = () => service.seen(device.deviceNo, wallMs)
    hear()
    service.channelQuality(device.deviceNo, 1, true, wallMs)
    for (let minute = 0; minute < 29; minute++) {
      hear()
      await pass(60)
    }
    expect(statusOf(device)).toBe('online')
    hear()
    await pass(60)
    expect(statusOf(device)).toBe('fault')
    service.channelQuality(device.deviceNo, 1, false, wallMs)
    await pass(1)
    expect(statusOf(device)).toBe('online')
  })

  it('is in maintenance while a window is open', async () => {
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    const id = newId()
    await db
      .insertInto('monMaintenance')
      .values({ id, deviceId: device.id, kind: 'calibration', actualFrom: new Date(T0) })
      .execute()
    await service.reloadMaintenance()
    await pass(1)
    expect(statusOf(device)).toBe('maintenance')
    await db.updateTable('monMaintenance').set({ actualTo: new Date() }).where('id', '=', id).execute()
    await service.reloadMaintenance()
    await pass(1)
    expect(statusOf(device)).toBe('online')
  })

  it('knows maintenance windows as far back as raw samples are kept', async () => {
    const ended = (days: number) => ({
      id: newId(),
      deviceId: device.id,
      kind: 'calibration' as const,
      actualFrom: new Date(wallMs - (days + 1) * DAY_MS),
      actualTo: new Date(wallMs - days * DAY_MS),
    })
    await db
      .insertInto('monMaintenance')
      .values([ended(120), ended(200)])
      .execute()
    await service.reloadMaintenance()
    expect(service.maintenanceOf(device.id)).toMatchObject([{ toMs: wallMs - 120 * DAY_MS }])
  })

  it('is retired regardless of everything else', async () => {
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    ;(subjects[0] as { isRetired: boolean }).isRetired = true
    await pass(1)
    expect(statusOf(device)).toBe('retired')
  })

  it('that flaps is shown as offline with a badge', async () => {
    for (let i = 0; i < 6; i++) {
      service.seen(device.deviceNo, wallMs)
      await pass(1)
      service.lost(device.deviceNo, wallMs)
      await pass(10)
    }
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    expect(service.live(device.deviceNo)).toMatchObject({ status: 'offline', isFlapping: true })
    for (let i = 0; i < 5; i++) {
      service.seen(device.deviceNo, wallMs)
      await pass(120)
    }
    expect(service.live(device.deviceNo)).toMatchObject({ status: 'online', isFlapping: false })
  })
})

describe('children of a gateway', () => {
  const hearBoth = () => {
    service.seen(gateway.deviceNo, wallMs)
    service.seen(child.deviceNo, wallMs)
  }

  it('go offline with it, and online when they are heard again', async () => {
    hearBoth()
    await pass(1)
    service.lost(gateway.deviceNo, wallMs)
    await pass(10)
    expect([statusOf(gateway), statusOf(child)]).toEqual(['offline', 'offline'])
    expect((await logOf(child)).at(-1)).toBe('online>offline gateway')
    hearBoth()
    await pass(1)
    expect([statusOf(gateway), statusOf(child)]).toEqual(['online', 'online'])
  })

  it('stay online when they are heard another way', async () => {
    hearBoth()
    await pass(1)
    service.lost(gateway.deviceNo, wallMs)
    await pass(10)
    service.seen(child.deviceNo, wallMs + 1)
    await pass(1)
    expect(statusOf(child)).toBe('online')
  })
})

describe('after a restart', () => {
  it('no device becomes offline because of the downtime', async () => {
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    wallMs += 3_600_000
    await start()
    await pass(179)
    expect(statusOf(device)).toBe('online')
    await pass(2)
    expect(statusOf(device)).toBe('offline')
    expect(await logOf(device)).toEqual(['inactive>online message', 'online>offline timeout'])
  })

  it('offline devices stay offline until heard', async () => {
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    service.lost(device.deviceNo, wallMs)
    await pass(10)
    await start()
    await pass(1)
    expect(statusOf(device)).toBe('offline')
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    expect(statusOf(device)).toBe('online')
  })

  it('a fault caused by a bad channel continues', async () => {
    service.seen(device.deviceNo, wallMs)
    service.channelQuality(device.deviceNo, 5, true, wallMs - 31 * MINUTE_MS)
    await pass(1)
    expect(statusOf(device)).toBe('fault')
    const ts = new Date(wallMs)
    await db
      .insertInto('monLatest')
      .values({ deviceId: device.deviceNo, channelNo: 5, ts, rx: ts, v: 1, q: 8 })
      .execute()
    await start()
    await pass(1)
    expect(statusOf(device)).toBe('fault')
  })
})

it('does not mistake a step of the wall clock for silence', async () => {
  service.seen(device.deviceNo, wallMs)
  await pass(1)
  for (const step of [3_600_000, -3_600_000]) {
    wallMs += step
    await pass(1)
    expect(statusOf(device)).toBe('online')
  }
  await pass(176)
  expect(statusOf(device)).toBe('online')
  await pass(2)
  expect(statusOf(device)).toBe('offline')
})

it('does not report devices offline while the process itself was stalled', async () => {
  service.seen(device.deviceNo, wallMs)
  await pass(1)
  isListening = false
  service.lost(device.deviceNo, wallMs)
  for (let i = 0; i < 10; i++) await pass(60)
  expect(statusOf(device)).toBe('online')
  isListening = true
  await pass(179)
  expect(statusOf(device)).toBe('online')
  await pass(2)
  expect(statusOf(device)).toBe('offline')
})

it('uses the median of the clock skew', async () => {
  service.seen(device.deviceNo, wallMs)
  for (const skewMs of [100, 120, 90_000, 110, 105]) service.described(device.deviceNo, { skewMs })
  await pass(1)
  expect(service.live(device.deviceNo).skewMs).toBe(110)
})

it('notifies a waiter when the state is stored, and retries while the database refuses', async () => {
  service.seen(device.deviceNo, wallMs)
  const message = parseState('{"fw":"7"}')
  if (!message.ok) throw new Error(message.message)
  await sql`alter table mon_device_state rename to hidden`.execute(db)
  let isStored = false
  service.reported(device.deviceNo, message, wallMs, () => {
    isStored = true
  })
  await pass(1)
  expect(isStored).toBe(false)
  await sql`alter table hidden rename to mon_device_state`.execute(db)
  await pass(1)
  expect(isStored).toBe(true)
})

describe('with other processes', () => {
  /** Owns the device's stream with this epoch; the other devices are judged elsewhere. */
  const own = (epoch: number, given: Partial<Streams> = {}): Streams => ({
    ...SOLE_OWNER,
    epochOf: (deviceNo) => (deviceNo === device.deviceNo ? epoch : undefined),
    isShared: true,
    ...given,
  })
  const hearElsewhere = (row: { lastSeen?: Date; lostAt?: Date; status?: DeviceStatus }, writtenAgoS = 0) => {
    const writtenAt = sql<Date>`now() - make_interval(secs => ${writtenAgoS})`
    return db
      .insertInto('monDeviceState')
      .values({ deviceId: device.deviceNo, ...row, writtenAt })
      .onConflict((conflict) => conflict.column('deviceId').doUpdateSet({ ...row, writtenAt }))
      .execute()
  }

  afterEach(() => sql`update mon_stream set epoch = 0`.execute(db))

  it('judges only its own devices, and writes messages heard from the others', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    service.seen(gateway.deviceNo, wallMs)
    await pass(1)
    expect(statusOf(device)).toBe('online')
    const row = await db
      .selectFrom('monDeviceState')
      .select(['status', 'lastSeen'])
      .where('deviceId', '=', gateway.deviceNo)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'inactive', lastSeen: new Date(T0) })
    expect(published.map(({ deviceNo }) => deviceNo)).toEqual([device.deviceNo])
  })

  it('does not set a device offline that another process has heard', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    wallMs += 200_000
    monotonicMs += 200_000
    // Even if the update was missed: devices about to go offline are looked up.
    await hearElsewhere({ lastSeen: new Date(wallMs - 5_000) }, 3_600)
    await service.tick()
    expect(statusOf(device)).toBe('online')
    await pass(180)
    expect(statusOf(device)).toBe('offline')
  })

  it('sets a device offline whose connection another process has lost', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    await hearElsewhere({ lostAt: new Date(wallMs) })
    await pass(1)
    expect(await logOf(device)).toEqual(['inactive>online message', 'online>offline last-will'])
  })

  it('does not set a device offline that is being heard while its silence is written', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    wallMs += 200_000
    monotonicMs += 200_000
    const other = createTestPool(database.connectionString, { max: 2, statementTimeoutMs: 0 })
    const heard = await other.connect()
    await heard.query('begin')
    await heard.query('update mon_device_state set last_seen = $1, written_at = now()', [new Date(wallMs - 2_000)])
    const ticked = service.tick()
    await expect.poll(() => countWaiting(other)).toBeGreaterThan(0)
    await heard.query('commit')
    heard.release()
    await ticked
    await other.end()
    expect(await logOf(device)).toEqual(['inactive>online message'])
    await pass(1)
    expect(statusOf(device)).toBe('online')
    expect(published.map(({ status }) => status)).toEqual(['online'])
    await pass(180)
    expect(await logOf(device)).toEqual(['inactive>online message', 'online>offline timeout'])
  })

  it('sets a silent device offline although the clock was set back since it was stored', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    wallMs -= 3_600_000
    await pass(181)
    expect(published.map(({ status }) => status)).toEqual(['online', 'offline'])
  })

  it('does not overwrite newer messages heard by another process', async () => {
    streams = own(0)
    await start()
    const lastSeen = new Date(T0 + 60_000)
    await hearElsewhere({ lastSeen })
    service.seen(device.deviceNo, T0)
    await service.flush()
    const row = await db.selectFrom('monDeviceState').select('lastSeen').executeTakeFirst()
    expect(row?.lastSeen).toEqual(lastSeen)
  })

  it('grants one more timeout when another process could not receive', async () => {
    let isDisturbed = false
    streams = own(0, { takeDisturbed: () => isDisturbed })
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(170)
    isDisturbed = true
    await pass(1)
    isDisturbed = false
    await pass(170)
    expect(statusOf(device)).toBe('online')
    await pass(11)
    expect(statusOf(device)).toBe('offline')
  })

  it('writes and publishes nothing under a lease that has changed hands', async () => {
    streams = own(4)
    await sql`update mon_stream set epoch = 5`.execute(db)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    expect(published).toEqual([])
    expect(await logOf(device)).toEqual([])
    const row = await db.selectFrom('monDeviceState').select('status').executeTakeFirst()
    expect(row?.status).toBe('inactive')
  })

  it('does not take the end of an old connection for a loss: the device has been heard elsewhere since', async () => {
    streams = own(0)
    await start()
    service.seen(device.deviceNo, wallMs)
    await pass(60)
    await hearElsewhere({ lastSeen: new Date(wallMs) })
    // Half open since it moved: the broker here notices only now.
    await pass(30)
    service.lost(device.deviceNo, wallMs)
    await pass(11)
    expect(await logOf(device)).toEqual(['inactive>online message'])
    // As long as it talks here, a loss is one.
    service.seen(device.deviceNo, wallMs)
    service.lost(device.deviceNo, wallMs)
    await pass(11)
    expect(await logOf(device)).toEqual(['inactive>online message', 'online>offline last-will'])
  })

  it('does not set a device offline that came back to another process at the end of its grace time', async () => {
    streams = own(0, { epochOf: () => undefined })
    await hearElsewhere({ status: 'online', lastSeen: new Date(T0) })
    await start()
    service.seen(device.deviceNo, T0 + 500)
    service.lost(device.deviceNo, T0 + 1_000)
    await pass(11)
    // Written after the grace time was over here.
    await hearElsewhere({ lastSeen: new Date(T0 + 10_500) })
    streams = own(0)
    await start()
    await pass(1)
    expect(await logOf(device)).toEqual([])
    expect(statusOf(device)).toBe('online')
  })

  it.each([
    ['a lease gained', false],
    ['a restart', true],
  ])('sets a device online after %s that was heard since it went offline', async (_, isRestart) => {
    streams = own(0, { epochOf: () => undefined })
    await start()
    const statusSince = new Date(T0 - 60_000)
    await db
      .insertInto('monDeviceState')
      .values({ deviceId: device.deviceNo, status: 'offline', statusSince, lastSeen: new Date(T0 - 300_000) })
      .execute()
    await pass(1)
    // Its owner ends before it has read this.
    service.seen(device.deviceNo, wallMs)
    await pass(1)
    const gained = [device.deviceNo % 16]
    streams = own(0, { takeGained: () => gained.splice(0) })
    if (isRestart) await start()
    await pass(1)
    expect(await logOf(device)).toEqual(['offline>online message'])
  })

  it('takes a device over with its former status and a fresh timeout', async () => {
    streams = own(0, { epochOf: () => undefined })
    await start()
    await hearElsewhere({ status: 'online', lastSeen: new Date(T0 - 60_000) })
    wallMs += 300_000
    monotonicMs += 300_000
    const gained = [device.deviceNo % 16]
    streams = own(0, { takeGained: () => gained.splice(0) })
    await pass(1)
    expect(statusOf(device)).toBe('online')
    expect(await logOf(device)).toEqual([])
    await pass(181)
    expect(statusOf(device)).toBe('offline')
  })
})
