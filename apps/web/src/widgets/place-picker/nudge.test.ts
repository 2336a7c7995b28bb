import { expect, it } from 'vitest'
import { nudged, rounded } from './nudge.ts'

/** A planar map: ten pixels per degree, centred at 100°, 30°. */
const map = {
  getCenter: () => ({ lng: 100, lat: 30 }),
  project: ([lng, lat]: [number, number]) => ({ x: (lng - 100) * 10, y: (30 - lat) * 10 }),
  unproject: ([x, y]: [number, number]) => ({ lng: 100 + x / 10, lat: 30 - y / 10 }),
}
const place = { lng: 120, lat: 31 }
const press = (key: string, shiftKey = false) => nudged(map, place, { key, shiftKey })

it('moves a point by arrows, further with Shift, and leaves other keys to the map', () => {
  expect(press('ArrowRight')).toEqual({ lng: 120.1, lat: 31 })
  expect(press('ArrowUp')).toEqual({ lng: 120, lat: 31.1 })
  expect(press('ArrowLeft', true)).toEqual({ lng: 118.4, lat: 31 })
  expect(press('+')).toBeUndefined()
})

it('starts in the middle of the map', () => {
  expect(nudged(map, undefined, { key: 'ArrowDown', shiftKey: false })).toEqual({ lng: 100, lat: 30 })
})

it('keeps five decimals within valid coordinates', () => {
  expect(rounded({ lng: 120.1234567, lat: 31.9876543 })).toEqual({ lng: 120.12346, lat: 31.98765 })
  expect(rounded({ lng: 181, lat: 91 })).toEqual({ lng: -179, lat: 90 })
})
