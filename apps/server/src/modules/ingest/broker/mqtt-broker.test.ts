import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { IConnackPacket, IConnectPacket } from 'mqtt-packet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import {
  addDevice,
  addSecret,
  connect,
  openNetwork,
  publish,
  readCounters,
  readDenials,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from '../testing/network.ts'
import { connectPacket, openRaw } from '../testing/raw-client.ts'

let network: TestNetwork
let device: TestDevice
let other: TestDevice
let port: number

beforeAll(async () => {
  network = await openNetwork({
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'] })
      other = await addDevice(db, { metrics: ['pm25'] })
    },
  })
})
// Failed sign-ins are counted per address, and all tests share one.
beforeEach(async () => {
  await network.reset()
  port = network.ingest.mqttPort() as number
})
afterAll(() => network.close())

/** Signs in and returns the CONNACK code. */
async function connack(packet: IConnectPacket): Promise<number | undefined> {
  const client = await openRaw(port)
  client.send(packet)
  const answer = (await client.next()) as IConnackPacket
  client.socket.destroy()
  return answer.returnCode
}

const tele = (ts: number, value = 40) => JSON.stringify({ ts, d: { 1: value } })

describe('CONNACK', () => {
  it('is 0 for a device with its secret', async () => {
    expect(await connack(connectPacket(device))).toBe(0)
  })

  it('is 1 for a client of version 5', async () => {
    expect(await connack(connectPacket(device, { protocolVersion: 5 }))).toBe(1)
  })

  it.each([
    ['a malformed id', { clientId: 'a b', username: 'a b' }],
    ['an empty id', { clientId: '', username: '' }],
    ['another user name', { username: 'somebody' }],
  ])('is 2 for %s', async (_name, changes) => {
    expect(await connack(connectPacket(device, changes))).toBe(2)
  })

  it('is 2 without a user name', async () => {
    const { username: _username, password: _password, ...bare } = connectPacket(device)
    expect(await connack(bare)).toBe(2)
  })

  it('is 4 for a wrong secret', async () => {
    expect(await connack(connectPacket({ ...device, secret: `${device.secret}x` }))).toBe(4)
    expect(await connack(connectPacket({ ...device, secret: other.secret }))).toBe(4)
  })

  it('[BZ-21] is 4 for an unknown client, which is then listed for adoption', async () => {
    expect(await connack(connectPacket({ clientId: 'STRANGER-1', secret: 'x' }))).toBe(4)
    expect(await connack(connectPacket({ clientId: 'STRANGER-1', secret: 'y' }))).toBe(4)
    await network.restart()
    const { rows } = await network.pool.query('select client_id, address, attempts from mon_pending_client')
    expect(rows).toEqual([{ client_id: 'STRANGER-1', address: '127.0.0.1', attempts: 2 }])
  })

  it('is 5 for a revoked secret and for a retired device', async () => {
    const gone = await addDevice(network.db)
    await network.db
      .updateTable('monDeviceCredential')
      .set({ revokedAt: new Date() })
      .where('deviceId', '=', gone.id)
      .execute()
    expect(await connack(connectPacket(gone))).toBe(5)
    const live = { ...gone, secret: await addSecret(network.db, gone.id) }
    expect(await connack(connectPacket(live))).toBe(0)
    await network.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', gone.id).execute()
    network.bus.publish('registers', { deviceIds: [gone.id] })
    await eventually(async () => expect(await connack(connectPacket(live))).toBe(5))
  })

  it('is 5 for a last will on a topic that is not allowed', async () => {
    const will = (topic: string) => ({ topic, payload: Buffer.from('{"s":"offline"}'), qos: 1 as const, retain: true })
    expect(await connack(connectPacket(device, { will: will(`dt/${other.clientId}/state`) }))).toBe(5)
    expect(await connack(connectPacket(device, { will: will(`dt/${device.clientId}/tele`) }))).toBe(5)
    expect(await connack(connectPacket(device, { will: will(`dt/${device.clientId}/state`) }))).toBe(0)
  })

  it('is 5 for a client after ten failures at its address; other clients there and open sessions are not affected', async () => {
    const victim = await addDevice(network.db)
    const inside = await connect(network, device)
    for (let i = 0; i < 10; i++) expect(await connack(connectPacket({ ...victim, secret: `wrong-${i}` }))).toBe(4)
    expect(await connack(connectPacket(victim))).toBe(5)
    expect(await connack(connectPacket(other))).toBe(0)
    await publish(inside, `dt/${device.clientId}/tele`, tele(Date.now()))
    await inside.endAsync()
    await eventually(async () => {
      const { rows } = await network.pool.query(
        "select log_type, success, username from sys_log where ip = '127.0.0.1' and log_content like '设备接入失败%'",
      )
      expect(rows).toEqual([{ log_type: 3, success: false, username: victim.clientId }])
    })
  })

  it('is 0 at once for a secret created a moment ago', async () => {
    const fresh = await addDevice(network.db)
    expect(await connack(connectPacket(fresh))).toBe(0)
  })
})

