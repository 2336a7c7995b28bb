import { describe, expect, it } from 'vitest'
import { type ChannelVersion, changesBetween, settingsAt } from './channel-version.ts'

const settings = { enabled: true, rangeLo: 0, limitOverride: null }
const versions: ChannelVersion[] = [
  { ...settings, fromMs: 100, periodS: 60, rangeHi: 10 },
  { ...settings, fromMs: 200, periodS: 30, rangeHi: 20 },
  { ...settings, fromMs: 300, periodS: 10, rangeHi: null },
]
const channel = { ...settings, name: 'PM2.5', periodS: 10, rangeHi: null, versions }

describe('settingsAt', () => {
  it.each([
    ['before the first version', 0, 60, 10],
    ['just before a change', 199, 60, 10],
    ['at a change', 200, 30, 20],
    ['after the last one', 900, 10, null],
  ])('are those in force %s', (_, tsMs, periodS, rangeHi) => {
    expect(settingsAt(channel, tsMs)).toEqual({ ...channel, periodS, rangeHi })
  })

  it('are the current ones of a channel that was never changed', () => {
    const unchanged = { ...channel, versions: [] }
    expect(settingsAt(unchanged, 0)).toBe(unchanged)
  })
})

it('changes lie between two instants; the first version is none', () => {
  expect(changesBetween(versions, 0, 1_000)).toEqual([199, 299])
  expect(changesBetween(versions, 199, 299)).toEqual([])
  // The reading at 300 has the new settings.
  expect(changesBetween(versions, 199, 300)).toEqual([299])
})
