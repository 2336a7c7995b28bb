import { deviceSecret } from '@natim/demo/device-secret'
import { fluBeginMs } from '@natim/demo/flu'
import { buildDemoNetwork } from '@natim/demo/network'
import { parseBreathResult } from '@natim/domain/breath-result'
import { parseBlob, parseEvent } from '@natim/domain/device-event'
import { readSpectrum } from '@natim/domain/nbc/spectrum'
import { readToldEvent } from '@natim/domain/nbc/told'
import { parseBatch, parseTele } from '@natim/domain/telemetry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isComplete } from './report.ts'
import { type Simulation, startSimulation } from './simulation.ts'
import { KEY, startBroker, type TestBroker } from './testing/broker.ts'

const FROM = Date.UTC(2026, 10, 21, 2)
const DEVICES = 480
/** Eight in the morning, GMT+8. */
const DAY = Date.UTC(2026, 10, 21)

describe('the simulated network', () => {
  let broker: TestBroker
  let simulation: Simulation
  beforeEach(async () => {
    broker = await startBroker()
  })
  afterEach(async () => {
    await simulation.stop()
    await broker.stop()
  })

  const start = (options: Partial<Parameters<typeof startSimulation>[0]> = {}) => {
    simulation = startSimulation({
      mqttUrl: broker.url,
      httpUrl: undefined,
      httpShare: 0,
      devices: DEVICES,
      speed: 20,
      times: 1,
      releaseMs: undefined,
      fromMs: FROM,
      sinceMs: FROM,
      fluMs: undefined,
      loss: 0,
      isDirty: false,
      secretOf: (clientId) => deviceSecret(KEY, clientId),
      onProblem: () => undefined,
      ...options,
    })
  }
  const topics = (pattern: RegExp) => broker.received.filter((message) => pattern.test(message.topic))

  it('connects each device once, the children of a gateway through the gateway, and sends readable telemetry', async () => {
    start()
    const chosen = buildDemoNetwork().devices.slice(0, DEVICES)
    const direct = chosen.filter((device) => device.gatewayClientId === null)
    const gateways = new Set(chosen.flatMap((device) => device.gatewayClientId ?? []))
    expect(gateways.size).toBeGreaterThan(30)
    await broker.until(() => broker.clients() === direct.length + gateways.size)
    await broker.until(() => topics(/\/tele$/u).length > DEVICES && topics(/\/sub\/.+\/tele$/u).length > 100)
    for (const { topic, payload, clientId } of topics(/\/tele$/u)) {
      expect(topic.startsWith(`dt/${clientId}/`)).toBe(true)
      expect(parseTele(payload)).toMatchObject({ ok: true, rejected: [] })
    }
    expect(topics(/^dt\/[^/]+\/state$/u).every((message) => message.retain)).toBe(true)
    const result = await simulation.stop()
    expect(isComplete(result)).toBe(true)
    expect(result.sent).toBe(broker.received.length)
  }, 30_000)

  it('stores readings while the server is away and sends them as batches afterwards', async () => {
    start({ devices: 6, speed: 60 })
    await broker.until(() => topics(/\/tele$/u).length > 12)
    await broker.stop()
    await expect.poll(() => simulation.progress().kept, { timeout: 10_000 }).toBeGreaterThan(200)
    await broker.start()
    await broker.until(() => topics(/\/batch$/u).length >= 6)
    await expect.poll(() => simulation.progress().kept, { timeout: 10_000 }).toBe(0)
    const result = await simulation.stop()
    expect(result).toMatchObject({ dropped: 0, waiting: 0 })
    expect(isComplete(result)).toBe(true)
    for (const { payload } of topics(/\/batch$/u)) expect(parseBatch(payload)).toMatchObject({ ok: true, rejected: [] })
    const times = new Map<string, Set<number>>()
    for (const { topic, payload } of topics(/\/(?:tele|batch)$/u)) {
      const message = JSON.parse(payload) as { ts?: number; t0?: number; rows?: number[][] }
      const own = times.get(topic.split('/')[1] ?? '') ?? new Set()
      times.set(topic.split('/')[1] ?? '', own)
      if (message.ts !== undefined) own.add(message.ts)
      for (const [offset = 0] of message.rows ?? []) own.add((message.t0 ?? 0) + offset)
    }
    // Six monitors, one reading each per simulated minute: none is missing.
    expect(times.size).toBe(6)
    for (const own of times.values()) {
      const sorted = [...own].sort((a, b) => a - b)
      expect((sorted.at(-1)! - sorted[0]!) / 60_000).toBe(sorted.length - 1)
    }
  }, 60_000)

  it('sends what devices stored since their last contact', async () => {
    start({ devices: 4, speed: 1, sinceMs: FROM - 30 * 60_000 })
    const { payload } = await broker.message((message) => message.topic.endsWith('/batch'))
    const batch = parseBatch(payload)
    expect(batch).toMatchObject({ ok: true, rejected: [] })
    if (!batch.ok) throw new Error(batch.message)
    expect(batch.baseTs).toBeLessThan(FROM - 29 * 60_000)
    expect(new Set(batch.offsetMs).size).toBe(30)
  }, 30_000)

  it('answers commands', async () => {
    start({ devices: 3 })
    const [first] = buildDemoNetwork().devices
    await broker.until(() => broker.clients() === 3)
    await broker.until(() => topics(/\/state$/u).length === 3)
    broker.publish(`dn/${first?.clientId}/cmd`, { id: 'c9', cmd: 'set_period', p: { periodS: 2 } })
    const { payload } = await broker.message((message) => message.topic.endsWith('/ack'))
    expect(JSON.parse(payload)).toMatchObject({ id: 'c9', ok: true })
  }, 30_000)

  it('releases chlorine at the configured place and time', async () => {
    start({ devices: 224, speed: 60, releaseMs: FROM })
    const detector = buildDemoNetwork().devices.find((device) => device.name === '江北 2# 氯气探测器')
    const { payload } = await broker.message(
      (message) =>
        message.topic.endsWith(`/sub/${detector?.clientId}/tele`) &&
        ((JSON.parse(message.payload) as { d: Record<string, number> }).d['1'] ?? 0) > 20,
    )
    expect((JSON.parse(payload) as { ts: number }).ts).toBeGreaterThan(FROM)
  }, 30_000)

  it('sends breath test results, spectra and detections as ingest expects them', async () => {
    // A working day in a few seconds.
    start({ devices: 1_200, speed: 3_600, loss: 1, fromMs: DAY, sinceMs: DAY, fluMs: fluBeginMs(DAY) })
    const told = (type: string) =>
      topics(/\/event$/u).filter(({ payload }) => (JSON.parse(payload) as { type: string }).type === type)
    const spectra = () => topics(/^dt\/[^/]+\/blob\/spectrum$/u)
    await broker.until(
      () =>
        told('breath.result').length > 3 &&
        spectra().length > 20 &&
        told('nbc.chem').length + told('nbc.bio').length > 1,
    )
    for (const { payload } of told('breath.result')) {
      const event = parseEvent(payload)
      expect(event).toMatchObject({ ok: true, type: 'breath.result' })
      if (event.ok) expect(parseBreathResult(event.data)).toMatchObject({ ok: true, subjectCode: expect.any(String) })
    }
    for (const { payload } of spectra()) {
      const blob = parseBlob(Buffer.from(payload))
      expect(blob.ok && readSpectrum(blob.meta, blob.content)?.counts).toHaveLength(512)
    }
    for (const { payload } of [...told('nbc.chem'), ...told('nbc.bio')]) {
      const event = parseEvent(payload)
      if (!event.ok) throw new Error(event.message)
      const { level, agentClass, value } = readToldEvent(event.level, event.data)
      expect(level).toBeGreaterThanOrEqual(3)
      expect(agentClass ?? value).not.toBeNull()
    }
  }, 60_000)

  it('is not complete while an acknowledgement is missing', async () => {
    start({ devices: 1, speed: 120 })
    await broker.until(() => topics(/\/tele$/u).length > 0)
    broker.holdAcks(true)
    const before = broker.received.length
    await broker.until(() => broker.received.length > before)
    expect(isComplete(simulation.progress())).toBe(false)
    broker.holdAcks(false)
    await expect.poll(() => simulation.progress().waiting, { timeout: 10_000 }).toBe(0)
  }, 30_000)
})
