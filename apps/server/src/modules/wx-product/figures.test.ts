import type { WxProduct, WxProductDetail } from '@natim/contract/mon/wx-product'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildAqi } from '../aqi/testing/rows.ts'
import { startWxProductWorker } from './index.ts'
import { fakeAccount } from './testing/fake-account.ts'
import { productForm } from './testing/product-form.ts'

const NOW = parseGmt8('2026-11-21 08:00:00') ?? 0
const DAY_END = parseGmt8('2026-11-21 00:00:00') ?? 0
const clock = createManualClock(NOW)
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')

let server: TestApp
let station: { id: string; name: string }
let detector: { id: string; deviceNo: number }
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await buildTestApp({ clock })
  const people = { editor: 'wx_editor', second: 'wx_editor', reviewer: 'wx_reviewer', duty: 'nat_duty' }
  for (const [name, role] of Object.entries(people)) {
    await server.addUser(name, { roles: [role] })
    tokens[name] = await server.signIn(name)
  }
  station = await buildStation(server.db, { name: '苏州站' })
  await buildDevice(server.db, { stationId: station.id, metrics: ['pm25', 'o3'] })
  detector = await buildDevice(server.db, { name: '化学报警器', kind: 'chem', stationId: station.id, metrics: [] })
  await buildAqi(server.db, { of: 'station', id: station.id, span: 'day', endMs: DAY_END, aqi: 120 })
})
afterAll(() => server.close())

