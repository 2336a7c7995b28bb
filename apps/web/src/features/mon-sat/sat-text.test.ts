import type { SatPass } from '@natim/contract/mon/sat'
import { describe, expect, it } from 'vitest'
import { withProduct } from './detail/products.tsx'
import { stepOf } from './detail/stepper.tsx'
import { drawn, emptyDraft, ranked, specKey } from './edit/draft.ts'
import { countdownText, letterOf, passKey, passWords, revisitText } from './sat-text.ts'
import { splitTle } from './tle-control.tsx'

const pass = (given: Partial<SatPass> = {}) =>
  ({ satelliteId: 's1', peakMs: 10_000, coveragePct: 100, sunElev: 20, fault: null, ...given }) as SatPass
type Line = Parameters<typeof stepOf>[0]['log'][number]
const line = (from: Line['from'], to: Line['to']) => ({ from, to }) as Line

describe('words', () => {
  it('count down by the second and say when it is over', () => {
    expect(countdownText(3_661_000, 0)).toBe('01:01:01')
    expect(countdownText(0, 0)).toBe('已过')
    expect(countdownText(360_000_000, 0)).toBe('100:00:00')
  })

  it('describe the quality of a choice', () => {
    expect(passWords(pass())).toBe('全覆盖')
    expect(passWords(pass({ coveragePct: 84.2, sunElev: -3 }))).toBe('覆盖 84%，夜间')
    expect(passWords(pass({ fault: 'off_nadir' }))).toBe('侧摆超限')
  })

  it('continue with letters after C', () => {
    expect([1, 2, 3, 4].map(letterOf)).toEqual(['A', 'B', 'C', 'D'])
    expect(revisitText({ revisit: { mode: 'every_n_days', n: 3, count: 4 } })).toBe('每 3 天，共 4 次')
    expect(revisitText({ revisit: { mode: 'once', n: 1, count: 1 } })).toBe('单次')
  })
})

describe('the current step', () => {
  it('is the approval while a task is pending', () => {
    expect(stepOf({ state: 'draft', log: [] })).toEqual({ index: 0 })
    expect(stepOf({ state: 'submitted', log: [] })).toEqual({ index: 2 })
    expect(stepOf({ state: 'approved', log: [] })).toEqual({ index: 3 })
    expect(stepOf({ state: 'acquiring', log: [] })).toEqual({ index: 4 })
    expect(stepOf({ state: 'delivered', log: [] })).toEqual({ index: 8 })
  })

  it('is replaced by a side exit at its position', () => {
    expect(stepOf({ state: 'rejected', log: [line('submitted', 'rejected')] })).toEqual({ index: 2, exit: 'rejected' })
    expect(stepOf({ state: 'failed', log: [line('acquiring', 'failed')] })).toEqual({ index: 4, exit: 'failed' })
    expect(stepOf({ state: 'expired', log: [line('failed', 'expired')] })).toEqual({ index: 3, exit: 'expired' })
    expect(stepOf({ state: 'cancelled', log: [line('draft', 'cancelled')] })).toEqual({ index: 0, exit: 'cancelled' })
  })
})

describe('choices', () => {
  it('get their letters by order', () => {
    const [a, b] = [pass(), pass({ satelliteId: 's2' })]
    const shown = drawn([a, b], [passKey(b), passKey(a)])
    expect(ranked(shown).map(({ pass: { satelliteId } }) => satelliteId)).toEqual(['s2', 's1'])
  })

  it('belong to the area, window and constraints they were computed for', () => {
    const draft = emptyDraft(0)
    expect(specKey({ ...draft, title: 'x', priority: 1 })).toBe(specKey(draft))
    expect(specKey({ ...draft, offNadirMax: 10 })).not.toBe(specKey(draft))
    expect(specKey({ ...draft, to: draft.to + 1 })).not.toBe(specKey(draft))
  })

  it('of products are two at most; a third replaces the older one', () => {
    expect(withProduct([], 'a')).toEqual(['a'])
    expect(withProduct(['a', 'b'], 'c')).toEqual(['b', 'c'])
    expect(withProduct(['a', 'b'], 'a')).toEqual(['b'])
  })
})

describe('pasted orbit data', () => {
  const one = '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927'
  const two = '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537'
  it('fills its fields, with or without a name line', () => {
    expect(splitTle(`ISS (ZARYA)\r\n${one}\r\n${two}\r\n`)).toEqual([one, two])
    expect(splitTle(`  ${one}\n  ${two}`)).toEqual([one, two])
    expect(splitTle(one)).toBeUndefined()
  })
})
