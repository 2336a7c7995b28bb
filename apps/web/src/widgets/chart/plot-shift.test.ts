import { describe, expect, it } from 'vitest'
import { shiftedInstant, shiftOf } from './plot-shift.ts'

const DRAWN = { fromMs: 1_000, toMs: 2_000 }
/** 400 px per second. */
const PLOT = { leftPx: 50, rightPx: 450 }

/** Position of a drawn point after the move. */
const moved = (px: number, { scale, offsetPx }: { scale: number; offsetPx: number }) => offsetPx + scale * px

describe('shiftOf', () => {
  it('does not move a plot shown at the range it was drawn for', () => {
    expect(shiftOf(DRAWN, DRAWN, PLOT)).toEqual({ scale: 1, offsetPx: 0, fromPx: 50, toPx: 450 })
  })

  it('stretches a narrower range over the whole plot and hides the rest', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_250, toMs: 1_750 }, PLOT)
    expect(shift.scale).toBe(2)
    expect([moved(150, shift), moved(350, shift)]).toEqual([50, 450])
    expect([shift.fromPx, shift.toPx]).toEqual([150, 350])
  })

  it('shrinks the plot to its part of a wider range and shows nothing outside the drawn range', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_000, toMs: 3_000 }, PLOT)
    expect([moved(50, shift), moved(450, shift)]).toEqual([50, 250])
    expect([shift.fromPx, shift.toPx]).toEqual([50, 450])
  })

  it('pans by as many pixels as the range moved', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_100, toMs: 2_100 }, PLOT)
    expect(shift).toEqual({ scale: 1, offsetPx: -40, fromPx: 90, toPx: 450 })
  })

  it('shows nothing of a plot drawn for a disjoint range', () => {
    const { fromPx, toPx } = shiftOf(DRAWN, { fromMs: 5_000, toMs: 6_000 }, PLOT)
    expect(toPx - fromPx).toBeLessThanOrEqual(0)
  })
})

describe('shiftedInstant', () => {
  it('maps an axis position drawn for one range to the shown range', () => {
    expect(shiftedInstant(1_500, DRAWN, { fromMs: 4_000, toMs: 8_000 })).toBe(6_000)
  })
})
