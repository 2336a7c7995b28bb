import { distanceKm } from '@natim/domain/distance'
import { describe, expect, it } from 'vitest'
import {
  addPoint,
  areaOf,
  beginDrawing,
  boxOf,
  type DrawTool,
  drawingFeatures,
  finish,
  isCrossed,
  movePoint,
} from './drawing.ts'

const place = (lng: number, lat: number) => ({ lng, lat })
const draw = (tool: DrawTool, ...points: readonly (readonly [number, number])[]) =>
  points.reduce((drawing, [lng, lat]) => addPoint(drawing, place(lng, lat)), beginDrawing(tool))

describe('a drawing', () => {
  it('is a circle after its centre and edge are set', () => {
    const begun = draw('circle', [118.8, 32])
    expect(areaOf(begun)).toBeUndefined()
    const circle = addPoint(begun, place(119.8, 32))
    expect(circle.isDone).toBe(true)
    expect(areaOf(circle)).toMatchObject({ kind: 'circle', center: place(118.8, 32) })
    // A third click does not change the circle.
    expect(addPoint(circle, place(0, 0))).toBe(circle)
  })

  it('keeps the radius when its centre is dragged, and changes it by its edge', () => {
    const circle = draw('circle', [118.8, 32], [119.8, 32])
    const moved = movePoint(circle, 0, place(117.8, 32))
    expect(areaOf(moved)).toEqual({ ...areaOf(circle), center: place(117.8, 32) })
    const wider = areaOf(movePoint(circle, 1, place(120.8, 32)))
    expect(wider).toMatchObject({ radiusKm: expect.closeTo(distanceKm(place(118.8, 32), place(120.8, 32)), 2) })
  })

  it('is a polygon when closed with at least three corners', () => {
    expect(finish(draw('polygon', [0, 0], [4, 0])).isDone).toBe(false)
    const polygon = finish(draw('polygon', [0, 0], [4, 0], [4, 4]))
    expect(areaOf(polygon)).toEqual({ kind: 'polygon', corners: [place(0, 0), place(4, 0), place(4, 4)] })
    expect(isCrossed(polygon)).toBe(false)
    expect(isCrossed(finish(draw('polygon', [0, 0], [4, 4], [4, 0], [0, 4])))).toBe(true)
  })

  it('is a box between two corners, in any order', () => {
    expect(boxOf(draw('box', [4, 1]))).toBeUndefined()
    expect(boxOf(draw('box', [4, 1], [0, 3]))).toEqual([0, 1, 4, 3])
  })

  it('has no area for a measured line', () => {
    expect(areaOf(finish(draw('measure', [0, 0], [4, 0])))).toBeUndefined()
  })

  it('follows the pointer until it is done, and has a handle at each point', () => {
    const begun = draw('polygon', [0, 0], [4, 0])
    const kinds = (features: ReturnType<typeof drawingFeatures>) =>
      features.features.map(({ geometry }) => geometry.type)
    expect(kinds(drawingFeatures(begun))).toEqual(['LineString', 'Point', 'Point'])
    expect(kinds(drawingFeatures(begun, place(4, 4)))).toEqual(['Polygon', 'LineString', 'Point', 'Point'])
    const done = finish(addPoint(begun, place(4, 4)))
    expect(drawingFeatures(done, place(9, 9))).toEqual(drawingFeatures(done))
  })

  it('of a single place keeps the last clicked or dragged position', () => {
    const set = draw('point', [118, 32])
    expect(set.isDone).toBe(true)
    expect(addPoint(set, place(119, 33)).points).toEqual([place(119, 33)])
    expect(movePoint(set, 0, place(119, 33)).points).toEqual([place(119, 33)])
    expect(areaOf(set)).toBeUndefined()
    expect(drawingFeatures(set).features.map(({ geometry }) => geometry.type)).toEqual(['Point'])
  })
})
