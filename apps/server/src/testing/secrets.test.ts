import type { Endpoint } from '@natim/contract/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice, buildStation } from './build-network.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'
import { everyCall } from './matrix.ts'
import { signedGet } from './signed-call.ts'

const READS = (await everyCall()).filter(({ method }) => method === 'GET').map(({ endpoint }) => endpoint)
/** Keys and texts that no response may contain. */
const SECRET_KEY = /"(\w*(hash|salt|secret|password|passwd|credentialKey|privateKey|tokenHash)\w*)"\s*:/i
const HASH_TEXT = /\$argon2|\$2[aby]\$|\b[0-9a-f]{64}\b/

let server: TestApp
let admin: string
let other: string
let device: BuiltDevice
let station: { id: string }
let secret: string

beforeAll(async () => {
  server = await buildTestApp()
  station = await buildStation(server.db)
  device = await buildDevice(server.db, { stationId: station.id, status: 'online' })
  await server.addUser('admin', { roles: ['admin', 'nat_admin'] })
  await server.addUser('other', { roles: ['admin'] })
  admin = await server.signIn('admin')
  other = await server.signIn('other')
  secret = (await server.call('POST', `/mon/device/${device.id}/rotateSecret`, { token: admin })).body.result.secret
})
afterAll(() => server.close())

const withId = (path: string) => (path.includes('/station/') ? station.id : device.id)
const addressOf = (endpoint: Endpoint) =>
  endpoint.path
    .replace(/:code/, 'sex')
    .replace(/:key/, '1')
    .replace(/:dict/, 'sys_user,realname,username')
    .replace(/:\w+/g, device.id)

describe('secrets', () => {
  it('[CA-101] are in no response an administrator reads', { timeout: FOR_ALL_MS }, async () => {
    // The API description names fields such as password, without values.
    const reads = READS.filter(({ path }) => path !== '/sys/logout' && path !== '/sys/openapi.json')
    await forAll(
      server,
      reads.map((endpoint) => [endpoint.path, endpoint] as const),
      async (endpoint, call) => {
        const query = { id: withId(endpoint.path), pageSize: '100' }
        const { status, raw } = await signedGet({ call }, addressOf(endpoint), admin, query)
        expect(status).toBeLessThan(500)
        const text = raw.toString('utf8')
        expect(SECRET_KEY.exec(text)?.[1]).toBeUndefined()
        expect(text).not.toMatch(HASH_TEXT)
        expect(text).not.toContain(secret)
        expect(text).not.toContain(other)
        if (endpoint.path !== '/sys/online/list') expect(text).not.toContain(admin)
      },
    )
  })

  it('are stored in the database as hashes only', async () => {
    const { rows } = await server.pool.query(
      'select c::text as text from mon_device_credential c union all select l::text from sys_log l union all select s::text from sys_session s',
    )
    for (const { text } of rows) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(admin)
    }
  })

  it('and internals are not revealed by failures', async () => {
    for (const query of ['pageSize=x&column=;--', 'name=%27%22', 'createTime_begin=zzz']) {
      const { raw } = await server.call('GET', `/mon/station/list?${query}`, { token: admin })
      expect(raw.toString('utf8')).not.toMatch(/select |syntax|kysely|node_modules|\.ts:/i)
    }
  })
})