describe('topics', () => {
  it.each([
    ['another device', () => `dt/${other.clientId}/tele`],
    ['no topic of ours', () => 'somewhere/else'],
    ['its own down topic', () => `dn/${device.clientId}/cmd`],
    ['$SYS', () => '$SYS/broker'],
    ['a kind that does not exist', () => `dt/${device.clientId}/other`],
    ['a child, without being a gateway', () => `dt/${device.clientId}/sub/${other.clientId}/tele`],
    ['a hundred levels', () => `dt/${device.clientId}/${'x/'.repeat(100)}`],
  ])('a publish to %s ends the connection', async (_name, topic) => {
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    client.send({
      cmd: 'publish',
      topic: topic(),
      payload: tele(Date.now()),
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    })
    await expect(client.next()).rejects.toThrow('closed')
    expect(await readSamples(network.pool)).toEqual([])
  })

  it('counts a publish for another device against the sender', async () => {
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    const topic = `dt/${other.clientId}/tele`
    client.send({ cmd: 'publish', topic, payload: tele(Date.now()), qos: 0, dup: false, retain: false })
    await client.closed
    expect(await readCounters(network)).toEqual({ E_AUTH: 1 })
    expect(await readDenials(network)).toEqual({ topic: 1 })
    await network.restart()
    const { rows } = await network.pool.query('select device_id, code, n from mon_ingest_counter')
    expect(rows).toEqual([{ device_id: device.deviceNo, code: 'E_AUTH', n: 1 }])
  })

  it('audits a forbidden publish at most once a minute', async () => {
    for (let i = 0; i < 2; i++) {
      const client = await openRaw(port)
      client.send(connectPacket(other))
      await client.next()
      client.send({ cmd: 'publish', topic: 'dt/VICTIM-1/tele', payload: '{}', qos: 0, dup: false, retain: false })
      await client.closed
    }
    await eventually(async () => {
      const { rows } = await network.pool.query('select log_type, success, ip from sys_log where username = $1', [
        other.clientId,
      ])
      expect(rows).toEqual([{ log_type: 3, success: false, ip: '127.0.0.1' }])
    })
  })

  it('answers 0x80 to a forbidden subscription and grants the allowed ones in the same packet', async () => {
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    const topics = ['#', `dn/${other.clientId}/cmd`, `dn/${device.clientId}/cmd`, '$SYS/#', `dt/${other.clientId}/tele`]
    client.send({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 as const })) })
    expect(await client.next()).toMatchObject({ cmd: 'suback', granted: [128, 128, 1, 128, 128] })
    client.socket.destroy()
  })
})

describe('subscriptions', () => {
  const topic = (n: number) => ({ topic: `dn/${device.clientId}/cmd/${n}`, qos: 1 as const })
  const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => topic(first + n))

  it('are limited to a hundred, in one packet or many; an ended one frees its place', async () => {
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    const subscribe = async (subscriptions: { topic: string; qos: 1 }[]) => {
      client.send({ cmd: 'subscribe', messageId: 1, subscriptions })
      return ((await client.next()) as { granted: number[] }).granted
    }
    expect(await subscribe(from(0, 60))).toEqual(Array(60).fill(1))
    expect(await subscribe(from(60, 60))).toEqual([...Array(40).fill(1), ...Array(20).fill(128)])
    expect(await subscribe([topic(0), topic(150)])).toEqual([1, 128])
    client.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [topic(0).topic] })
    expect(await client.next()).toMatchObject({ cmd: 'unsuback' })
    expect(await subscribe([topic(150), topic(151)])).toEqual([1, 128])
    client.socket.destroy()
  })
})

