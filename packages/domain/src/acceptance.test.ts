import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AcceptedTimes, type Arrival, acceptTimes, type MessageTimes, TOO_OLD } from './acceptance.ts'
import { QUALITY } from './quality.ts'
import { DAY_MS, MINUTE_MS } from './time.ts'

const RX = 1_795_234_800_000
const RETENTION = 90 * DAY_MS

const arrival = (given: Partial<Arrival> = {}): Arrival => ({
  kind: 'batch',
  rxMs: RX,
  retentionMs: RETENTION,
  medianSkewMs: 0,
  ...given,
})

function accepted(message: MessageTimes, given?: Partial<Arrival>): AcceptedTimes {
  const result = acceptTimes(message, arrival(given))
  if (!result.ok) throw new Error(result.code)
  return result
}

describe('acceptTimes (domain §6.3)', () => {
  it('accepts a plausible time unchanged', () => {
    expect(accepted({ baseTs: RX - 800, offsetMs: [0, 0] })).toEqual({
      ok: true,
      tsMs: [RX - 800, RX - 800],
      quality: [0, 0],
      tooOld: 0,
      newestMs: RX - 800,
      skewMs: 800,
      isFarAhead: false,
    })
  })

  it('sets the newest point of a message without time to the receive time', () => {
    const { tsMs, quality, skewMs } = accepted({ baseTs: undefined, offsetMs: [0, 60_000] })
    expect(tsMs).toEqual([RX - 60_000, RX])
    expect(quality).toEqual([QUALITY.timeCorrected, QUALITY.timeCorrected])
    expect(skewMs).toBeUndefined()
  })

  it('reads ten digits as seconds; offsets stay milliseconds', () => {
    const { tsMs, quality } = accepted({ baseTs: RX / 1000 - 60, offsetMs: [0, 60_000] })
    expect(tsMs).toEqual([RX - 60_000, RX])
    expect(quality).toEqual([QUALITY.timeCorrected, QUALITY.timeCorrected])
  })

  it.each([
    ['5 s ahead is believed', 5_000, false],
    ['5.001 s ahead is corrected', 5_001, true],
    ['5 min ahead is corrected', 5 * MINUTE_MS, true],
  ])('%s', (_, ahead, corrected) => {
    const { tsMs, quality } = accepted({ baseTs: RX + ahead - 1000, offsetMs: [0, 1000] })
    expect(tsMs).toEqual(corrected ? [RX - 1000, RX] : [RX + ahead - 1000, RX + ahead])
    expect(quality[0]).toBe(corrected ? QUALITY.timeCorrected : 0)
  })

  it('refuses a whole batch more than 5 min ahead', () => {
    expect(acceptTimes({ baseTs: RX + 5 * MINUTE_MS + 1, offsetMs: [0] }, arrival())).toEqual({
      ok: false,
      code: 'E_FUTURE',
      skewMs: -5 * MINUTE_MS - 1,
    })
  })

  it.each([5 * MINUTE_MS + 1, DAY_MS, 400 * DAY_MS])('never refuses a single instant, %i ms ahead', (ahead) => {
    const { tsMs, quality, isFarAhead } = accepted({ baseTs: RX + ahead, offsetMs: [0, 0] }, { kind: 'tele' })
    expect({ tsMs, quality, isFarAhead }).toEqual({
      tsMs: [RX, RX],
      quality: [QUALITY.timeCorrected, QUALITY.timeCorrected],
      isFarAhead: true,
    })
  })

  it.each([
    ['a slow clock makes nothing late', 'tele', 7, 7, false],
    ['nor what was under way for less than 5 min', 'tele', 7, 12, false],
    ['a slow clock excuses its own slowness only', 'tele', 7, 12.01, true],
    ['and 15 min at most', 'tele', 60, 20.01, true],
    ['one that runs ahead gives no more', 'tele', -7, 5, false],
    ['and takes nothing', 'tele', -7, 5.01, true],
    ['rows of a batch are judged by the time alone', 'batch', 7, 5.01, true],
  ] as const)('%s', (_, kind, medianMin, ageMin, isLate) => {
    const message = { baseTs: RX - ageMin * MINUTE_MS, offsetMs: [0] }
    const { quality } = accepted(message, { kind, medianSkewMs: medianMin * MINUTE_MS })
    expect(quality).toEqual([isLate ? QUALITY.late : 0])
  })

  it('marks points late after 5 min and refuses those older than the retention, point by point', () => {
    const { quality, tooOld } = accepted({
      baseTs: RX,
      offsetMs: [-5 * MINUTE_MS, -5 * MINUTE_MS - 1, -RETENTION, -RETENTION - 1],
    })
    expect(quality).toEqual([0, QUALITY.late, QUALITY.late, TOO_OLD])
    expect(tooOld).toBe(1)
  })

  it('accepts a message without points', () => {
    expect(accepted({ baseTs: RX, offsetMs: [] }).tsMs).toEqual([])
  })

  it('keeps the distances between points under any correction', () => {
    const offsets = fc.array(fc.integer({ min: -DAY_MS, max: 0 }), { minLength: 1, maxLength: 20 })
    const base = fc.option(fc.integer({ min: RX - DAY_MS, max: RX + 5 * MINUTE_MS }), { nil: undefined })
    fc.assert(
      fc.property(base, offsets, (baseTs, offsetMs) => {
        const { tsMs } = accepted({ baseTs, offsetMs })
        for (let i = 1; i < tsMs.length; i++) {
          expect((tsMs[i] ?? 0) - (tsMs[0] ?? 0)).toBe((offsetMs[i] ?? 0) - (offsetMs[0] ?? 0))
        }
        expect(Math.max(...tsMs)).toBeLessThanOrEqual(RX + 5_000)
      }),
    )
  })
})
