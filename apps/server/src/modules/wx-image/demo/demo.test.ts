import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WX_IMAGES } from '@natim/demo/wx-images'
import { DAY_MS } from '@natim/domain/time'
import { WX_STATES } from '@natim/domain/wx-image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from '../../../platform/files/local-store.ts'
import { createSealer } from '../../../platform/seal/seal.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { buildStation } from '../../../testing/build-network.ts'
import { loadDemoWxImages } from './load-demo-images.ts'

const NOW = Date.UTC(2026, 10, 21, 2)
const RELEASE = NOW - 2 * DAY_MS

let server: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-wx-demo-'))
  server = await buildTestApp({ config: { dataDir: folder } })
  await buildStation(server.db, { name: '江北园区', regionCode: '320100', lng: 118.78, lat: 32.27 })
  await buildStation(server.db, { name: '广州站', regionCode: '440100', lng: 113.3, lat: 23.1 })
  await server.addUser('reviewer', { roles: ['wx_reviewer'] })
  await server.db.updateTable('sysUser').set({ createBy: 'demo' }).where('username', '=', 'reviewer').execute()
  const deps = {
    db: server.db,
    store: createLocalStore(join(folder, 'files')),
    sealer: createSealer(() => Buffer.alloc(32)),
  }
  await loadDemoWxImages({ ...deps, nowMs: NOW, releaseMs: RELEASE, count: WX_IMAGES })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const rows = () => server.db.selectFrom('monWxImage').selectAll().execute()

describe('the demonstration', () => {
  it('has four hundred pictures in every lasting state, with real EXIF of their cameras', async () => {
    const all = await rows()
    expect(all).toHaveLength(WX_IMAGES)
    const passing = ['received', 'screening']
    expect(new Set(all.map(({ state }) => state))).toEqual(
      new Set(Object.keys(WX_STATES).filter((state) => !passing.includes(state))),
    )
    expect(all.filter(({ exif }) => exif !== null).length).toBeGreaterThan(350)
    expect(all.filter(({ dupOf }) => dupOf !== null).length).toBeGreaterThan(5)
    expect(all.filter(({ doubts }) => doubts.includes('old')).length).toBeGreaterThan(3)
    expect(all.filter(({ doubts }) => doubts.includes('place')).length).toBeGreaterThan(0)
    expect(all.every(({ receivedAt }) => receivedAt.getTime() <= NOW)).toBe(true)
  })

  it('can be viewed by its reviewer, with similar pictures', async () => {
    const token = await server.signIn('reviewer')
    const { body } = await server.call('GET', '/mon/wx/image/list?tab=all&open=true&pageSize=100', { token })
    expect(body.result.total).toBe(WX_IMAGES)
    expect(body.result.records.some(({ similar }: { similar: number }) => similar > 0)).toBe(true)
    const [first] = body.result.records
    for (const kind of ['thumb', 'picture', 'original'])
      expect((await server.call('GET', `/mon/wx/image/${kind}?id=${first.id}`, { token })).status).toBe(200)
  })

  it('shows the chlorine release twice, at the park', async () => {
    const near = (await rows()).filter(({ shotAt }) => {
      const afterMs = shotAt.getTime() - RELEASE
      return afterMs > 0 && afterMs < 15 * 60_000
    })
    const shown = near.filter(({ text }) => text.includes('很呛'))
    expect(shown).toHaveLength(2)
    expect(shown.every(({ regionCode, category }) => regionCode === '320100' && category === 'odour')).toBe(true)
  })

  it('continues the numbers of its days', async () => {
    const numbers = await server.db.selectFrom('monWxImageNumber').selectAll().execute()
    expect(numbers.reduce((sum, { n }) => sum + n, 0)).toBe(WX_IMAGES)
  })
})
