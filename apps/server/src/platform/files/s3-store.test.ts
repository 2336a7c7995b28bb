import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileMissingError, type FileStore } from './file-store.ts'
import { createLocalStore } from './local-store.ts'
import { createS3Store } from './s3-store.ts'

const require = createRequire(import.meta.url)
const cleanUps: (() => Promise<unknown>)[] = []
const stores = {} as Record<'local' | 's3', FileStore>

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A real object store in its own process. */
async function startS3(folder: string): Promise<number> {
  const port = await freePort()
  const bin = join(require.resolve('s3rver'), '../../bin/s3rver.js')
  const options = ['-a', '127.0.0.1', '-p', String(port), '-d', folder, '--configure-bucket', 'natim']
  const child = spawn(process.execPath, [bin, ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
  cleanUps.push(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  await once(child.stdout, 'data')
  return port
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'natim-store-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  const port = await startS3(join(folder, 's3'))
  stores.local = createLocalStore(join(folder, 'local'))
  stores.s3 = createS3Store({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    bucket: 'natim',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  })
})
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp()
})

describe.each(['local', 's3'] as const)('the %s store', (name) => {
  const key = '0/temp/202611/0123456789abcdef.txt'
  const bytes = Buffer.from('0123456789'.repeat(100_000))

  it('takes a file in parts, and shows nothing until it is complete', async () => {
    const store = stores[name]
    const [whole, broken] = ['exports/a1.csv', 'exports/a2.csv']
    const draft = await store.draft(whole, 'text/csv')
    await draft.write(bytes.subarray(0, 600_000))
    await expect(store.open(whole)).rejects.toBeInstanceOf(FileMissingError)
    await draft.write(bytes.subarray(600_000))
    await draft.commit()
    expect((await buffer(await store.open(whole))).equals(bytes)).toBe(true)
    const dropped = await store.draft(broken, 'text/csv')
    await dropped.write(bytes)
    await dropped.abandon()
    await expect(store.open(broken)).rejects.toBeInstanceOf(FileMissingError)
  })

  it('returns what was stored, complete and in ranges', async () => {
    const store = stores[name]
    await store.put(key, bytes, 'text/plain')
    expect((await buffer(await store.open(key))).equals(bytes)).toBe(true)
    expect((await buffer(await store.open(key, { start: 3, end: 6 }))).toString()).toBe('3456')
    await store.put(key, Buffer.from('new'), 'text/plain')
    expect((await buffer(await store.open(key))).toString()).toBe('new')
  })

  it('reports a missing file, and removes idempotently', async () => {
    const store = stores[name]
    await store.put('0/x/1.txt', bytes, 'text/plain')
    await store.remove('0/x/1.txt')
    await store.remove('0/x/1.txt')
    await expect(store.open('0/x/1.txt')).rejects.toThrow(FileMissingError)
  })
})

it.each(['../x', '/../../x', '0/../../x'])('the local store refuses the key %s', async (key) => {
  await expect(stores.local.open(key)).rejects.toThrow('leads out of the file store')
})

it('a store that is down fails instead of reporting the file as missing', async () => {
  const away = createS3Store({
    endpoint: `http://127.0.0.1:${await freePort()}`,
    region: 'us-east-1',
    bucket: 'natim',
    accessKeyId: 'x',
    secretAccessKey: 'y',
  })
  await expect(away.open('0/x/1.txt')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
