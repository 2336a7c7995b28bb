import { describe, expect, it } from 'vitest'
import { QUALITY } from './quality.ts'
import { type DoubtFigure, findDoubts, medianOf, needsHours } from './review-doubt.ts'
import { DAY_MS, HOUR_MS } from './time.ts'

const CHANNEL = { agg: 'avg', mayPeak: false, precision: 1 }
const figure = (endMs: number, given: Partial<DoubtFigure> = {}): DoubtFigure => ({
  endMs,
  value: 40,
  nValid: 60,
  min: 35,
  max: 45,
  m2: 59 * 4,
  qOr: 0,
  nCal: 0,
  nDoubt: 0,
  ...given,
})
const DAY = figure(DAY_MS)
const hour = (n: number, given: Partial<DoubtFigure> = {}) => figure(n * HOUR_MS, given)
const find = (hours: DoubtFigure[], given: { day?: DoubtFigure; others?: number[]; channel?: typeof CHANNEL } = {}) =>
  findDoubts(given.channel ?? CHANNEL, given.day ?? DAY, 0, hours, given.others ?? [])
const span = (kind: string, from: number, to: number) => ({ kind, fromMs: from * HOUR_MS, toMs: to * HOUR_MS })

describe('doubts about a day', () => {
  it('are empty for an ordinary day, whose hours need not be read', () => {
    expect(needsHours(CHANNEL, DAY)).toBe(false)
    expect(find([hour(1), hour(2)], { others: [38, 41, 42] })).toEqual([])
  })

  it('include undecided findings of the checks, adjacent hours joined', () => {
    const jump = { nDoubt: 2, qOr: QUALITY.jump }
    const stuck = { nDoubt: 60, qOr: QUALITY.stuck }
    expect(needsHours(CHANNEL, figure(DAY_MS, jump))).toBe(true)
    expect(find([hour(1, jump), hour(2, jump), hour(3), hour(4, jump), hour(5, stuck)])).toEqual([
      span('jump', 0, 2),
      span('jump', 3, 4),
      span('stuck', 4, 5),
    ])
  })

  it('include single outliers, but not for poisons, few samples, or validated samples', () => {
    // One of 60 samples at 100, the others around 40.
    const spike = hour(3, { value: 41, max: 100, m2: 59 * 64 })
    expect(needsHours(CHANNEL, { ...spike, endMs: DAY_MS })).toBe(true)
    expect(find([spike])).toEqual([span('spike', 2, 3)])
    expect(find([spike], { channel: { ...CHANNEL, mayPeak: true } })).toEqual([])
    expect(find([{ ...spike, nValid: 39 }])).toEqual([])
    expect(find([{ ...spike, qOr: QUALITY.manuallyValid }])).toEqual([])
    expect(find([{ ...spike, max: 88 }])).toEqual([])
  })

  it('include means that changed with a calibration', () => {
    const day = [
      hour(1),
      hour(2, { nCal: 20 }),
      hour(3, { value: 55, min: 50, max: 60 }),
      hour(4, { value: 56, min: 51, max: 61 }),
    ]
    expect(find(day)).toEqual([span('drift', 2, 4)])
    expect(find(day.map((row) => (row.nCal === 0 ? { ...row, value: 44, min: 40, max: 50 } : row)))).toEqual([])
    expect(find(day.map((row) => (row.value === 55 ? { ...row, qOr: QUALITY.manuallyValid } : row)))).toEqual([])
    expect(find(day.slice(1))).toEqual([])
  })

  it('include days unlike those of at least three neighbours', () => {
    const off = [{ kind: 'neighbour', fromMs: 0, toMs: DAY_MS }]
    expect(find([], { others: [10, 11, 12] })).toEqual(off)
    expect(find([], { others: [10, 11] })).toEqual([])
    expect(find([], { others: [10, 30, 60] })).toEqual([])
    expect(find([], { others: [10, 11, 12], day: figure(DAY_MS, { qOr: QUALITY.manuallyValid }) })).toEqual([])
    expect(find([], { others: [10, 11, 12], day: figure(DAY_MS, { value: null }) })).toEqual([])
    expect(find([], { others: [10, 11, 12], channel: { ...CHANNEL, agg: 'circular' } })).toEqual([])
  })

  it('compute the median', () => {
    expect([medianOf([]), medianOf([3]), medianOf([3, 1]), medianOf([9, 1, 4])]).toEqual([null, 3, 2, 4])
  })
})
