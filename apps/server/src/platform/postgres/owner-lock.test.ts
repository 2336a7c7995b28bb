import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acquireOwnerLock, DataDirInUseError } from './owner-lock.ts'
import { readProcessStart } from './processes.ts'

let dir: string
let path: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'natim-lock-'))
  path = join(dir, 'lock')
})
afterEach(() => rm(dir, { recursive: true }))

it('is free again after release, with nothing left on disk', async () => {
  const release = await acquireOwnerLock(path)
  await release()
  expect(await readdir(dir)).toEqual([])
  await (await acquireOwnerLock(path))()
})

it('is refused while its holder lives', async () => {
  const release = await acquireOwnerLock(path)
  await expect(acquireOwnerLock(path)).rejects.toThrow(DataDirInUseError)
  expect(await readdir(dir)).toEqual(['lock'])
  await release()
})

it('goes to exactly one of many concurrent callers', async () => {
  await writeFile(path, JSON.stringify({ pid: process.pid, start: 'of another process' }))
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => acquireOwnerLock(path)))
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
})

it.each([
  ['a dead process', '{"pid":999999999,"start":"1"}'],
  ['a process whose number belongs to another one now', `{"pid":${process.pid},"start":"1"}`],
  ['half a file', '{"pid":'],
  ['an empty file', ''],
])('is taken over from %s', async (_holder, text) => {
  await writeFile(path, text)
  await (await acquireOwnerLock(path))()
})

it('respects another living process', async () => {
  const other = spawn('sleep', ['60'])
  try {
    const start = await readProcessStart(other.pid ?? 0)
    await writeFile(path, JSON.stringify({ pid: other.pid, start }))
    await expect(acquireOwnerLock(path)).rejects.toThrow(new RegExp(`process ${other.pid} `))
  } finally {
    other.kill()
  }
})
