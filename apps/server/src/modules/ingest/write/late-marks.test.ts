import { QUALITY } from '@natim/domain/quality'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { lateMarks } from './late-marks.ts'
import { newPoints, type Points } from './points.ts'

const T0 = Date.UTC(2026, 10, 21, 4)

/** Late points of device 1: channel and minute after T0. */
function late(...given: readonly (readonly [channelNo: number, minute: number])[]): Points {
  const points = newPoints()
  for (const [channelNo, minute] of given) {
    points.deviceNos.push(1)
    points.channelNos.push(channelNo)
    points.tsMs.push(T0 + minute * MINUTE_MS)
    points.rxMs.push(T0)
    points.values.push(1)
    points.flags.push(QUALITY.late)
  }
  return points
}

const spansOf = (stored: Points, replaced: Points = newPoints()) =>
  lateMarks(stored, replaced).map(({ channelNo, bucketMs, cause, fromMs, toMs }) => [
    channelNo,
    (bucketMs - T0) / HOUR_MS,
    cause,
    (fromMs - T0) / MINUTE_MS,
    (toMs - T0) / MINUTE_MS,
  ])

it('has one mark for each channel, hour and cause, whatever the order of the points', () => {
  const stored = late([7, 70], [8, 10], [7, 20], [7, 110], [8, 5], [7, 50], [7, 65])
  expect(spansOf(stored)).toEqual([
    [7, 1, 'late', 20, 50],
    [7, 2, 'late', 65, 110],
    [8, 1, 'late', 5, 10],
  ])
})

it('marks replaced points apart from late ones of the same hour', () => {
  expect(spansOf(late([7, 20], [7, 30]), late([7, 25], [7, 90]))).toEqual([
    [7, 1, 'fin', 25, 25],
    [7, 1, 'late', 20, 30],
    [7, 2, 'fin', 90, 90],
  ])
})

it('counts the end of an hour to that hour', () => {
  expect(spansOf(late([7, 60], [7, 61]))).toEqual([
    [7, 1, 'late', 60, 60],
    [7, 2, 'late', 61, 61],
  ])
})
