import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Aedes } from 'aedes'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../platform/logger.ts'
import { loadBareNetwork } from './load-demo.ts'
import { type RunningSimulator, startSimulator } from './simulator.ts'
import { type LoadDatabase, openLoadDatabase } from './testing/load-database.ts'
import { smallNetwork } from './testing/small-network.ts'

const log = createLogger({ logLevel: 'silent' }).of('simulator')

let dataDir: string
let database: LoadDatabase
let broker: Aedes
let server: Server
let simulator: RunningSimulator | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'natim-simulator-'))
  await writeFile(join(dataDir, 'demo.key'), 'b2'.repeat(32), { mode: 0o600 })
  database = await openLoadDatabase()
  broker = await Aedes.createBroker()
  server = createServer(broker.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  await simulator?.stop()
})
afterAll(async () => {
  await new Promise<void>((resolve) => broker.close(resolve))
  server.close()
  await database.close()
  await rm(dataDir, { recursive: true })
})

const start = () => {
  const { port } = server.address() as AddressInfo
  const mqttUrl = `mqtt://127.0.0.1:${port}`
  const execArgv = ['--import', 'tsx', '--conditions=source']
  simulator = startSimulator({ pool: database.pool, dataDir, mqttUrl, log, execArgv })
  return simulator
}
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the simulator of a server', () => {
  it('is not started for a database without the demonstration network', async () => {
    const before = await database.count('mon_device')
    expect(before).toBe(0)
    const idle = start()
    await idle.stop()
    expect(idle.pid()).toBeUndefined()
    expect(broker.connectedClients).toBe(0)
  })

  it('connects real devices, restarts after a kill, and stops on request', async () => {
    await loadBareNetwork(database.pool, { dataDir, nowMs: Date.now(), log, network: smallNetwork() })
    const running = start()
    await expect.poll(() => broker.connectedClients).toBeGreaterThan(20)
    const first = running.pid() ?? 0
    expect(isAlive(first)).toBe(true)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => running.pid() ?? first).not.toBe(first)
    const second = running.pid() ?? 0
    await expect.poll(() => broker.connectedClients).toBeGreaterThan(20)
    await running.stop()
    expect(isAlive(second)).toBe(false)
    await expect.poll(() => broker.connectedClients).toBe(0)
  })
})
