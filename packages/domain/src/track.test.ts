import { describe, expect, it } from 'vitest'
import { distanceM, projectTrack, scaleBarM, trackLengthM } from './track.ts'

const at = (lng: number, lat: number) => ({ tsMs: 0, lng, lat })

describe('distances', () => {
  it('follow the great circle', () => {
    // A degree of the meridian is 111.195 km on the sphere; Beijing to Shanghai is 1 067 km.
    expect(distanceM(at(120, 30), at(120, 31))).toBeCloseTo(111_195, 0)
    expect(distanceM(at(116.4074, 39.9042), at(121.4737, 31.2304)) / 1_000).toBeCloseTo(1_067, 0)
    expect(distanceM(at(179.9, 0), at(-179.9, 0))).toBeCloseTo(22_239, 0)
  })

  it('add up along a track', () => {
    expect(trackLengthM([])).toBe(0)
    expect(trackLengthM([at(120, 30), at(120, 31), at(120, 30)])).toBeCloseTo(222_390, 0)
  })
})

describe('projectTrack', () => {
  it('puts the centre at the origin and keeps distances', () => {
    const [a, b] = projectTrack([at(120, 30), at(120.01, 30.01)])
    expect((a?.x ?? 1) + (b?.x ?? 0)).toBeCloseTo(0, 6)
    expect((a?.y ?? 1) + (b?.y ?? 0)).toBeCloseTo(0, 6)
    const drawn = Math.hypot(2 * (b?.x ?? 0), 2 * (b?.y ?? 0))
    expect(drawn / distanceM(at(120, 30), at(120.01, 30.01))).toBeCloseTo(1, 4)
  })

  it('takes the short way across the date line', () => {
    const [a, b] = projectTrack([at(179.9, 0), at(-179.9, 0)])
    expect((b?.x ?? 0) - (a?.x ?? 0)).toBeCloseTo(22_239, 0)
  })
})

it.each([
  [130, 100],
  [999, 500],
  [200, 200],
  [0.4, 0.2],
])('a scale bar of at most %d m is %d m long', (maxM, barM) => {
  expect(scaleBarM(maxM)).toBeCloseTo(barM, 9)
})
