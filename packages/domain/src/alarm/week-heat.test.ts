import { expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { weekdayGmt8, weekHeat } from './week-heat.ts'

/** Saturday, 08:00 in GMT+8. */
const T = Date.UTC(2026, 10, 21)

it('a week by hours divides alarms by how often each hour occurred, so that an odd number of days lifts no hour', () => {
  expect(weekdayGmt8(T)).toBe(6)
  expect(weekdayGmt8(T - 9 * HOUR_MS)).toBe(5)
  const { perHour, worst } = weekHeat(
    [
      { weekday: 6, hour: 8, n: 6 },
      { weekday: 7, hour: 8, n: 4 },
    ],
    T,
    T + 8 * DAY_MS,
  )
  expect(perHour[5]?.[8]).toBe(3)
  expect(perHour[6]?.[8]).toBe(4)
  expect(worst).toEqual({ weekday: 7, hour: 8, n: 4, perHour: 4 })
  expect(weekHeat([], T, T + DAY_MS)).toMatchObject({ worst: null })
})
