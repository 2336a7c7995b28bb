import { checkSatArea } from '@natim/domain/sat-area'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { multipart } from '../../../testing/multipart.ts'
import { zipOf } from '../../../testing/zip.ts'
import { parseShape } from './parse-shape.ts'
import { readShape } from './read-shape.ts'

type Ring = readonly (readonly [number, number])[]
/** Clockwise, as outlines are in the format. */
const SQUARE: Ring = [
  [121, 40],
  [121, 41],
  [122, 41],
  [122, 40],
  [121, 40],
]

/** A .shp with polygons, following the format specification (ESRI, July 1998). */
function shp(polygons: readonly (readonly Ring[])[]): Buffer {
  const records = polygons.map((rings, index) => {
    const points = rings.flat()
    const content = Buffer.alloc(44 + rings.length * 4 + points.length * 16)
    content.writeInt32LE(5, 0)
    const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)]
    for (const [i, value] of [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)].entries())
      content.writeDoubleLE(value, 4 + i * 8)
    content.writeInt32LE(rings.length, 36)
    content.writeInt32LE(points.length, 40)
    let first = 0
    for (const [i, ring] of rings.entries()) {
      content.writeInt32LE(first, 44 + i * 4)
      first += ring.length
    }
    for (const [i, [lng, lat]] of points.entries()) {
      content.writeDoubleLE(lng, 44 + rings.length * 4 + i * 16)
      content.writeDoubleLE(lat, 52 + rings.length * 4 + i * 16)
    }
    const head = Buffer.alloc(8)
    head.writeInt32BE(index + 1, 0)
    head.writeInt32BE(content.length / 2, 4)
    return Buffer.concat([head, content])
  })
  const body = Buffer.concat(records)
  const head = Buffer.alloc(100)
  head.writeInt32BE(9_994, 0)
  head.writeInt32BE((100 + body.length) / 2, 24)
  head.writeInt32LE(1_000, 28)
  head.writeInt32LE(5, 32)
  return Buffer.concat([head, body])
}

const pack = (files: Readonly<Record<string, Buffer | string>>) =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))

describe('a zipped shapefile', () => {
  it('becomes an area', async () => {
    const answer = await parseShape(pack({ 'a/spill.shp': shp([[SQUARE]]), 'a/spill.dbf': 'x' }))
    expect(answer).toMatchObject({ kind: 'area', shapes: 1, area: { type: 'Polygon' } })
    if (answer.kind === 'area') expect(checkSatArea(answer.area)).toMatchObject({ vertices: 4, fault: null })
  })

  it('with several polygons becomes one area', async () => {
    const other = SQUARE.map(([lng, lat]): [number, number] => [lng + 2, lat])
    const answer = await parseShape(pack({ 'two.shp': shp([[SQUARE], [other]]) }))
    expect(answer).toMatchObject({ kind: 'area', shapes: 2, area: { type: 'MultiPolygon' } })
  })

  it.each<[string, () => Buffer, string]>([
    ['text', () => Buffer.from('not a zip'), 'unreadable'],
    ['a package without one', () => pack({ 'readme.txt': 'x' }), 'no_shape'],
    ['a .shp that is none', () => pack({ 'a.shp': Buffer.from('x'.repeat(200)) }), 'unreadable'],
    ['a bomb', () => pack({ 'a.shp': Buffer.alloc(30 * 1024 * 1024) }), 'too_large'],
    ['sizes that lie', () => zipOf([{ name: 'a.shp', content: shp([[SQUARE]]), claimedBytes: 10 }]), 'unreadable'],
    [
      'too many files',
      () => pack(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`${i}.txt`, 'x']))),
      'too_large',
    ],
  ])('rejects %s', async (_, make, reason) => {
    expect(await parseShape(make())).toMatchObject({ kind: 'refused', reason })
  })

  it('is read in a thread, which reports errors with a message', async () => {
    expect(await readShape(pack({ 'a.shp': shp([[SQUARE]]) }))).toMatchObject({ shapes: 1 })
    await expect(readShape(Buffer.from('nothing'))).rejects.toThrow('不是有效的 shapefile 压缩包')
  })
})

describe('the upload', () => {
  let server: TestApp
  let token: string
  beforeAll(async () => {
    server = await buildTestApp()
    await server.addUser('planner', { roles: ['sat_planner'] })
    token = await server.signIn('planner')
  })
  afterAll(() => server.close())

  it('returns the area, and rejects more than 10 MB', async () => {
    const send = async (content: Buffer) => {
      const { body, headers } = await multipart([['file', { name: 'a.zip', bytes: content }]])
      return (await server.call('POST', '/mon/sat/area/shape', { token, body, headers })).body
    }
    expect((await send(pack({ 'a.shp': shp([[SQUARE]]) }))).result).toMatchObject({
      shapes: 1,
      area: { type: 'Polygon' },
    })
    expect((await send(Buffer.from('PK nothing'))).message).toBe('不是有效的 shapefile 压缩包')
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1, 1))).message).toContain('10')
  })
})
