import { describe, expect, it } from 'vitest'
import { captureOfDay, captureRates, NO_CAPTURE, NO_COUNTS, sumCaptures } from './capture.ts'

// The day of design 25: 36 minutes without a sample, 4 invalidated by the device, 24 of calibration.
const DAY = { n: 1_404, nValid: 1_376, nCal: 24, nInvalid: 4, nManual: 0, nLate: 18 }

describe('capture rates', () => {
  it('are received, valid and captured over expected', () => {
    const day = captureOfDay(DAY, 1_440, 0)
    expect(day).toMatchObject({ expected: 1_440, received: 1_404, valid: 1_376, planned: 24 })
    expect(day).toMatchObject({ missing: 36, manual: 0, calibration: 24, device: 4, check: 0, late: 18 })
    expect(captureRates(day)).toEqual({ transmission: 1_404 / 1_440, validity: 1_376 / 1_404, capture: 1_376 / 1_416 })
  })

  it('use the longer of maintenance and calibration, and never exceed 1', () => {
    expect(captureOfDay(DAY, 1_440, 60).planned).toBe(60)
    expect(captureRates(captureOfDay({ ...NO_COUNTS, n: 1_440, nValid: 1_440 }, 1_440, 60)).capture).toBe(1)
    expect(captureOfDay({ ...NO_COUNTS, n: 3_000, nValid: 2_900 }, 1_440, 0)).toMatchObject({
      received: 1_440,
      valid: 1_440,
    })
  })

  it('count a lost sample once, by the manual mark first', () => {
    const day = captureOfDay({ n: 100, nValid: 70, nCal: 10, nInvalid: 25, nManual: 20, nLate: 0 }, 100, 0)
    expect([day.manual, day.calibration, day.device, day.check]).toEqual([20, 10, 0, 0])
    const other = captureOfDay({ n: 100, nValid: 50, nCal: 10, nInvalid: 25, nManual: 20, nLate: 0 }, 100, 0)
    expect([other.manual, other.calibration, other.device, other.check]).toEqual([20, 10, 5, 15])
  })

  it('are null where nothing was due, and sums are rated as a whole', () => {
    expect(captureRates(NO_CAPTURE)).toEqual({ transmission: null, validity: null, capture: null })
    const sum = sumCaptures([captureOfDay(DAY, 1_440, 0), captureOfDay(NO_COUNTS, 1_440, 0)])
    expect(captureRates(sum).transmission).toBe(1_404 / 2_880)
  })
})
