import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAT_STATES } from '@natim/domain/sat-task'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalStore } from '../../../platform/files/local-store.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { buildStation } from '../../../testing/build-network.ts'
import { loadDemoSatellites } from './load-demo-satellites.ts'

const NOW = Date.UTC(2026, 10, 21, 2)

let server: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-sat-demo-'))
  server = await buildTestApp({ config: { dataDir: folder } })
  await buildStation(server.db, { name: '南京站', regionCode: '320100', lng: 118.8, lat: 32 })
  await server.addUser('planner', { roles: ['sat_planner'] })
  await server.addUser('officer', { roles: ['nat_duty'] })
  await server.db
    .updateTable('sysUser')
    .set({ createBy: 'demo' })
    .where('username', 'in', ['planner', 'officer'])
    .execute()
  await loadDemoSatellites({ db: server.db, store: createLocalStore(join(folder, 'files')), nowMs: NOW })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the demonstration', () => {
  it('has twenty satellites, all marked as demonstration, and some with old orbit data', async () => {
    const satellites = await server.db.selectFrom('monSatellite').selectAll().execute()
    expect(satellites).toHaveLength(20)
    expect(satellites.every(({ name }) => name.includes('示范轨道'))).toBe(true)
    const ages = satellites.map(({ tleEpoch }) => (NOW - tleEpoch.getTime()) / 86_400_000)
    expect(ages.filter((days) => days > 14).length).toBeGreaterThan(0)
  })

  it('has tasks in most states, products for delivered ones, and consistent logs', async () => {
    const tasks = await server.db
      .selectFrom('monSatTask')
      .select(['id', 'no', 'state', 'title'])
      .where('parentId', 'is', null)
      .execute()
    expect(tasks).toHaveLength(25)
    const states = new Set(tasks.map(({ state }) => state))
    for (const state of 'draft submitted planned failed delivered closed rejected cancelled expired'.split(' '))
      expect([...states], `${state} of ${Object.keys(SAT_STATES).join()}`).toContain(state)
    const products = await server.db.selectFrom('monSatProduct').select('id').execute()
    expect(products.length).toBeGreaterThan(10)
    const log = await server.db.selectFrom('monSatLog').selectAll().orderBy('id').execute()
    for (const { id } of tasks) {
      const own = log.filter(({ taskId }) => taskId === id)
      expect(own.map(({ at }) => at.getTime())).toEqual(own.map(({ at }) => at.getTime()).toSorted((a, b) => a - b))
      for (const [index, line] of own.entries()) expect(line.fromState).toBe(own[index - 1]?.toState ?? null)
      expect(own.every(({ at }) => at.getTime() <= NOW)).toBe(true)
    }
    expect(log.some(({ action }) => action === 'next')).toBe(true)
  })

  it('notifies nobody, and is fast', async () => {
    expect(
      await server.db.selectFrom('sysAnnouncement').select('id').where('busType', '=', 'satTask').execute(),
    ).toEqual([])
  })
})
