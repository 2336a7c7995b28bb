import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { isInstalled } from '../testing/is-installed.ts'
import type { Bus, StoredPoints } from './bus.ts'
import { createNatsBus } from './nats-bus.ts'

const hasServer = isInstalled('nats-server', 'the NATS bus')

const buses: Bus[] = []
let server: ChildProcess | undefined

afterEach(async () => {
  await Promise.all(buses.splice(0).map((bus) => bus.close()))
  await stopServer()
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

async function startServer(port: number): Promise<void> {
  const started = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '--user', 'u', '--pass', 'p@ss'])
  server = started
  await new Promise<void>((resolve, reject) => {
    started.once('error', reject)
    started.stderr.on('data', (text: Buffer) => {
      if (text.includes('Server is ready')) resolve()
    })
  })
}

async function stopServer(): Promise<void> {
  const running = server
  server = undefined
  if (!running || running.exitCode !== null) return
  running.kill('SIGKILL')
  await once(running, 'exit')
}

async function openBus(port: number) {
  let isConnected = false
  const bus = await createNatsBus({
    url: `nats://u:${encodeURIComponent('p@ss')}@127.0.0.1:${port}`,
    onError: () => undefined,
    onStatus: (next) => {
      isConnected = next
    },
  })
  buses.push(bus)
  const waitFor = (wanted: boolean) => eventually(() => expect(isConnected).toBe(wanted))
  return { bus, waitFor }
}

const points = (count: number): StoredPoints => {
  const rows = Array.from({ length: count }, (_, index) => index)
  return {
    commits: [{ stream: 1, seq: 2, points: count }],
    deviceIds: rows,
    channelNos: rows,
    tsMs: rows,
    values: rows,
    flags: rows.map(() => 0),
  }
}

describe.skipIf(!hasServer)('a bus over NATS', () => {
  test('delivers a message once to every process, including the sender', async () => {
    const port = await freePort()
    await startServer(port)
    const [here, there] = [await openBus(port), await openBus(port)]
    const heard: string[] = []
    here.bus.subscribe('sessionsEnded', ([id]) => heard.push(`here ${id}`))
    there.bus.subscribe('sessionsEnded', ([id]) => heard.push(`there ${id}`))
    await Promise.all([here.waitFor(true), there.waitFor(true)])
    // Subscription and message use different connections: repeat until the other side receives.
    await eventually(() => {
      here.bus.publish('sessionsEnded', ['probe'])
      expect(heard).toContain('there probe')
    })
    heard.length = 0
    here.bus.publish('sessionsEnded', ['last'])
    await eventually(() => expect(heard).toContain('there last'))
    expect(heard.filter((text) => text.endsWith('last')).sort()).toEqual(['here last', 'there last'])
  })

  test('splits a burst of points that exceeds one message', async () => {
    const port = await freePort()
    await startServer(port)
    const [here, there] = [await openBus(port), await openBus(port)]
    let heard: number[] = []
    there.bus.subscribe('points', (message) => {
      heard = [...heard, ...message.tsMs]
    })
    await Promise.all([here.waitFor(true), there.waitFor(true)])
    await eventually(() => {
      here.bus.publish('points', points(1))
      expect(heard.length).toBeGreaterThan(0)
    })
    heard = []
    here.bus.publish('points', points(50_000))
    await eventually(() => expect(heard.at(-1)).toBe(49_999))
    expect(heard.slice(-50_000)).toEqual(points(50_000).tsMs)
  })

  test('works alone while the server is absent or down, and reconnects', async () => {
    const port = await freePort()
    const [here, there] = [await openBus(port), await openBus(port)]
    let own = 0
    let other = 0
    here.bus.subscribe('registers', () => {
      own += 1
    })
    there.bus.subscribe('registers', () => {
      other += 1
    })
    let missed = 0
    here.bus.subscribe('missed', () => {
      missed += 1
    })
    here.bus.publish('registers', {})
    expect([own, other]).toEqual([1, 0])

    await startServer(port)
    await Promise.all([here.waitFor(true), there.waitFor(true)])
    // Others may have published before it was connected.
    expect(missed).toBe(1)
    await stopServer()
    await Promise.all([here.waitFor(false), there.waitFor(false)])
    here.bus.publish('registers', {})
    expect([own, other]).toEqual([2, 0])

    await startServer(port)
    await Promise.all([here.waitFor(true), there.waitFor(true)])
    expect(missed).toBe(2)
    await eventually(() => {
      here.bus.publish('registers', {})
      expect(other).toBeGreaterThan(0)
    })
  })
})
