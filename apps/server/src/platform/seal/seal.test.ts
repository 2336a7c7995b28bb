import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadKey } from './key-file.ts'
import { createSealer } from './seal.ts'

describe('a sealed text', () => {
  const key = randomBytes(32)
  const sealer = createSealer(() => key)

  it('opens in its own context, and differs each time', () => {
    const sealed = sealer.seal('密码 p@ss', 'source-1')
    expect(sealed).not.toContain('p@ss')
    expect(sealer.seal('密码 p@ss', 'source-1')).not.toBe(sealed)
    expect(sealer.open(sealed, 'source-1')).toBe('密码 p@ss')
  })

  it.each([
    ['elsewhere', (text: string) => [text, 'source-2'] as const],
    ['changed', (text: string) => [`${text.slice(0, -2)}AA`, 'source-1'] as const],
    ['of no version', (text: string) => [text.replace('v1.', 'v9.'), 'source-1'] as const],
    ['plain', () => ['p@ss', 'source-1'] as const],
  ])('does not open %s', (_name, spoil) => {
    const [text, context] = spoil(sealer.seal('p@ss-word', 'source-1'))
    expect(() => sealer.open(text, context)).toThrow()
  })
})

describe('the key', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'seal-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  it('is created once, readable by its owner only', async () => {
    const key = loadKey({ dataDir, sealKey: undefined })
    expect(loadKey({ dataDir, sealKey: undefined })).toEqual(key)
    expect((await stat(join(dataDir, 'seal.key'))).mode & 0o777).toBe(0o600)
    expect(loadKey({ dataDir, sealKey: 'a shared text of the machines' })).not.toEqual(key)
  })

  it('is rejected when truncated', async () => {
    await writeFile(join(dataDir, 'seal.key'), 'abcd')
    expect(() => loadKey({ dataDir, sealKey: undefined })).toThrow(/seal\.key/)
  })
})
