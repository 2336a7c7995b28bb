import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../platform/clock.ts'
import { refusalInView } from '../platform/http/view-rules.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { buildDevice, buildStation } from './build-network.ts'
import { bindRule, lookAs } from './look-as.ts'
import { type Call, everyCall } from './matrix.ts'

/**
 * A view shows what its subject gets (ADR 0027): every call that requires only a session is made in the view and by the
 * subject, who has not signed in before.
 */
const isPlain = ({ method, endpoint }: Call) =>
  method === 'GET' &&
  endpoint.access !== 'public' &&
  endpoint.params === undefined &&
  (endpoint.query === undefined || endpoint.query.safeParse({}).success) &&
  refusalInView(endpoint, method) === undefined

/** Responses that describe the call or session itself, or are new each time. */
const OF_THE_CALL =
  /\/sys\/(log|dataLog|online|loginfo|visitInfo|actuator|monitor)|\/actuator\/|\/sys\/user\/(list|queryUserComponentData|generateUserId)$/i

const CALLS = (await everyCall()).filter((call) => isPlain(call) && !OF_THE_CALL.test(call.endpoint.path))
/** A stopped clock, so that ages in the responses are equal. */
const clock = createManualClock(Date.now())
let server: TestApp
let admin: string

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await server.addUser('keeper', { roles: ['admin'] })
  admin = await server.signIn('keeper')
  const depart = await server.db
    .insertInto('sysDepart')
    .values([
      { id: 'd-south', departName: '南片', orgCode: 'A01A90', parentId: null, orgCategory: '2' },
      { id: 'd-north', departName: '北片', orgCode: 'A01A91', parentId: null, orgCategory: '2' },
    ])
    .returning('id')
    .execute()
  expect(depart).toHaveLength(2)
  for (const [sysOrgCode, regionCode] of [
    ['A01A90', '320500'],
    ['A01A91', '320100'],
    ['A01', '440300'],
  ] as const) {
    const station = await buildStation(server.db, { sysOrgCode, regionCode, name: `${sysOrgCode}站` })
    for (const status of ['online', 'offline'] as const)
      await buildDevice(server.db, { stationId: station.id, sysOrgCode, regionCode, status })
  }
  await bindRule(server, 'r-analyst', 'm-station-list', 'A01A9')
})
afterAll(() => server.close())

async function newcomer(username: string, given: Parameters<TestApp['addUser']>[1], departIds: readonly string[]) {
  const id = await server.addUser(username, given)
  await server.db.updateTable('sysUser').set({ orgCode: null }).where('id', '=', id).execute()
  for (const depId of departIds) await server.db.insertInto('sysUserDepart').values({ userId: id, depId }).execute()
  return id
}

async function answers(token: string): Promise<Record<string, unknown>> {
  const pairs = []
  for (const { name, endpoint } of CALLS) {
    const { body, status } = await server.call('GET', endpoint.path, { token })
    pairs.push([name, body?.success === undefined ? { status } : { status, result: body.result }] as const)
  }
  return Object.fromEntries(pairs)
}

describe('a view shows what its subject gets', () => {
  it.each<[string, Parameters<TestApp['addUser']>[1], readonly string[]]>([
    ['of two departments who never signed in', { roles: ['analyst'], regionPrefixes: [] }, ['d-north', 'd-south']],
    ['of one department and a data rule', { roles: ['analyst', 'station_ops'], regionPrefixes: [] }, ['d-south']],
    ['limited to a region', { roles: ['station_ops'], regionPrefixes: ['4403'] }, []],
    ['who administers everything', { roles: ['nat_admin'] }, ['d-north']],
    ['without a role', {}, ['d-south']],
  ])('a user %s', async (_who, given, departs) => {
    const username = `seen_${departs.join('_')}_${given?.roles?.join('_') ?? 'none'}`.replaceAll('-', '_')
    const id = await newcomer(username, given, departs)
    const { token } = await lookAs(server, admin, { kind: 'user', id })
    const shown = await answers(token)
    const own = await answers(await server.signIn(username))
    expect(shown).toEqual(own)
    expect(Object.keys(shown).length).toBeGreaterThan(40)
  })
})
