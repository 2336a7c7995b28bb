import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readOwnBoundary } from './boundary.ts'
import { registerPages } from './pages.ts'

const RING = [
  [116, 39],
  [117, 39],
  [117, 40],
  [116, 39],
]
const FILE = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { adcode: 110000, name: '北京市', center: [116.4, 39.9], level: 'province' },
      geometry: { type: 'Polygon', coordinates: [RING] },
    },
  ],
}
const APPROVAL = 'GS（2024）0650号'

let dataDir: string
let complaints: string[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'natim-boundary-'))
  complaints = []
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const put = (content: unknown) =>
  writeFileSync(join(dataDir, 'china.json'), typeof content === 'string' ? content : JSON.stringify(content))
const read = (mapBoundaryFile?: string, mapApprovalNo?: string) =>
  readOwnBoundary({ dataDir, mapBoundaryFile, mapApprovalNo }, (reason) => complaints.push(reason))

describe('the custom boundary', () => {
  it('replaces the built-in one, in the format the map reads, with its approval number', async () => {
    put(FILE)
    const boundary = read('china.json', APPROVAL)
    const folder = `${join(dataDir, 'web')}/`
    mkdirSync(join(folder, 'geo'), { recursive: true })
    mkdirSync(join(folder, 'assets'))
    for (const name of ['index.html', 'geo/china-provinces.json', 'geo/meta.json', 'geo/dots.json'])
      writeFileSync(join(folder, name), 'built in')
    const app = Fastify()
    await registerPages(app, { apiPrefix: '/api', segments: new Set(['sys']) }, { folder, boundary })
    const get = async (path: string) => (await app.inject(path)).body
    expect(JSON.parse(await get('/geo/meta.json'))).toEqual({ approvalNo: APPROVAL, missingText: '' })
    expect(JSON.parse(await get('/geo/china-provinces.json')).features[0]).toEqual({
      type: 'Feature',
      properties: { adcode: '110000', name: '北京市', kind: 'province', cp: [116.4, 39.9] },
      geometry: { type: 'MultiPolygon', coordinates: [[RING]] },
    })
    expect(await get('/geo/dots.json')).toBe('built in')
    await app.close()
    expect(complaints).toEqual([])
  })

  it('is absent when none is configured', () => {
    expect(read()).toBeUndefined()
    expect(complaints).toEqual([])
  })

  it.each([
    ['no file', undefined, ['gone.json', APPROVAL], /MAP_BOUNDARY_FILE cannot be used: ENOENT/],
    ['no number', FILE, ['china.json', undefined], /MAP_APPROVAL_NO is missing/],
    ['a number alone', undefined, [undefined, APPROVAL], /MAP_BOUNDARY_FILE is missing/],
    ['no JSON', '{broken', ['china.json', APPROVAL], /cannot be used: .*JSON/],
    ['another JSON', { type: 'Topology' }, ['china.json', APPROVAL], /cannot be used: type/],
    ['no features', { ...FILE, features: [] }, ['china.json', APPROVAL], /cannot be used: features/],
    [
      'a feature without a middle',
      { ...FILE, features: [{ ...FILE.features[0], properties: { adcode: 1, name: '甲' } }] },
      ['china.json', APPROVAL],
      /甲 has no cp, center or centroid/,
    ],
  ] as const)('reports %s and falls back to the built-in boundary', (_case, content, [file, number], complaint) => {
    if (content !== undefined) put(content)
    expect(read(file, number)).toBeUndefined()
    expect(complaints).toEqual([expect.stringMatching(complaint)])
  })
})