const call = async (who: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await server.call(method, `/mon/wx/product/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const get = async (id: string): Promise<WxProductDetail> => (await call('editor', 'GET', `get?id=${id}`)).result
async function act(who: string, action: string, { id }: { readonly id: string }, given: object = {}) {
  const { version } = await get(id)
  return call(who, 'POST', action, { id, version, ...given })
}
const draft = async (given: object = {}): Promise<WxProduct> => {
  const answer = await call('editor', 'POST', 'add', productForm(given))
  expect(answer.message).toBe('已保存草稿')
  return answer.result
}
async function edit({ id }: { readonly id: string }, refresh: boolean, given: object = {}) {
  const { version } = await get(id)
  return call('editor', 'PUT', 'edit', { ...productForm({ blocks: [air], ...given }), id, version, refresh })
}

const air = { id: 'a', type: 'air', span: 'day', place: 'station', toMs: DAY_END, rows: 5 } as const
const alarms = { id: 'n', type: 'alarms', days: 1, toMs: NOW, severityMax: 3, rows: 5 } as const
const setAqi = (aqi: number) => buildAqi(server.db, { of: 'station', id: station.id, span: 'day', endMs: DAY_END, aqi })

describe('figures of a product', () => {
  it('[BZ-17] equal those of the air quality page', async () => {
    const { id } = await draft({ blocks: [air] })
    const { snapshot } = await get(id)
    expect(snapshot.takenMs).toBe(NOW)
    expect(snapshot.figures['a']).toMatchObject({
      title: '空气质量日报 2026-11-20',
      lead: '共 1 个监测点位，1 个有 AQI，其中 0 个达标；AQI 最高的是苏州站，120。',
      columns: ['监测点位', 'AQI', '类别', '首要污染物'],
      rows: [['苏州站', 120, '轻度污染', '—']],
      asOfMs: DAY_END,
    })
    const page = await server.call('GET', '/mon/aqi/day?place=station&date=2026-11-20', {
      token: tokens['editor'] ?? '',
    })
    expect(page.body.result.rows[0].aqi).toBe(120)
  })

  it('[BZ-17] equal those of the alarm statistics, without drills and persons', async () => {
    const at = (ms: number) => ({ triggerTs: new Date(ms), raisedTs: new Date(ms) })
    const wearable = await buildDevice(server.db, { kind: 'wearable', metrics: [] })
    await buildAlarm(server.db, { ...at(NOW - HOUR_MS), stationId: station.id, no: 'AL-1' })
    await buildAlarm(server.db, {
      ...at(NOW - HOUR_MS),
      severity: 1,
      severityMax: 1,
      deviceId: wearable.id,
      title: 'NEWS2 8',
    })
    await buildAlarm(server.db, { ...at(NOW - HOUR_MS), drill: true })
    // On the edge of the span: it belongs to the span that it ends.
    await buildAlarm(server.db, { ...at(NOW - DAY_MS), title: '前一天' })
    await buildAlarm(server.db, { ...at(NOW), severity: 4, severityMax: 4, title: '轻微' })
    const { id } = await draft({ blocks: [alarms] })
    const { lead, rows } = (await get(id)).snapshot.figures['n'] ?? { lead: '', rows: [] }
    expect(lead).toBe('共 3 个报警，其中 1 级 1 个，2 级 1 个，4 级 1 个。')
    expect(rows.map(([, , title, place]) => [title, place])).toEqual([['氯气超 AEGL-2', '苏州站']])
  })

  it('draw curves with gaps, and refuse places the user cannot see', async () => {
    for (const [hours, aqi] of [
      [0, 40],
      [1, 60],
      [3, 80],
    ] as const)
      await buildAqi(server.db, { of: 'station', id: station.id, span: 'hour', endMs: NOW - hours * HOUR_MS, aqi })
    const curve = {
      id: 'c',
      type: 'curve',
      span: 'hour',
      place: 'station',
      placeId: station.id,
      toMs: NOW,
      count: 4,
    } as const
    const answer = await call('editor', 'POST', 'figures', { regionCode: '', blocks: [curve] })
    expect(answer.result.figures.c).toMatchObject({
      title: '苏州站 AQI 近 4 小时',
      lead: '最高 80，最低 40，有效 3 小时。',
      points: [
        [NOW - 3 * HOUR_MS, 80],
        [NOW - 2 * HOUR_MS, null],
        [NOW - HOUR_MS, 60],
        [NOW, 40],
      ],
    })
    const gone = await call('editor', 'POST', 'add', productForm({ blocks: [{ ...curve, placeId: 'none' }] }))
    expect(gone.message).toBe('曲线的地点不存在，请重新选择')
  })

  it('are kept while the blocks are unchanged, and recomputed on demand or when one changes', async () => {
    await setAqi(120)
    const product = await draft({ blocks: [air] })
    await setAqi(130)
    await edit(product, false, { title: '只改标题' })
    const value = async () => (await get(product.id)).snapshot.figures['a']?.rows[0]?.[1]
    expect(await value()).toBe(120)
    expect((await get(product.id)).stale).toEqual(['a'])
    await edit(product, true)
    expect(await value()).toBe(130)
    await setAqi(140)
    await edit(product, false, { blocks: [{ ...air, rows: 6 }] })
    expect(await value()).toBe(140)
    expect((await get(product.id)).stale).toEqual([])
  })
})

describe('changed sources', () => {
  const changed = '数据已更新，请重新生成：第 1 段 空气质量表'

  it('[BZ-17] block submitting, approving and scheduling until the product is refreshed', async () => {
    await setAqi(120)
    const product = await draft({ blocks: [air] })
    await setAqi(121)
    expect((await act('editor', 'submit', product)).message).toBe(changed)
    await edit(product, true)
    expect((await act('editor', 'submit', product)).success).toBe(true)
    await setAqi(122)
    expect((await act('reviewer', 'approve', product)).message).toBe(changed)
    await setAqi(121)
    expect((await act('reviewer', 'approve', product)).success).toBe(true)
    await setAqi(122)
    expect((await act('editor', 'schedule', product, { atMs: null })).message).toBe(changed)
    expect((await get(product.id)).state).toBe('approved')
  })

  it('[BZ-17] block publishing: it fails naming the block, and nothing is sent', async () => {
    await setAqi(120)
    const product = await draft({ blocks: [air] })
    await act('editor', 'submit', product)
    await act('reviewer', 'approve', product)
    await act('editor', 'schedule', product, { atMs: clock.now() + HOUR_MS })
    await setAqi(125)
    const { account, gateway } = fakeAccount()
    clock.leap(HOUR_MS)
    const store = createLocalStore('/nowhere')
    const worker = startWxProductWorker({ db: server.db, bus: server.bus, log, gateway, store, author: '', clock })
    await worker.look()
    await worker.stop()
    expect(await get(product.id)).toMatchObject({ state: 'failed', reason: changed })
    expect(account.calls).toEqual([])
    expect((await act('editor', 'retry', product)).message).toBe(changed)
  })
})

describe('warnings', () => {
  let seq = 0
  const nbcEvent = async (given: object = {}) => {
    seq += 1
    const event = {
      id: `nbc-${seq}`,
      day: '2026-11-21',
      seq,
      type: 'chem' as const,
      source: 'device' as const,
      deviceId: detector.id,
      deviceNo: detector.deviceNo,
      regionCode: '320500',
      sysOrgCode: 'A01',
      ts: new Date(NOW),
      level: 1,
      ...given,
    }
    await server.db.insertInto('monNbcEvent').values(event).execute()
    return { kind: 'nbc' as const, id: event.id }
  }
  const warning = (severity: number, cause: object | null) => ({ type: 'warning', severity, cause })

  it('[BZ-17] of severity 1 or 2 need two detectors or a confirmation', async () => {
    const alone = await nbcEvent()
    const refusal = (n: number) => `NBC20261121-00${n} 为 3 级，预警不能高于它；单台未核实不升级`
    for (const severity of [1, 2]) {
      const product = await draft(warning(severity, alone))
      expect((await act('editor', 'submit', product)).message).toBe(refusal(1))
      expect((await get(product.id)).fault).toBe(refusal(1))
    }
    expect((await act('editor', 'submit', await draft(warning(3, alone)))).success).toBe(true)
    const seconded = await nbcEvent({ corroborated: true })
    expect((await act('editor', 'submit', await draft(warning(1, seconded)))).success).toBe(true)
    const confirmed = await draft(warning(1, await nbcEvent({ state: 'lab_confirmed' })))
    expect((await act('editor', 'submit', confirmed)).success).toBe(true)
    // A cause that has been rejected since blocks the warning.
    await server.db.updateTable('monNbcEvent').set({ state: 'rejected' }).where('id', '=', 'nbc-3').execute()
    expect((await act('duty', 'approve', confirmed)).message).toContain('已排除或已关闭为误报')
  })

  it('of severity 1 and 2 need a cause, and approval by the national duty officer', async () => {
    const bare = await draft(warning(2, null))
    expect((await act('editor', 'submit', bare)).message).toBe('1–2 级预警须关联一个报警或核生化事件')
    const alarm = { kind: 'alarm', id: await buildAlarm(server.db, { severity: 2 }) }
    const grave = await draft(warning(2, alarm))
    await act('editor', 'submit', grave)
    expect((await act('reviewer', 'approve', grave)).message).toBe('1–2 级预警须由国家值班员批准')
    expect((await act('duty', 'approve', grave)).success).toBe(true)
    const mild = await draft(warning(3, alarm))
    await act('editor', 'submit', mild)
    expect((await act('reviewer', 'approve', mild)).success).toBe(true)
  })

  it('are not offered causes of persons or false alarms', async () => {
    const wearable = await buildDevice(server.db, { kind: 'wearable', metrics: [] })
    await buildAlarm(server.db, { no: 'AL-PERSON', deviceId: wearable.id })
    await buildAlarm(server.db, { no: 'AL-FALSE', closeCode: 'false' })
    await buildAlarm(server.db, { no: 'AL-REAL' })
    const nos = (await call('editor', 'GET', 'causes?text=AL-')).result.map(({ no }: { no: string }) => no)
    expect(nos).toContain('AL-REAL')
    expect(nos).not.toContain('AL-PERSON')
    expect(nos).not.toContain('AL-FALSE')
  })

  it('[BZ-17] based on a drill are never published', async () => {
    const alarm = { kind: 'alarm', id: await buildAlarm(server.db, { severity: 3, drill: true }) }
    for (const given of [warning(3, alarm), { drill: true }]) {
      const product = await draft(given)
      expect(product.drill).toBe(true)
      await act('editor', 'submit', product)
      expect((await act('reviewer', 'approve', product)).success).toBe(true)
      expect((await act('editor', 'schedule', product, { atMs: null })).message).toBe('演练内容不能对外发布')
      // Nor by bypassing the service.
      const forced = server.db
        .updateTable('monWxProduct')
        .set({ state: 'scheduled' })
        .where('id', '=', product.id)
        .execute()
      await expect(forced).rejects.toThrow('mon_wx_product_check')
    }
  })
})
