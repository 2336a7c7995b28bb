import type { TsNote } from '@natim/contract/mon/ts-note'
import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../../testing/build-network.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const AT = NOW - HOUR_MS

let server: TestApp
let token: string
let other: string
let reader: string
let device: BuiltDevice
let foreign: BuiltDevice
const clock = createManualClock(NOW)

beforeAll(async () => {
  server = await buildTestApp({ clock })
  for (const name of ['analyst', 'second']) await server.addUser(name, { roles: ['analyst'], regionPrefixes: ['32'] })
  await server.addUser('reader', { roles: ['auditor'], regionPrefixes: ['32'] })
  await server.addUser('away', { roles: ['analyst'], regionPrefixes: ['33'] })
  token = await server.signIn('analyst')
  other = await server.signIn('second')
  reader = await server.signIn('reader')
  device = await buildDevice(server.db, { metrics: ['pm25', 'o3'] })
  foreign = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '330100' })
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.deleteFrom('monTsNote').execute()
})

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as = token) =>
  (await server.call(method, `/mon/ts/note/${path}`, { token: as, ...(body && { body }) })).body
const channelNo = () => device.channelNos[0] ?? 0
const add = (given: object = {}, as = token) =>
  call('POST', 'add', { channelNo: channelNo(), fromMs: AT, toMs: AT, text: '更换滤膜', ...given }, as)
const list = async (from = AT - HOUR_MS, to = NOW, as = token): Promise<TsNote[]> =>
  (await call('GET', `list?channels=${device.channelNos.join(',')}&from=${from}&to=${to}`, undefined, as)).result

describe('a note', () => {
  it('is visible to all who see the channel and editable by its author only', async () => {
    const { result } = await add()
    const [note] = await list(undefined, undefined, other)
    expect(note).toMatchObject({ id: result.id, text: '更换滤膜', author: 'analyst（测试）', isOwn: false, fromMs: AT })
    const edit = (as: string, revision = note?.revision) =>
      call('PUT', 'edit', { id: result.id, text: '更换滤膜与校准', seenRevision: revision }, as)
    expect((await edit(other)).message).toBe('只能修改自己写的批注')
    expect((await call('DELETE', `delete?id=${result.id}`, undefined, other)).message).toBe('只能修改自己写的批注')
    clock.advance(1_000)
    expect((await edit(token)).success).toBe(true)
    expect((await edit(token)).message).toBe('数据已被他人修改，请刷新后重试！')
    expect((await list())[0]).toMatchObject({ text: '更换滤膜与校准', isOwn: true })
  })

  it('is deleted and restored', async () => {
    const { result } = await add()
    await call('DELETE', `delete?id=${result.id}`)
    expect(await list()).toEqual([])
    expect((await call('DELETE', `delete?id=${result.id}`)).success).toBe(false)
    await call('POST', 'restore', { id: result.id })
    expect(await list()).toHaveLength(1)
  })

  it('matches a range by (from, to]; a stretch matches by any part of it', async () => {
    await add()
    expect(await list(AT, NOW)).toEqual([])
    expect(await list(AT - 1, AT)).toHaveLength(1)
    await add({ fromMs: AT, toMs: AT + 600_000, text: '一段' })
    expect((await list(AT, NOW)).map(({ text }) => text)).toEqual(['一段'])
    expect((await list(AT - HOUR_MS, AT)).map(({ text }) => text)).toEqual(['更换滤膜'])
    expect((await list(AT + 1, AT + 2)).map(({ text }) => text)).toEqual(['一段'])
  })

  it('is recorded in the operation log when added and edited', async () => {
    const { result } = await add()
    const [note] = await list()
    await call('PUT', 'edit', { id: result.id, text: '改', seenRevision: note?.revision })
    const lines = await server.db.selectFrom('sysLog').select('logContent').where('objectId', '=', result.id).execute()
    expect(lines.map(({ logContent }) => logContent)).toEqual(
      expect.arrayContaining([`添加批注：通道 ${channelNo()}`, `修改批注：通道 ${channelNo()}`]),
    )
  })

  it('is refused on a channel of another region as on an unknown one', async () => {
    const unknown = await add({ channelNo: 2_000_000_000 })
    expect(unknown.success).toBe(false)
    expect((await add({ channelNo: foreign.channelNos[0] })).message).toBe(unknown.message)
    const { result } = await add()
    const away = await server.signIn('away')
    expect((await call('DELETE', `delete?id=${result.id}`, undefined, away)).message).toBe(unknown.message)
    expect((await add({ toMs: AT - 1 })).message).toBe('结束时间必须晚于开始时间！')
    expect((await add({ text: '  ' })).success).toBe(false)
    expect((await server.call('POST', '/mon/ts/note/add', { token: reader, body: {} })).status).toBe(403)
    expect(await list(undefined, undefined, reader)).toHaveLength(1)
  })
})
