import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeRuntime } from './runtime-file.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'natim-runtime-'))
})
afterEach(() => rm(dir, { recursive: true }))

it('replaces the file of an earlier run and leaves no draft', async () => {
  await writeRuntime(dir, { pid: 1, url: 'http://127.0.0.1:1', port: 1 })
  await writeRuntime(dir, { pid: 2, url: 'http://127.0.0.1:4000', port: 4000, mqttPort: 1884 })
  expect(JSON.parse(await readFile(join(dir, 'runtime.json'), 'utf8'))).toEqual({
    pid: 2,
    url: 'http://127.0.0.1:4000',
    port: 4000,
    mqttPort: 1884,
  })
  expect(await readdir(dir)).toEqual(['runtime.json'])
})
