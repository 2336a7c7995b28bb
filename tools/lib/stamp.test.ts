import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROOT } from './checkout.mjs'
import { digestOf, forget, isCurrent, whenChanged } from './stamp.mjs'

const NAME = `stamp-test-${process.pid}`
let dir: string
let path: string
beforeEach(() => {
  dir = mkdtempSync(join(ROOT, 'node_modules/.stamp-test-'))
  path = relative(ROOT, dir)
})
afterEach(() => {
  rmSync(dir, { recursive: true })
  forget(NAME)
})

it('does the work once, again after a change, and again after a reset', async () => {
  const work = vi.fn(async () => undefined)
  expect(await whenChanged(NAME, 'a', work)).toBe(true)
  expect(await whenChanged(NAME, 'a', work)).toBe(false)
  expect(await whenChanged(NAME, 'b', work)).toBe(true)
  forget(NAME)
  expect(await whenChanged(NAME, 'b', work)).toBe(true)
  expect(work).toHaveBeenCalledTimes(3)
})

it('does not record failed work', async () => {
  await expect(whenChanged(NAME, 'a', () => Promise.reject(new Error('no network')))).rejects.toThrow('no network')
  expect(isCurrent(NAME, 'a')).toBe(false)
})

it('hashes contents and names, and treats a missing path as empty', () => {
  const empty = digestOf([path])
  writeFileSync(join(dir, 'a.ts'), 'one')
  const one = digestOf([path])
  writeFileSync(join(dir, 'a.ts'), 'two')
  const two = digestOf([path])
  expect(new Set([empty, one, two]).size).toBe(3)
  expect(digestOf([path, 'no/such/path'])).toBe(two)
})

it('excludes build records', () => {
  const before = digestOf([path])
  writeFileSync(join(dir, 'tsconfig.tsbuildinfo'), '{}')
  expect(digestOf([path])).toBe(before)
})
