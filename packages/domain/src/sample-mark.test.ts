import { describe, expect, it } from 'vitest'
import { QUALITY } from './quality.ts'
import { manualBits } from './sample-mark.ts'

const { manuallyInvalid: BAD, manuallyValid: GOOD } = QUALITY

describe('manual bits', () => {
  it('are none without a mark', () => {
    expect(manualBits([], 0, 10)).toEqual([{ fromMs: 0, toMs: 10, bit: 0 }])
  })

  it('are those of the newest mark, and of the older one around it', () => {
    const older = { fromMs: 2, toMs: 8, bit: BAD }
    const newer = { fromMs: 4, toMs: 6, bit: GOOD }
    expect(manualBits([older, newer], 0, 10)).toEqual([
      { fromMs: 0, toMs: 2, bit: 0 },
      { fromMs: 2, toMs: 4, bit: BAD },
      { fromMs: 4, toMs: 6, bit: GOOD },
      { fromMs: 6, toMs: 8, bit: BAD },
      { fromMs: 8, toMs: 10, bit: 0 },
    ])
    expect(manualBits([newer, older], 2, 8)).toEqual([{ fromMs: 2, toMs: 8, bit: BAD }])
  })

  it('stay within the requested span', () => {
    expect(manualBits([{ fromMs: -5, toMs: 50, bit: BAD }], 0, 10)).toEqual([{ fromMs: 0, toMs: 10, bit: BAD }])
    expect(manualBits([{ fromMs: 10, toMs: 50, bit: BAD }], 0, 10)).toEqual([{ fromMs: 0, toMs: 10, bit: 0 }])
  })
})
