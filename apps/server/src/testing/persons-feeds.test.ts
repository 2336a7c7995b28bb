import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERMISSION_CODES } from '@natim/contract/permissions'
import type { LiveRequest } from '@natim/contract/socket/live'
import { DAY_MS, MINUTE_MS } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startExportWorker } from '../modules/timeseries/index.ts'
import { systemClock } from '../platform/clock.ts'
import { createLocalStore } from '../platform/files/local-store.ts'
import { createLogger } from '../platform/logger.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice } from './build-network.ts'
import { buildSamples } from './build-telemetry.ts'
import { eventually } from './eventually.ts'
import { openLiveClient } from './live-client.ts'

/** Personal samples in live feed and files, which the matrix of calls does not cover. */
let server: TestApp
let url: string
let breath: BuiltDevice
let worn: BuiltDevice
let air: BuiltDevice
let masked: string
let officer: string
const SAMPLE_MS = Date.now() - 3 * MINUTE_MS - 217

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('officer', { roles: ['health_officer', 'analyst'] })
  officer = await server.signIn('officer')
  await addMasked()
  masked = await server.signIn('masked')
  const build = (kind: 'breath' | 'wearable' | 'air', metric: string) =>
    buildDevice(server.db, { kind, metrics: [metric], regionCode: '130100', status: 'online' })
  breath = await build('breath', 'feno')
  worn = await build('wearable', 'hr')
  air = await build('air', 'pm25')
  for (const { deviceNo, channelNos } of [breath, worn, air])
    await buildSamples(server.db, { deviceNo, channelNo: channelNos[0] ?? 0 }, [[SAMPLE_MS, 21]])
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/jeecg-boot/mon/ws`
  server.bus.publish('registers', {})
})
afterAll(() => server.close())

/** Every permission except the one for personal data. */
async function addMasked(): Promise<void> {
  await server.db.insertInto('sysRole').values({ id: 'r-masked', roleCode: 'masked', roleName: 'masked' }).execute()
  const rights = await server.db
    .selectFrom('sysPermission')
    .select('id')
    .where('perms', 'in', [...PERMISSION_CODES])
    .where('perms', '!=', 'mon:health:view')
    .execute()
  await server.db
    .insertInto('sysRolePermission')
    .values(rights.map(({ id }) => ({ roleId: 'r-masked', permissionId: id })))
    .execute()
  await server.addUser('masked', { roles: ['masked'] })
}

const channelOf = ({ channelNos }: BuiltDevice) => channelNos[0] ?? 0

/** Messages to a console that subscribes to all devices, before and after a new sample of each. */
async function told(token: string, request: LiveRequest, freshMs: number): Promise<string> {
  const client = await openLiveClient(url, token)
  client.send(request)
  const before = await client.take('snap')
  const devices = [breath, worn, air]
  server.bus.publish('points', {
    commits: [],
    deviceIds: devices.map(({ deviceNo }) => deviceNo),
    channelNos: devices.map(channelOf),
    tsMs: devices.map(() => freshMs),
    values: [22, 22, 22],
    flags: [0, 0, 0],
  })
  // The air device's sample in the same message shows that all of it has arrived.
  const after = request.op === 'sub' && request.topic === 'ch' ? await client.take('ch') : await client.settle()
  await client.close()
  return JSON.stringify([before, after])
}

const keys = () => [channelOf(breath), channelOf(worn), channelOf(air)]
let fresh = 0
const nextMs = () => Date.now() - 60_000 + (fresh += 1_013)

describe('the live feed', () => {
  it('sends samples of persons to users with the permission only', async () => {
    const all: LiveRequest = { op: 'sub', id: 's', topic: 'ch', keys: keys(), maxHz: 1 }
    const rowOf = (device: BuiltDevice, tsMs: number) => `[${channelOf(device)},${tsMs},`
    const open = nextMs()
    const seen = await told(officer, all, open)
    for (const device of [breath, worn, air]) expect(seen).toContain(rowOf(device, open))
    const closed = nextMs()
    const hidden = await told(masked, all, closed)
    expect(hidden).toContain(rowOf(air, closed))
    for (const device of [breath, worn]) expect(hidden).not.toContain(`[${channelOf(device)},`)
  })

  it.each(['breath', 'wearable'] as const)('of all %s devices is empty without the permission', async (kind) => {
    const request: LiveRequest = { op: 'sub', id: 'k', topic: 'kind', kind, maxHz: 1 }
    const device = kind === 'breath' ? breath : worn
    expect(await told(officer, request, nextMs())).toContain(`[${channelOf(device)},`)
    expect(await told(masked, request, nextMs())).not.toContain(`[${channelOf(device)},`)
  })
})

describe('a file of samples', () => {
  const form = (device: BuiltDevice) => ({
    channels: [channelOf(device)],
    from: Date.now() - DAY_MS,
    to: Date.now(),
    agg: 'raw',
    format: 'csv',
  })
  const start = async (token: string, device: BuiltDevice) =>
    (await server.call('POST', '/mon/ts/export', { token, body: form(device) })).body

  it('cannot be started without the permission', async () => {
    for (const device of [breath, worn]) expect((await start(masked, device)).success).toBe(false)
    expect((await start(masked, air)).success).toBe(true)
    for (const device of [breath, worn]) expect((await start(officer, device)).success).toBe(true)
  })

  it('is neither written nor served once the permission is revoked', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'natim-persons-'))
    const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
    const worker = startExportWorker({ db: server.db, store: createLocalStore(folder), log, clock: systemClock })
    try {
      const { result } = await start(officer, worn)
      const before = (await server.call('GET', `/mon/ts/export/file?id=${result.id}`, { token: officer })).raw
      expect(before.toString('utf8')).toContain('21')
      await server.db
        .updateTable('monTsExport')
        .set({ state: 'waiting', progress: 0, storeKey: null, touchedAt: null })
        .where('id', '=', result.id)
        .execute()
      await server.db.deleteFrom('sysUserRole').where('roleId', '=', 'r-health-officer').execute()
      await worker.look()
      await eventually(async () => {
        const job = await server.db
          .selectFrom('monTsExport')
          .select(['state', 'error'])
          .where('id', '=', result.id)
          .executeTakeFirst()
        expect(job).toMatchObject({ state: 'failed', error: '有通道已不存在或无权查看' })
      })
      const after = await server.call('GET', `/mon/ts/export/file?id=${result.id}`, { token: officer })
      expect(after.body.success).toBe(false)
    } finally {
      await worker.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
})
