import { deviceSecret } from '@natim/demo/device-secret'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Link } from './link.ts'
import { createMqttLink } from './mqtt-link.ts'
import { createStatistics, type Statistics } from './statistics.ts'
import { KEY, startBroker, type TestBroker } from './testing/broker.ts'

const ID = 'GT-320100-0005'

describe('a connection over MQTT', () => {
  let broker: TestBroker
  let statistics: Statistics
  let link: Link
  let opened: number
  let commands: string[]
  beforeEach(async () => {
    broker = await startBroker()
    statistics = createStatistics()
    opened = 0
    commands = []
  })
  afterEach(async () => {
    await link.close()
    await broker.stop()
  })
  const open = (secret = deviceSecret(KEY, ID), onProblem: (message: string) => void = () => undefined) => {
    link = createMqttLink(
      {
        url: broker.url,
        clientId: ID,
        secret,
        onOpen: () => opened++,
        onCommand: (payload) => commands.push(payload.toString()),
        onProblem,
      },
      statistics,
    )
  }

  it('publishes below its own topic and waits for the acknowledgement', async () => {
    open()
    await broker.until(() => broker.clients() === 1)
    await expect.poll(() => link.isOpen()).toBe(true)
    link.send({ kind: 'tele', payload: '{"d":{}}', points: 3 })
    link.send({ kind: 'tele', childId: 'GT-320100-0006', payload: '{}', points: 1 })
    expect(link.waiting()).toBe(2)
    await expect.poll(() => link.waiting()).toBe(0)
    expect(broker.received.map((message) => message.topic)).toEqual([
      `dt/${ID}/tele`,
      `dt/${ID}/sub/GT-320100-0006/tele`,
    ])
    expect(statistics.counts()).toMatchObject({ sent: 2, acked: 2, pointsAcked: 4 })
  })

  it('leaves its last will when cut, and reconnects when reopened', async () => {
    open()
    await expect.poll(() => link.isOpen()).toBe(true)
    link.cut()
    await broker.until(() => broker.received.some((message) => message.topic === `dt/${ID}/state`))
    expect(broker.received[0]).toMatchObject({ payload: '{"s":"offline"}', retain: true })
    expect(link.isOpen()).toBe(false)
    link.reopen()
    await broker.until(() => broker.clients() === 1)
    await expect.poll(() => opened).toBe(2)
  })

  it('resends messages not acknowledged before the cut', async () => {
    open()
    await expect.poll(() => link.isOpen()).toBe(true)
    broker.holdAcks(true)
    link.send({ kind: 'tele', payload: '{"once":1}', points: 1 })
    await broker.until(() => broker.received.length === 1)
    link.cut()
    broker.holdAcks(false)
    link.reopen()
    await expect.poll(() => link.waiting(), { timeout: 5000 }).toBe(0)
    const times = broker.received.filter((message) => message.payload === '{"once":1}').length
    expect(times).toBe(2)
    expect(statistics.counts()).toMatchObject({ sent: 1, acked: 1 })
  })

  it('passes commands on', async () => {
    open()
    await expect.poll(() => link.isOpen()).toBe(true)
    await expect
      .poll(() => {
        broker.publish(`dn/${ID}/cmd`, { id: 'c1', cmd: 'reboot' })
        return commands.length
      })
      .toBeGreaterThan(0)
    expect(JSON.parse(commands[0] ?? '')).toEqual({ id: 'c1', cmd: 'reboot' })
  })

  it('reports a wrong secret', async () => {
    const problems: string[] = []
    open('wrong', (message) => problems.push(message))
    await expect.poll(() => problems.length).toBeGreaterThan(0)
    expect(link.isOpen()).toBe(false)
    expect(opened).toBe(0)
  })
})
