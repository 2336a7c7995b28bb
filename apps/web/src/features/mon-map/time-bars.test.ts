import type { ReplayAlarm } from '@natim/contract/mon/map'
import { expect, it } from 'vitest'
import { BAR_MS, markedStarts, timeBars } from './time-bars.ts'

const start = (fromMs: number, severity: ReplayAlarm['severity']): ReplayAlarm => ({
  id: `${fromMs}-${severity}`,
  title: '',
  deviceId: null,
  stationId: null,
  severity,
  fromMs,
  toMs: null,
})

it('counts alarms by the 20 minutes they began in, labelled by the end', () => {
  const bars = timeBars([start(0, 1), start(1, 4), start(BAR_MS, 3), start(BAR_MS + 1, 5)], 0, 3 * BAR_MS)
  expect(bars).toEqual([
    { endMs: BAR_MS, count: 2, worst: 3 },
    { endMs: 2 * BAR_MS, count: 1, worst: 5 },
    { endMs: 3 * BAR_MS, count: 0, worst: undefined },
  ])
})

it('marks the most severe starts, without overlaps', () => {
  const alarms = [start(10, 5), start(11, 2), start(500, 4), start(505, 4), start(900, 3)]
  expect(markedStarts(alarms, 0, 1_000).map(({ fromMs }) => fromMs)).toEqual([11, 505, 900])
})
