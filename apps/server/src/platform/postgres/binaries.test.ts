import { chmod, mkdir, mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { completeLinks } from './binaries.ts'
import { isRoot } from './testing/scratch.ts'

const LINKS = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]

let dir: string
let libDir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'natim-links-'))
  libDir = join(dir, 'native', 'lib')
  await mkdir(libDir, { recursive: true })
})
afterEach(async () => {
  await chmod(libDir, 0o755)
  await rm(dir, { recursive: true })
})

it('makes the links an install without scripts lacks, relative, and only once', async () => {
  expect(await completeLinks(dir, LINKS, join(dir, 'spare'))).toBeUndefined()
  expect(await completeLinks(dir, LINKS, join(dir, 'spare'))).toBeUndefined()
  expect(await readlink(join(libDir, 'libx.so.1'))).toBe('libx.so.1.2')
  expect(await readdir(dir)).toEqual(['native'])
})

it('does not mind another start that makes them at the same time', async () => {
  await Promise.all(Array.from({ length: 5 }, () => completeLinks(dir, LINKS, join(dir, 'spare'))))
  expect(await readlink(join(libDir, 'libx.so.1'))).toBe('libx.so.1.2')
})

// Root may write anywhere, so there is nothing to see.
it.skipIf(isRoot)('puts them elsewhere when the package is read-only', async () => {
  await chmod(libDir, 0o555)
  const spareDir = join(dir, 'spare')
  expect(await completeLinks(dir, LINKS, spareDir)).toBe(spareDir)
  expect(await readlink(join(spareDir, 'libx.so.1'))).toBe(join(dir, 'native/lib/libx.so.1.2'))
})
