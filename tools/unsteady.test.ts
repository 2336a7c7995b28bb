import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './lib/checkout.mjs'

const MAX_AGE_DAYS = 14
const DAY_MS = 86_400_000

interface Unsteady {
  /** Relative to the checkout. */
  readonly file: string
  /** With the names of its describe blocks, as printed by the run. */
  readonly title: string
  /** `2026-11-22`. */
  readonly since: string
  readonly reason: string
}

/** Faults of the entries of tools/unsteady.json. */
function faultsOf(entries: readonly Partial<Unsteady>[], nowMs: number): string[] {
  return entries.flatMap(({ file = '', title = '', since = '', reason = '' }) => {
    const ageDays = (nowMs - Date.parse(since)) / DAY_MS
    return [
      existsSync(join(ROOT, file)) && file.includes('.test.') ? '' : `${file}: no test file`,
      title.length > 0 && reason.length > 0 ? '' : `${file}: a title and a reason are missing`,
      ageDays >= 0 && ageDays <= MAX_AGE_DAYS ? '' : `${title}: since ${since}, may stand ${MAX_AGE_DAYS} days`,
    ].filter(Boolean)
  })
}

it('lists no unsteady test without file, reason and date, nor for longer than two weeks', () => {
  const entries = JSON.parse(readFileSync(join(ROOT, 'tools/unsteady.json'), 'utf8')) as readonly Partial<Unsteady>[]
  expect(faultsOf(entries, Date.now())).toEqual([])
})

it('detects each fault of such an entry', () => {
  const good = { file: 'tools/unsteady.test.ts', title: 'a > b', since: '2026-11-20', reason: 'port is taken' }
  const now = Date.parse('2026-12-04')
  expect(faultsOf([good], now)).toEqual([])
  const bad = [{ ...good, file: 'tools/none.test.ts' }, { ...good, reason: '' }, { ...good, since: '2026-11-19' }, {}]
  expect(bad.map((entry) => faultsOf([entry], now).length)).toEqual([1, 1, 1, 3])
})
