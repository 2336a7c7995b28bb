import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { KEY, startBroker, type TestBroker } from './testing/broker.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

describe('the program', () => {
  let broker: TestBroker
  let dir: string
  beforeEach(async () => {
    broker = await startBroker()
    dir = await mkdtemp(join(tmpdir(), 'natim-sim-'))
    await writeFile(join(dir, 'demo.key'), KEY, { mode: 0o600 })
  })
  afterEach(async () => {
    await broker.stop()
    await rm(dir, { recursive: true })
  })
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, ['--import', 'tsx', '--conditions=source', MAIN, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    })
  const keyArgs = () => ['--url', broker.url, '--key-file', join(dir, 'demo.key'), '--devices', '5']

  it('prints its counts, writes them as JSON and exits with 0 when everything is acknowledged', async () => {
    const child = run([...keyArgs(), '--x', '60', '--for', '3', '--json', join(dir, 'out.json')])
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
    expect(text).toMatch(/links 5\/5 · sent \d+ · acked \d+/u)
    const result = JSON.parse(await readFile(join(dir, 'out.json'), 'utf8')) as { sent: number; acked: number }
    expect(result.sent).toBeGreaterThan(10)
    expect(result.acked).toBe(result.sent)
  }, 30_000)

  it('exits with its parent', async () => {
    const child = run(keyArgs(), { SIM_PARENT: '1' })
    await broker.until(() => broker.clients() === 5)
    child.stdin.end()
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(0)
  }, 30_000)

  it('prints its usage', async () => {
    const child = run(['--devices', '5'])
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(2)
    expect(text).toContain('--key-file')
  }, 30_000)
})
