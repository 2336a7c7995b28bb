import { HOUR_MS } from '@natim/domain/time'
import { describe, expect, test } from 'vitest'
import {
  addSums,
  emptyGrid,
  fillFromHour,
  lacksFirstHour,
  SPARK_STEP_MS,
  type SparkSums,
  sparkWindow,
  toSpark,
  validCount,
} from './spark.ts'

const NOW_MS = 1_795_234_800_000
const { fromMs, toMs } = sparkWindow(NOW_MS)

const sums = (startMs: number, given: Partial<SparkSums> = {}): SparkSums => ({
  channelNo: 1,
  startMs,
  nValid: 1,
  vSum: 1,
  vSin: 0,
  vCos: 0,
  vMax: 1,
  vLast: 1,
  ...given,
})

describe('window', () => {
  test('is a day of quarter hours that ends with the current one', () => {
    expect(toMs - fromMs).toBe(24 * HOUR_MS)
    expect(toMs % SPARK_STEP_MS).toBe(0)
    expect(toMs).toBeGreaterThanOrEqual(NOW_MS)
    expect(toMs - NOW_MS).toBeLessThan(SPARK_STEP_MS)
  })
})

describe('sums of a bucket', () => {
  test('from two sources are merged into one value', () => {
    const grid = emptyGrid(NOW_MS)
    addSums(grid, sums(fromMs, { nValid: 2, vSum: 10, vMax: 6, vLast: 4 }))
    addSums(grid, sums(fromMs, { nValid: 3, vSum: 5, vMax: 2, vLast: 1 }))
    const valueBy = (agg: string) => toSpark(grid, agg).values[0]
    expect([valueBy('avg'), valueBy('sum'), valueBy('max'), valueBy('last')]).toEqual([3, 15, 6, 1])
    expect(validCount(grid)).toBe(5)
  })

  test('outside the window or between two buckets are ignored', () => {
    const grid = emptyGrid(NOW_MS)
    for (const startMs of [fromMs - SPARK_STEP_MS, toMs, fromMs + 1]) addSums(grid, sums(startMs))
    expect(validCount(grid)).toBe(0)
  })

  test('draw nothing without a valid sample', () => {
    const grid = emptyGrid(NOW_MS)
    addSums(grid, sums(fromMs, { nValid: 0, vSum: 0, vMax: null, vLast: null }))
    expect(toSpark(grid, 'avg').values.every((value) => value === null)).toBe(true)
  })

  test('keep an extreme that only one source contains', () => {
    const grid = emptyGrid(NOW_MS)
    addSums(grid, sums(fromMs, { vMax: null }))
    addSums(grid, sums(fromMs, { vMax: 7 }))
    expect(toSpark(grid, 'max').values[0]).toBe(7)
  })
})

describe('an hour', () => {
  test('fills the quarters no other source has filled, and divides its count among them', () => {
    const grid = emptyGrid(NOW_MS)
    addSums(grid, sums(fromMs + SPARK_STEP_MS, { vSum: 50 }))
    expect(lacksFirstHour(emptyGrid(NOW_MS))).toBe(true)
    expect(lacksFirstHour(grid)).toBe(false)
    fillFromHour(grid, sums(fromMs, { nValid: 60, vSum: 600 }))
    expect(toSpark(grid, 'avg').values.slice(0, 5)).toEqual([10, 50, 10, 10, null])
    expect(validCount(grid)).toBe(46)
  })
})