describe('sessions', () => {
  it('with the same id: the newest wins, and the end of the older one does not affect the device', async () => {
    const first = await openRaw(port)
    first.send(
      connectPacket(device, {
        will: { topic: `dt/${device.clientId}/state`, payload: Buffer.from('{"s":"offline"}'), qos: 1, retain: true },
      }),
    )
    await first.next()
    const second = await connect(network, device)
    await first.closed
    await publish(second, `dt/${device.clientId}/tele`, tele(Date.now()))
    expect(network.ingest.stats().connections).toBe(1)
    expect(await readDenials(network)).toEqual({ replaced: 1 })
    await second.endAsync()
  })

  it('end at once when the device is retired', async () => {
    const gone = await addDevice(network.db)
    const client = await openRaw(port)
    client.send(connectPacket(gone))
    await client.next()
    await network.db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', gone.id).execute()
    network.bus.publish('registers', { deviceIds: [gone.id] })
    await client.closed
  })

  it('answer pings while a commit is under way', async () => {
    const lock = await network.pool.connect()
    await lock.query('begin')
    await lock.query('lock table mon_sample in share mode')
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    const topic = `dt/${device.clientId}/tele`
    client.send({ cmd: 'publish', topic, payload: tele(Date.now()), qos: 1, messageId: 7, dup: false, retain: false })
    client.send({ cmd: 'pingreq' })
    expect(await client.next()).toMatchObject({ cmd: 'pingresp' })
    await lock.query('rollback')
    lock.release()
    expect(await client.next()).toMatchObject({ cmd: 'puback', messageId: 7 })
    client.socket.destroy()
  })
})

describe('packets', () => {
  it('of 10 MB end only their own connection, by the announced length', async () => {
    const good = await connect(network, other)
    const client = await openRaw(port)
    client.send(connectPacket(device))
    await client.next()
    const topic = Buffer.from(`dt/${device.clientId}/batch`)
    // Fixed header of a PUBLISH with QoS 1 and a length of 10 485 760 bytes.
    client.socket.write(Buffer.concat([Buffer.from([0x32, 0x80, 0x80, 0x80, 0x05, 0, topic.length]), topic]))
    await client.closed
    expect(await readDenials(network)).toEqual({ oversize: 1 })
    await publish(good, `dt/${other.clientId}/tele`, tele(Date.now()))
    await good.endAsync()
  })

  it('of just under 256 KiB are accepted', async () => {
    const client = await connect(network, device)
    const padded = `${tele(Date.now()).slice(0, -1)},"x":"${'x'.repeat(255 * 1024)}"}`
    await publish(client, `dt/${device.clientId}/tele`, padded)
    expect(await readSamples(network.pool)).toHaveLength(1)
    await client.endAsync()
  })

  it('before a CONNECT end the connection', async () => {
    const client = await openRaw(port)
    client.send({ cmd: 'publish', topic: 'x', payload: 'x', qos: 0, dup: false, retain: false })
    await client.closed
  })

  it('with garbage end the connection', async () => {
    const client = await openRaw(port)
    client.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await client.closed
  })
})

describe('exceeding the rate limit', () => {
  it('costs the device the acknowledgement, not the connection, and does not affect others', async () => {
    await network.restart({ rateLimits: { messagesPerS: 2, pointsPerS: 2_000 } })
    const client = await openRaw(network.ingest.mqttPort() as number)
    client.send(connectPacket(device))
    await client.next()
    const now = Date.now()
    for (let i = 1; i <= 15; i++) {
      const topic = `dt/${device.clientId}/tele`
      client.send({ cmd: 'publish', topic, payload: tele(now + i), qos: 1, messageId: i, dup: false, retain: false })
    }
    client.send({ cmd: 'pingreq' })
    const answers: number[] = []
    for (let packet = await client.next(); answers.length < 10; packet = await client.next()) {
      if (packet.cmd === 'puback') answers.push(packet.messageId as number)
      if (answers.length === 10) break
    }
    expect(answers.slice(0, 10)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const good = await connect(network, other)
    await publish(good, `dt/${other.clientId}/tele`, tele(now))
    await good.endAsync()
    client.socket.destroy()
  })
})

describe('mosquitto_pub', () => {
  const isPresent = spawnSync('mosquitto_pub', ['--help']).error === undefined

  it.skipIf(!isPresent)('publishes the documented payload', async () => {
    const ts = Date.now()
    const payload = JSON.stringify({
      v: 1,
      id: '01J8ZZZZZZZZZZZZZZZZZZZZZZ',
      ts,
      seq: 48_211,
      d: { 1: 0.42, pm25: 35 },
      pos: { lng: 120.62, lat: 31.3, alt: 8 },
      sys: { batt: 87, rssi: -71, temp: 31.2 },
    })
    const args = [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-i',
      device.clientId,
      '-u',
      device.clientId,
      '-P',
      device.secret,
    ]
    const child = spawn('mosquitto_pub', [...args, '-t', `dt/${device.clientId}/tele`, '-q', '1', '-m', payload])
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(await readSamples(network.pool)).toMatchObject([{ ts, v: 0.42 }])
  })
})
