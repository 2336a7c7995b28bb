import { describe, expect, it } from 'vitest'
import { shiftedInstant, shiftOf } from './plot-shift.ts'

const DRAWN = { fromMs: 1_000, toMs: 2_000 }
/** 400 px for a second. */
const PLOT = { leftPx: 50, rightPx: 450 }

/** Where a point of the drawn canvas stands after the move. */
const moved = (px: number, { scale, offsetPx }: { scale: number; offsetPx: number }) => offsetPx + scale * px

describe('shiftOf', () => {
  it('leaves a picture where it is when the range is the one it was drawn for', () => {
    expect(shiftOf(DRAWN, DRAWN, PLOT)).toEqual({ scale: 1, offsetPx: 0, fromPx: 50, toPx: 450 })
  })

  it('stretches the instants of a narrower range over the whole plot and hides the others', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_250, toMs: 1_750 }, PLOT)
    expect(shift.scale).toBe(2)
    expect([moved(150, shift), moved(350, shift)]).toEqual([50, 450])
    expect([shift.fromPx, shift.toPx]).toEqual([150, 350])
  })

  it('squeezes the picture into its part of a wider range and shows nothing beyond the plot it was drawn in', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_000, toMs: 3_000 }, PLOT)
    expect([moved(50, shift), moved(450, shift)]).toEqual([50, 250])
    expect([shift.fromPx, shift.toPx]).toEqual([50, 450])
  })

  it('pans by as many pixels as the range moved', () => {
    const shift = shiftOf(DRAWN, { fromMs: 1_100, toMs: 2_100 }, PLOT)
    expect(shift).toEqual({ scale: 1, offsetPx: -40, fromPx: 90, toPx: 450 })
  })

  it('shows nothing of a picture that lies wholly elsewhere', () => {
    const { fromPx, toPx } = shiftOf(DRAWN, { fromMs: 5_000, toMs: 6_000 }, PLOT)
    expect(toPx - fromPx).toBeLessThanOrEqual(0)
  })
})

describe('shiftedInstant', () => {
  it('reads the shown range off an axis that was drawn for another', () => {
    expect(shiftedInstant(1_500, DRAWN, { fromMs: 4_000, toMs: 8_000 })).toBe(6_000)
  })
})
