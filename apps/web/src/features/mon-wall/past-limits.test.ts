import { expect, it } from 'vitest'
import { seriesOf } from '@/testing/stub-history.ts'
import { limitsAt, limitsBySeries, openEnded } from './past-limits.ts'

const mark = { name: 'A', value: 1, avgPeriod: 'instant', op: '>=', severity: 3, source: '' } as const
const series = [
  {
    ...seriesOf(7, 0),
    limits: [
      { ...mark, fromMs: 0, toMs: 50 },
      { ...mark, value: 2, fromMs: 50, toMs: 100 },
    ],
  },
]

it('[BZ-08] a limit holds from the instant of its change, and beyond the end of the answer', () => {
  const limits = limitsBySeries(openEnded(series, 100))({ channelNo: 7 })
  const valuesAt = (tsMs: number) => limitsAt(limits, tsMs).map(({ value }) => value)
  expect([valuesAt(0), valuesAt(49), valuesAt(50), valuesAt(100), valuesAt(1_000)]).toEqual([[1], [1], [2], [2], [2]])
})

it('a limit that was removed within the window does not hold after it', () => {
  const [one] = series
  const [removed] = one?.limits ?? []
  const open = openEnded(one && removed ? [{ ...one, limits: [removed] }] : [], 100)
  expect(limitsAt(limitsBySeries(open)({ channelNo: 7 }), 200)).toEqual([])
})

it('no limit is known before the answer', () => expect(limitsBySeries(undefined)({ channelNo: 7 })).toEqual([]))
