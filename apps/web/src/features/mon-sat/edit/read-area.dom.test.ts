import { checkSatArea } from '@natim/domain/sat-area'
import { describe, expect, it } from 'vitest'
import { beginDrawing } from '@/widgets/map/drawing.ts'
import { areaOfDrawing } from './area-of-drawing.ts'
import { readAreaText } from './read-area.ts'

const RING = '[[121,40.5],[122,40.5],[122,41],[121,41],[121,40.5]]'
const POLYGON = `{"type":"Polygon","coordinates":[${RING}]}`

describe('a pasted area', () => {
  it.each([
    ['a polygon', POLYGON, 'Polygon'],
    ['a feature', `{"type":"Feature","properties":{},"geometry":${POLYGON}}`, 'Polygon'],
    [
      'a collection of two',
      `{"type":"FeatureCollection","features":[{"type":"Feature","geometry":${POLYGON}},{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]}}]}`,
      'MultiPolygon',
    ],
    ['an open ring, which is closed', '{"type":"Polygon","coordinates":[[[121,40.5],[122,40.5],[122,41]]]}', 'Polygon'],
    [
      'heights, which are left out',
      '{"type":"Polygon","coordinates":[[[121,40.5,9],[122,40.5,9],[122,41,9],[121,40.5,9]]]}',
      'Polygon',
    ],
  ])('is read from %s', async (_, text, type) => {
    const area = await readAreaText(text)
    expect(area.type).toBe(type)
    expect(checkSatArea(area).fault).toBeNull()
  })

  it('is read from KML', async () => {
    const kml = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing>
      <coordinates>121,40.5,0 122,40.5,0 122,41,0 121,40.5,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
    expect(checkSatArea(await readAreaText(kml))).toMatchObject({ vertices: 3, fault: null })
  })

  it.each([
    ['', '请粘贴'],
    ['hello', '不是有效的 GeoJSON 或 KML'],
    ['{"type":"Point","coordinates":[1,2]}', '没有找到面'],
    ['{"type":"Polygon","coordinates":[[["a","b"]]]}', '坐标须为数字'],
    ['null', '没有找到面'],
    ['<!DOCTYPE kml [<!ENTITY a "b">]><kml/>', 'DOCTYPE'],
    ['<kml><Placemark>', 'KML 格式不正确'],
    ['x'.repeat(2_000_001), '内容过长'],
  ])('is refused: %.20s', async (text, message) => {
    await expect(readAreaText(text)).rejects.toThrow(message)
  })
})

describe('a drawn area', () => {
  const at = (lng: number, lat: number) => ({ lng, lat })

  it('is a closed ring for a polygon, a box or a circle', () => {
    const box = areaOfDrawing({ ...beginDrawing('box'), points: [at(2, 3), at(1, 1)], isDone: true })
    expect(box?.coordinates).toEqual([
      [
        [1, 1],
        [2, 1],
        [2, 3],
        [1, 3],
        [1, 1],
      ],
    ])
    const circle = areaOfDrawing({ ...beginDrawing('circle'), points: [at(110, 30), at(110.2, 30)], isDone: true })
    expect(circle && checkSatArea(circle)).toMatchObject({ vertices: 48, fault: null })
    const polygon = areaOfDrawing({ ...beginDrawing('polygon'), points: [at(0, 0), at(1, 0), at(1, 1)], isDone: true })
    expect(polygon && checkSatArea(polygon).vertices).toBe(3)
  })

  it('is undefined until complete', () => {
    expect(areaOfDrawing({ ...beginDrawing('polygon'), points: [at(0, 0)] })).toBeUndefined()
    expect(areaOfDrawing({ ...beginDrawing('measure'), points: [at(0, 0), at(1, 1)], isDone: true })).toBeUndefined()
  })
})
