import { describe, expect, it } from 'vitest'
import { distanceKm } from '../distance.ts'
import { isInArea } from '../map-area.ts'
import { hazardArea, placeAt } from './hazard.ts'

const SOURCE = { lng: 120.95, lat: 30.44 }
const wind = (speedMs: number, fromDeg = 0) => ({ speedMs, fromDeg })
const inside = (area: ReturnType<typeof hazardArea>, bearing: number, km: number) =>
  area !== null && isInArea({ kind: 'polygon', corners: area.corners }, placeAt(SOURCE, bearing, km))

describe('the hazard area', () => {
  it('is a circle of the close radius below 2.8 m/s', () => {
    const area = hazardArea(SOURCE, wind(2.79))
    expect(area).toMatchObject({ kind: 'circle', radiusKm: 1, towardsDeg: null })
    for (const corner of area?.corners ?? []) expect(distanceKm(SOURCE, corner)).toBeCloseTo(1, 2)
  })

  it('is a 60° wedge downwind from 2.8 m/s on, starting behind the source', () => {
    const area = hazardArea(SOURCE, wind(2.8))
    expect(area).toMatchObject({ kind: 'wedge', radiusKm: 10, towardsDeg: 180 })
    const [tip] = area?.corners ?? []
    expect(tip && distanceKm(SOURCE, tip)).toBeCloseTo(2, 2)
    // Wind from the north: the tip lies north of the source, the area south of it.
    expect((tip?.lat ?? 0) > SOURCE.lat).toBe(true)
    expect(inside(area, 180, 9.9)).toBe(true)
    expect(inside(area, 180, 10.1)).toBe(false)
    expect(inside(area, 0, 1)).toBe(true)
    expect(inside(area, 0, 2.1)).toBe(false)
    expect(inside(area, 90, 0.9)).toBe(true)
    expect(inside(area, 90, 1.5)).toBe(false)
  })

  it('turns with the wind, across north as well, and keeps its width far from the equator', () => {
    for (const fromDeg of [45, 190, 350]) {
      const area = hazardArea(SOURCE, wind(6, fromDeg))
      expect(inside(area, fromDeg + 180, 8)).toBe(true)
      expect(inside(area, fromDeg, 4)).toBe(false)
      expect(area?.towardsDeg).toBe((fromDeg + 180) % 360)
    }
  })

  it('uses the given radii', () => {
    expect(hazardArea(SOURCE, wind(1), { closeKm: 3, downwindKm: 20 })?.radiusKm).toBe(3)
    const area = hazardArea(SOURCE, wind(5), { closeKm: 0.5, downwindKm: 4 })
    expect(inside(area, 180, 3.9)).toBe(true)
    expect(inside(area, 180, 4.1)).toBe(false)
  })

  it('is undefined without wind data', () => {
    expect(hazardArea(SOURCE, null)).toBeNull()
  })
})
