import { describe, expect, it } from 'vitest'
import { areaOf, keyed } from './panel/cover-layer.tsx'
import { lackOf } from './panel/decision.tsx'
import { pathOf } from './panel/shot-chart.tsx'
import {
  clockText,
  degreesText,
  masonry,
  nearText,
  pagerStep,
  placeText,
  spanFrom,
  timeText,
  waitText,
} from './wx-text.ts'

const MS = Date.parse('2026-11-21T10:16:42+08:00')

it('times are rounded to the hour without permission', () => {
  expect([timeText(MS, true), timeText(MS, false)]).toEqual(['2026-11-21 10:16:42', '2026-11-21 10 时'])
  expect([clockText(MS, true), clockText(MS, false)]).toEqual(['10:16', '10 时'])
})

it('places and distances are shown as far as known', () => {
  expect(placeText({ regionCode: '320100', place: { lng: 1, lat: 1 } })).toBe('江苏 南京')
  expect(placeText({ regionCode: '000000', place: null })).toBe('位置未知')
  expect(degreesText({ lng: -118.0514, lat: 36.8066 })).toBe('36.807 N 118.051 W')
  const near = { id: 's', name: 'n', km: 5, reading: null }
  expect([nearText(near, false), nearText(null, true)]).toEqual(['5 km 内 · 无读数', '附近无站点'])
})

it('the waiting time is in minutes, then hours; spans begin at a whole minute', () => {
  expect([waitText(MS, MS + 41 * 60_000), waitText(MS, MS + 130 * 60_000), waitText(MS, MS - 5)]).toEqual([
    '41 分钟',
    '2 小时',
    '0 分钟',
  ])
  expect(spanFrom(0, MS)).toBeUndefined()
  expect(spanFrom(24, MS)).toBe(Date.parse('2026-11-20T10:16:00+08:00'))
})

it('items go into the shortest column', () => {
  expect(masonry([3, 1, 1, 1, 2], 2, (height) => height)).toEqual([
    [3, 2],
    [1, 1, 1],
  ])
  expect(masonry([1], 0, () => 1)).toEqual([[1]])
})

it.each([
  ['next', 0, { at: 1 }],
  ['next', 2, { text: '已到最后~' }],
  ['previous', 0, { text: '已是第一张' }],
  ['previous', 2, { at: 1 }],
  ['sideways', 1, { text: '未知的操作' }],
])('the pager goes %s from %i', (direction, at, step) => expect(pagerStep(direction, at, 3)).toEqual(step))

describe('areas', () => {
  it('are drawn from any corner and clipped at the edge', () => {
    const area = areaOf({ x: 0.5, y: 0.75 }, { x: -0.2, y: 0.25 })
    expect(area).toEqual({ x: 0, y: 0.25, w: 0.5, h: 0.5 })
  })
  it('are moved and resized by keys, within the picture', () => {
    const area = { x: 0.75, y: 0, w: 0.25, h: 0.5 }
    expect(keyed(area, 'ArrowRight', false)).toEqual(area)
    expect(keyed(area, 'ArrowDown', true)).toEqual({ ...area, h: 0.51 })
    expect(keyed(area, 'Enter', false)).toBeUndefined()
  })
})

it('a rejection requires a reason and a question its text', () => {
  const draft = { note: ' ', reply: '' }
  expect(lackOf({ ...draft, decision: 'reject' })).toBe('请填写驳回理由')
  expect(lackOf({ ...draft, decision: 'ask' })).toBe('请填写要发送者补充的内容')
  expect(lackOf({ ...draft, decision: 'approve' })).toBeUndefined()
})

it('a line breaks where nothing was measured', () => {
  expect(
    pathOf(
      [0, 1, 2, 3],
      [1, 2, null, 4],
      (ms) => ms,
      (value) => value,
    ),
  ).toBe('M0.0 1.0L1.0 2.0M3.0 4.0')
})
