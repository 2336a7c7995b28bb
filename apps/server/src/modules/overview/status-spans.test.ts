import { isInService } from '@natim/domain/device-status'
import { describe, expect, test } from 'vitest'
import { type StatusChange, spansSince, statusSpans, timeInStatus } from './status-spans.ts'

const change = (tsMs: number, from: StatusChange['from'], to: StatusChange['to']): StatusChange => ({
  tsMs,
  from,
  to,
  reason: `${from}>${to}`,
})

describe('statusSpans', () => {
  test('without changes the current status covers the whole window', () => {
    expect(statusSpans([], 'online', 0, 100)).toEqual([{ fromMs: 0, toMs: 100, status: 'online', reason: '' }])
  })

  test('spans are contiguous, cover the window and carry the reason of their start', () => {
    const spans = statusSpans([change(20, 'online', 'offline'), change(50, 'offline', 'online')], 'online', 0, 100)
    expect(spans).toEqual([
      { fromMs: 0, toMs: 20, status: 'online', reason: '' },
      { fromMs: 20, toMs: 50, status: 'offline', reason: 'online>offline' },
      { fromMs: 50, toMs: 100, status: 'online', reason: 'offline>online' },
    ])
  })

  test('simultaneous changes leave no empty span, and changes after the window are ignored', () => {
    const spans = statusSpans(
      [change(30, 'online', 'fault'), change(30, 'fault', 'offline'), change(100, 'offline', 'online')],
      'online',
      0,
      100,
    )
    expect(spans.map(({ fromMs, toMs, status }) => [fromMs, toMs, status])).toEqual([
      [0, 30, 'online'],
      [30, 100, 'offline'],
    ])
  })
})

describe('spansSince', () => {
  test('begins with the device, which has no status before its creation', () => {
    expect(spansSince(statusSpans([], 'inactive', 0, 100), 70)).toEqual([
      { fromMs: 70, toMs: 100, status: 'inactive', reason: '' },
    ])
    expect(spansSince(statusSpans([change(80, 'inactive', 'online')], 'online', 0, 100), 70)).toMatchObject([
      { fromMs: 70, toMs: 80, status: 'inactive' },
      { fromMs: 80, toMs: 100, status: 'online' },
    ])
  })

  test('keeps recorded history from before the stored creation time', () => {
    const spans = statusSpans([change(40, 'online', 'offline')], 'offline', 0, 100)
    expect(spansSince(spans, 70)).toEqual(spans)
    const connected = statusSpans([change(40, 'inactive', 'online')], 'online', 0, 100)
    expect(spansSince(connected, 70)).toEqual(connected.slice(1))
  })
})

test('timeInStatus counts only the overlap with the window', () => {
  const spans = statusSpans([change(40, 'inactive', 'online'), change(80, 'online', 'offline')], 'offline', 0, 100)
  expect(timeInStatus(spans, 30, 60, (status) => status === 'online')).toBe(20)
  expect(timeInStatus(spans, 0, 100, isInService)).toBe(60)
})
