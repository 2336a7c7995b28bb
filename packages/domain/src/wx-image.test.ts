import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from './time.ts'
import {
  bearingText,
  coarseDeg,
  coarseKm,
  nextWxState,
  WX_STATES,
  type WxAction,
  type WxState,
  wxCategoryOf,
  wxDoubts,
  wxRisk,
  wxSender,
  wxShotMs,
} from './wx-image.ts'

const NOW = 1_795_000_000_000
const NANJING = { lng: 118.716, lat: 32.214 }
const LINZI = { lng: 118.051, lat: 36.807 }
const claims = (given: object) => ({ receivedMs: NOW, takenMs: null, exif: null, wechat: null, ...given })

describe('states', () => {
  it.each<[WxAction, WxState[], WxState]>([
    ['fetch', ['received'], 'screening'],
    ['pass', ['screening'], 'pending'],
    ['refuse', ['received', 'screening'], 'rejected'],
    ['approve', ['pending', 'need_info'], 'approved'],
    ['reject', ['pending', 'need_info'], 'rejected'],
    ['ask', ['pending'], 'need_info'],
    ['answer', ['need_info'], 'pending'],
    ['undo', ['need_info', 'approved', 'rejected'], 'pending'],
    ['archive', ['approved', 'rejected'], 'archived'],
  ])('%s is possible in %j only', (action, from, to) => {
    for (const state of Object.keys(WX_STATES) as WxState[])
      expect([state, nextWxState(state, action)]).toEqual([state, from.includes(state) ? to : undefined])
  })
})

describe('doubts', () => {
  it('are empty without claims', () => expect(wxDoubts(claims({}))).toEqual([]))

  it.each([
    [72 * HOUR_MS, []],
    [72 * HOUR_MS + 1, ['old']],
    [-10 * MINUTE_MS, []],
    [-10 * MINUTE_MS - 1, ['future']],
  ])('taken %i ms before receipt: %j', (beforeMs, doubts) => {
    expect(wxDoubts(claims({ takenMs: NOW - beforeMs }))).toEqual(doubts)
  })

  it("include a position more than 500 km from the sender's", () => {
    expect(wxDoubts(claims({ exif: LINZI, wechat: NANJING }))).toEqual(['place'])
    expect(wxDoubts(claims({ exif: { ...NANJING, lat: 36.6 }, wechat: NANJING }))).toEqual([])
    expect(wxDoubts(claims({ exif: LINZI }))).toEqual([])
  })
})

it("a picture was taken at the camera's time, unless that is after its receipt", () => {
  expect(wxShotMs({ receivedMs: NOW, takenMs: NOW - 5_000 })).toBe(NOW - 5_000)
  expect(wxShotMs({ receivedMs: NOW, takenMs: NOW + MINUTE_MS })).toBe(NOW)
  expect(wxShotMs({ receivedMs: NOW, takenMs: NOW + HOUR_MS })).toBe(NOW)
  expect(wxShotMs({ receivedMs: NOW, takenMs: null })).toBe(NOW)
})

it.each([
  ['下楼闻到很呛的味道', 'odour'],
  ['烟囱冒黑烟', 'smoke'],
  ['河水上有泡沫', 'spill'],
  ['好多死鱼', 'dead_animal'],
  ['检测仪读数 12.4', 'instrument'],
  ['', 'other'],
])('%s is %s', (text, category) => expect(wxCategoryOf(text)).toBe(category))

it('risk grows with harm and shrinks with doubt, within 0 and 1', () => {
  expect(wxRisk('odour', '眼睛疼', [])).toBe(0.85)
  expect(wxRisk('odour', '有味道', [])).toBe(0.5)
  expect(wxRisk('odour', '眼睛疼', ['place'])).toBe(0.75)
  expect(wxRisk('other', '', ['place', 'old', 'future'])).toBe(0)
})

it('senders, positions and distances are shown no more precisely than allowed', () => {
  expect(wxSender('7c1e00000000a904')).toBe('匿名 7c1e…a904')
  expect(coarseDeg(118.71613)).toBe(118.7)
  expect([0.2, 5, 5.1, 12].map(coarseKm)).toEqual([5, 5, 10, 15])
})

it.each([
  [132, '东南 132°'],
  [359.6, '北 360°'],
  [0, '北 0°'],
  [202, '南 202°'],
])('%d degrees is %s', (degrees, text) => expect(bearingText(degrees)).toBe(text))
