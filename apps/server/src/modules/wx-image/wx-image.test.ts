import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WxImageDetail } from '@natim/contract/mon/wx-image'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLocalStore } from '../../platform/files/local-store.ts'
import { createLogger } from '../../platform/logger.ts'
import { loadKey } from '../../platform/seal/key-file.ts'
import { createSealer } from '../../platform/seal/seal.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { WxError } from '../wx/index.ts'
import { takeMessage } from './callback/take-message.ts'
import { startWxImageWorker } from './index.ts'
import { drawPicture } from './testing/wx-picture.ts'
import { claimImage } from './worker.repository.ts'

const NOW = parseGmt8('2026-11-21 10:18:05') ?? 0
const NANJING = { lng: 118.716, lat: 32.214 }
const log = createLogger({ logLevel: 'silent' } as never).of('jobs')
const clock = createManualClock(NOW)

let server: TestApp
let folder: string
let station: { readonly id: string }
let channelNo: number
const tokens: Record<string, string> = {}

/** Configurable stand-in of the account. */
const account = {
  media: new Map<string, Buffer>(),
  fetched: [] as string[],
  sent: [] as (readonly [string, string])[],
  error: undefined as Error | undefined,
}
const gateway = {
  fetchMedia(mediaId: string) {
    account.fetched.push(mediaId)
    if (account.error) return Promise.reject(account.error)
    return Promise.resolve({ bytes: account.media.get(mediaId) ?? Buffer.alloc(0), contentType: 'image/jpeg' })
  },
  sendText(openId: string, text: string) {
    if (account.error) return Promise.reject(account.error)
    account.sent.push([openId, text])
    return Promise.resolve()
  },
}
const store = () => createLocalStore(join(folder, 'files'))
const sealer = () => createSealer(() => loadKey({ dataDir: folder, sealKey: undefined }))
const worker = () => startWxImageWorker({ db: server.db, log, gateway, store: store(), sealer: sealer(), clock })

async function look(times = 1) {
  for (let i = 0; i < times; i += 1) {
    const one = worker()
    await one.look()
    await one.stop()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'natim-wx-'))
  server = await buildTestApp({ clock, config: { dataDir: folder, sealKey: undefined } })
  await server.addUser('reviewer', { roles: ['wx_reviewer'] })
  await server.addUser('second', { roles: ['wx_reviewer'] })
  await server.addUser('editor', { roles: ['wx_editor'] })
  await server.addUser('duty', { roles: ['nat_duty'] })
  await server.addUser('auditor', { roles: ['auditor'] })
  await server.addUser('north', { roles: ['wx_reviewer'], regionPrefixes: ['21'] })
  await server.db.updateTable('sysUser').set({ post: 'wxsh1' }).where('username', '=', 'reviewer').execute()
  await server.db.insertInto('sysPosition').values({ id: 'wxsh1', code: 'wxsh1', name: '微信审核岗' }).execute()
  for (const name of ['reviewer', 'second', 'editor', 'duty', 'auditor', 'north'])
    tokens[name] = await server.signIn(name)
  station = await buildStation(server.db, { name: '江北 2#', regionCode: '320100', lng: 118.73, lat: 32.22 })
  const device = await buildDevice(server.db, {
    stationId: station.id,
    kind: 'gas',
    regionCode: '320100',
    metrics: ['cl2', 'h2s'],
  })
  const channel = await server.db
    .selectFrom('monChannel')
    .select('channelNo')
    .where('deviceId', '=', device.id)
    .where('metricCode', '=', 'cl2')
    .executeTakeFirstOrThrow()
  channelNo = channel.channelNo
  await buildRollup(
    server.db,
    'monR1m',
    { deviceNo: device.deviceNo, channelNo },
    { endMs: NOW - 65 * SECOND_MS, v: 1.02, n: 6 },
  )
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

let last = 0
interface Sent {
  readonly bytes?: Buffer
  readonly from?: string
  readonly place?: { readonly lng: number; readonly lat: number }
  readonly text?: string
}

/** Receives a picture through the callback, without screening it. */
async function receive({ bytes, from, place, text }: Sent = {}): Promise<string> {
  const deps = {
    db: server.db,
    now: clock.now,
    sealer: sealer(),
    hashKey: () => loadKey({ dataDir: folder, sealKey: undefined }),
  }
  const n = (last += 1)
  const who = { openId: from ?? `o${n}` }
  account.media.set(`m${n}`, bytes ?? (await drawPicture({ seed: 10_000 + n })))
  if (place) await takeMessage(deps, { ...who, kind: 'location', msgId: `l${n}`, label: '化工路', ...place })
  if (text) await takeMessage(deps, { ...who, kind: 'text', msgId: `t${n}`, text })
  await takeMessage(deps, { ...who, kind: 'image', msgId: `i${n}`, mediaId: `m${n}` })
  const row = await server.db
    .selectFrom('monWxImage')
    .select('id')
    .where('msgId', '=', `i${n}`)
    .executeTakeFirstOrThrow()
  return row.id
}
async function screened(given: Sent = {}): Promise<string> {
  const id = await receive({ place: NANJING, ...given })
  await look()
  return id
}

const row = (id: string) =>
  server.db.selectFrom('monWxImage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const call = async (who: string, method: 'GET' | 'POST', path: string, body?: object) =>
  (await server.call(method, `/mon/wx/image/${path}`, { token: tokens[who] ?? '', ...(body && { body }) })).body
const get = async (id: string, who = 'reviewer', open = true): Promise<WxImageDetail> =>
  (await call(who, 'GET', `get?id=${id}&open=${String(open)}`)).result
async function act(who: string, action: string, id: string, given: object = {}) {
  const { version } = await row(id)
  return call(who, 'POST', action, { id, version, ...given })
}
const approve = (id: string, given: object = {}, who = 'reviewer') =>
  act(who, 'review', id, { decision: 'approve', ...given })

describe('screening', () => {
  it('[BZ-16] takes a picture from the callback to its reviewers', async () => {
    const bytes = await drawPicture({ seed: 900, takenMs: NOW - 83 * SECOND_MS, lng: 118.7161, lat: 32.2138 })
    const id = await screened({ bytes, text: '下楼闻到很呛的味道，眼睛疼' })
    const detail = await get(id)
    expect(detail).toMatchObject({
      state: 'pending',
      category: 'odour',
      risk: 0.85,
      doubts: [],
      locSource: 'exif',
      regionCode: '320100',
      shotMs: NOW - 83 * SECOND_MS,
      receivedMs: NOW,
      exif: { make: 'HUAWEI', model: 'ALN-AL00', takenMs: NOW - 83 * SECOND_MS, dirDeg: 132 },
      exifPlace: { lng: 118.7161, lat: 32.2138 },
      wechatPlace: NANJING,
    })
    // The minute of the picture, not the one before or after.
    expect(detail.nearest).toEqual([
      {
        id: station.id,
        name: '江北 2#',
        km: 1.5,
        reading: expect.objectContaining({ metricCode: 'cl2', value: 1.02, channelNo, atMs: NOW - 65 * SECOND_MS }),
      },
    ])
    expect(detail.log.map(({ action }) => action)).toEqual(['收到', '取回图片', '初筛通过'])
  })

  it('resumes after a worker was killed, without fetching twice', async () => {
    const id = await receive()
    const claimed = await claimImage(server.db, new Date(clock.now()))
    expect(claimed?.id).toBe(id)
    // The lease of the dead worker is still held.
    await look()
    expect((await row(id)).state).toBe('received')
    clock.advance(3 * MINUTE_MS)
    await look()
    expect((await row(id)).state).toBe('pending')
    const again = await receive()
    await server.db
      .updateTable('monWxImage')
      .set({ state: 'screening', storeKey: `wx/${again}.original`, lookAt: new Date(clock.now()) })
      .where('id', '=', again)
      .execute()
    await store().put(`wx/${again}.original`, await drawPicture({ seed: 5_000 }), 'image/jpeg')
    const fetched = account.fetched.length
    await look()
    expect([(await row(again)).state, account.fetched.length]).toEqual(['pending', fetched])
  })

  it('runs once with many concurrent workers', async () => {
    const ids = await Promise.all([receive(), receive(), receive()])
    const fetched = account.fetched.length
    const workers = [worker(), worker(), worker()]
    await Promise.all(workers.map((one) => one.look()))
    await Promise.all(workers.map((one) => one.stop()))
    for (const id of ids) {
      const detail = await get(id)
      expect([detail.state, detail.log.length]).toEqual(['pending', 3])
    }
    expect(account.fetched.length).toBe(fetched + 3)
  })

  it('retries while the account is unreachable, and gives up when the picture has expired', async () => {
    const id = await receive()
    account.error = new WxError('公众号暂时无法连接')
    await look()
    expect(await row(id)).toMatchObject({ state: 'received', trouble: '图片暂时无法取回', tries: 1 })
    account.error = undefined
    await look()
    expect((await row(id)).state).toBe('received')
    clock.advance(2 * MINUTE_MS)
    await look()
    expect(await row(id)).toMatchObject({ state: 'pending', trouble: null })
    const gone = await receive()
    account.error = new WxError('媒体已过期', { code: 40007, isPassing: false })
    await look()
    account.error = undefined
    expect(await row(gone)).toMatchObject({ state: 'rejected', fault: 'gone', lookAt: null })
  })

  it('refuses a file that is not a picture, with the reason and without a copy', async () => {
    const id = await screened({ bytes: Buffer.from('<svg><script>alert(1)</script></svg>') })
    expect(await get(id)).toMatchObject({ state: 'rejected', fault: 'type' })
    const large = await screened({ bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 7) })
    expect(await row(large)).toMatchObject({ state: 'rejected', fault: 'size', storeKey: null })
    for (const kind of ['thumb', 'picture', 'original'])
      expect((await call('reviewer', 'GET', `${kind}?id=${id}`)).success).toBe(false)
  })

  it('refuses an exact copy in favour of the first, also when screened concurrently', async () => {
    const bytes = await drawPicture({ seed: 42 })
    const ids = await Promise.all([receive({ bytes }), receive({ bytes })])
    const workers = [worker(), worker()]
    await Promise.all(workers.map((one) => one.look()))
    await Promise.all(workers.map((one) => one.stop()))
    const rows = await Promise.all(ids.map(row))
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['pending', 'rejected'])
    const [first, copy] = rows[0]?.state === 'pending' ? rows : rows.toReversed()
    expect(copy).toMatchObject({ fault: 'duplicate', dupOf: first?.id })
    expect(await get(first?.id ?? '')).toMatchObject({ copies: 1, alike: [{ id: copy?.id, isExact: true, bits: 0 }] })
  })

  it('lists similar pictures and whether their senders are the same', async () => {
    const bytes = await drawPicture({ seed: 77 })
    const id = await screened({ bytes, from: 'oSame' })
    const near = await screened({
      bytes: await sharp(bytes).resize(500).jpeg({ quality: 50 }).toBuffer(),
      from: 'oSame',
    })
    const detail = await get(id)
    expect(detail.similar).toBe(1)
    expect(detail.alike).toMatchObject([{ id: near, isExact: false, isSameSender: true }])
    expect(detail.alike[0]?.bits).toBeLessThanOrEqual(6)
  })

  it.each([
    ['taken four days before it came', { takenMs: -4 * DAY_MS }, ['old']],
    ['taken tomorrow', { takenMs: DAY_MS }, ['future']],
    ['taken 511 km from its sender', { takenMs: 0, lng: 118.051, lat: 36.807 }, ['place']],
  ])('has doubts about a picture %s', async (_name, { takenMs, ...place }, doubts) => {
    const id = await screened({
      bytes: await drawPicture({ seed: (last += 1), takenMs: clock.now() + takenMs, ...place }),
    })
    expect((await get(id)).doubts).toEqual(doubts)
    const { result, message } = await call('reviewer', 'GET', 'list?tab=doubtful&pageSize=100')
    expect(message).toBe('')
    expect(result.records.map((one: { id: string }) => one.id)).toContain(id)
  })
})

describe('a doubtful place', () => {
  it('is set by a reviewer, and the picture moves to the local department', async () => {
    await buildStation(server.db, { name: '淄博站', regionCode: '370300', lng: 118.05, lat: 36.8 })
    const id = await screened({ bytes: await drawPicture({ seed: 311, lng: 118.051, lat: 36.807 }) })
    expect(await get(id)).toMatchObject({ regionCode: '370300', locSource: 'exif' })
    expect((await get(id)).apartKm).toBeGreaterThan(500)
    expect((await act('reviewer', 'place', id, { source: 'wechat' })).message).toBe('位置已更正')
    expect(await get(id)).toMatchObject({ regionCode: '320100', locSource: 'wechat', place: NANJING, doubts: [] })
    await act('reviewer', 'place', id, { source: 'manual', lng: 118.06, lat: 36.81 })
    expect(await get(id)).toMatchObject({
      regionCode: '370300',
      locSource: 'manual',
      place: { lng: 118.06, lat: 36.81 },
    })
    const bare = await screened()
    expect((await act('reviewer', 'place', bare, { source: 'exif' })).message).toBe('没有这个位置，请手动标点')
    expect((await act('editor', 'place', bare, { source: 'wechat' })).success).toBe(false)
  })
})

describe('review', () => {
  it('[BZ-16] approves with a reply, sent when the decision can no longer be undone', async () => {
    const id = await screened({ from: 'oSENDER' })
    const answer = await approve(id, { reply: '已核实，正在处置。', note: '属实', category: 'smoke' })
    expect(answer.message).toBe('已通过')
    const detail = await get(id)
    expect(detail).toMatchObject({ state: 'approved', category: 'smoke', review: { post: '微信审核岗', note: '属实' } })
    expect(detail.undoUntilMs).toBe(clock.now() + 10 * SECOND_MS)
    await look()
    expect(account.sent).toEqual([])
    clock.advance(13 * SECOND_MS)
    await look(2)
    expect(account.sent).toEqual([['oSENDER', '已核实，正在处置。']])
    expect((await get(id)).replies).toMatchObject([{ state: 'sent' }])
    expect((await get(id)).undoUntilMs).toBeNull()
    account.sent = []
  })

  it('accepts one of two concurrent decisions and tells the other user the deciding position', async () => {
    const id = await screened()
    const [first, other] = await Promise.all([
      approve(id),
      act('second', 'review', id, { decision: 'reject', note: '无关' }),
    ])
    expect([first.success, other.success].toSorted()).toEqual([false, true])
    const late = await act('second', 'review', id, { decision: 'reject', note: '无关' })
    const won = (await row(id)).reviewedBy
    const by = won === 'reviewer' ? '微信审核岗' : 'second（测试）'
    expect(late.message).toBe(`已由${by}处理：${won === 'reviewer' ? '已通过' : '已驳回'}`)
    // A user with an outdated view gets the same message.
    const stale = await call(won === 'reviewer' ? 'second' : 'reviewer', 'POST', 'review', {
      id,
      version: 3,
      decision: 'approve',
    })
    expect(stale.message).toBe(late.message)
    const decisions = (await get(id)).log.filter(({ action }) => ['通过', '驳回'].includes(action))
    expect(decisions).toHaveLength(1)
  })

  it('requires a reason for rejecting and a question for asking', async () => {
    const id = await screened()
    expect((await act('reviewer', 'review', id, { decision: 'reject' })).message).toBe('请填写驳回理由')
    expect((await act('reviewer', 'review', id, { decision: 'ask' })).message).toBe('请填写要发送者补充的内容')
    expect((await row(id)).state).toBe('pending')
    await act('reviewer', 'review', id, { decision: 'ask', reply: '请发送拍摄位置' })
    expect((await row(id)).state).toBe('need_info')
    expect((await act('reviewer', 'review', id, { decision: 'reject', note: '未补充' })).message).toBe('已驳回')
  })

  it('can be undone within ten seconds, with its reply, but not later', async () => {
    const id = await screened()
    await approve(id, { reply: '收到' })
    expect((await act('second', 'undo', id)).message).toBe('已超过可撤销的时间')
    clock.advance(9 * SECOND_MS)
    expect((await act('reviewer', 'undo', id)).message).toBe('已撤销')
    expect(await get(id)).toMatchObject({ state: 'pending', review: null, replies: [{ state: 'cancelled' }] })
    clock.advance(MINUTE_MS)
    account.sent = []
    await look()
    expect(account.sent.map(([, text]) => text)).not.toContain('收到')
    await approve(id)
    clock.advance(13 * SECOND_MS)
    expect((await act('reviewer', 'undo', id)).message).toBe('已超过可撤销的时间')
    expect((await row(id)).state).toBe('approved')
  })

  it('restores category, risk, alarm and device when undone', async () => {
    const id = await screened()
    const [device, other] = await server.db.selectFrom('monDevice').select('id').limit(2).execute()
    await server.db
      .updateTable('monWxImage')
      .set({ deviceId: other?.id ?? null })
      .where('id', '=', id)
      .execute()
    const before = await row(id)
    const alarmId = await buildAlarm(server.db, { regionCode: '320100' })
    const links = { deviceId: device?.id, alarmId, category: 'spill' }
    expect((await approve(id, links)).success).toBe(true)
    expect(await row(id)).toMatchObject({ ...links, state: 'approved' })
    expect((await act('reviewer', 'undo', id)).message).toBe('已撤销')
    const { category, risk, deviceId, alarmId: linked } = before
    expect(await row(id)).toMatchObject({ category, risk, deviceId, alarmId: linked, state: 'pending', undo: null })
  })

  it('cannot be undone while the reply is being sent', async () => {
    const id = await screened()
    await approve(id, { reply: '收到' })
    await server.db.updateTable('monWxReply').set({ state: 'sending' }).where('imageId', '=', id).execute()
    expect((await act('reviewer', 'undo', id)).message).toBe('已超过可撤销的时间')
    expect((await row(id)).state).toBe('approved')
  })

  it('[BZ-16] decides many pictures once each, and lists those decided by others', async () => {
    const ids = [await screened(), await screened(), await screened()]
    const seen = await Promise.all(ids.map(async (id) => ({ id, version: (await row(id)).version })))
    await approve(ids[1] ?? '', {}, 'second')
    const { message, result } = await call('reviewer', 'POST', 'reviewMany', {
      images: seen,
      decision: 'reject',
      note: '与环境无关',
      reply: '',
    })
    expect(message).toBe('已驳回 2 张，1 张未处理')
    expect(result).toMatchObject({ done: 2, missed: [{ id: ids[1], reason: '已由second（测试）处理：已通过' }] })
    expect(await Promise.all(ids.map(async (id) => (await row(id)).state))).toEqual([
      'rejected',
      'approved',
      'rejected',
    ])
  })

  it("cannot reply after 48 hours, when the sender's data have been deleted", async () => {
    const id = await screened()
    await server.db
      .updateTable('monWxImage')
      .set({ receivedAt: new Date(clock.now() - 48 * HOUR_MS - 1) })
      .where('id', '=', id)
      .execute()
    expect((await approve(id, { reply: '迟了' })).message).toBe('收到图片已超过 48 小时，无法回复发送者')
    expect((await row(id)).state).toBe('pending')
    expect((await row(id)).openidSealed).not.toBeNull()
    await look()
    expect((await row(id)).openidSealed).toBeNull()
    expect((await approve(id)).success).toBe(true)
  })

  it('reports when the account refuses a reply', async () => {
    const id = await screened()
    await approve(id, { reply: '收到' })
    clock.advance(13 * SECOND_MS)
    account.error = new WxError('用户已取消关注', { code: 43004, isPassing: false })
    await look()
    account.error = undefined
    expect((await get(id)).replies).toMatchObject([{ state: 'failed', trouble: '用户已取消关注' }])
  })

  it('[BZ-16] links a device visible to the reviewer, and archives decided pictures', async () => {
    const id = await screened()
    expect((await approve(id, { deviceId: 'nobody' })).message).toBe('设备不存在或无权查看')
    expect((await approve(id, { alarmId: 'nobody' })).message).toBe('报警不存在或无权查看')
    const device = await server.db.selectFrom('monDevice').select('id').executeTakeFirstOrThrow()
    await approve(id, { deviceId: device.id })
    expect((await get(id)).device?.id).toBe(device.id)
    expect((await act('reviewer', 'archive', id)).message).toBe('已归档')
    expect((await act('reviewer', 'archive', id)).message).toBe('该状态下不能执行此操作！')
  })
})

describe('a public copy', () => {
  it('[BZ-24] requires covered faces and plates, and becomes non-public when one is uncovered', async () => {
    const id = await screened()
    await approve(id)
    expect((await act('reviewer', 'publish', id, { isPublic: true })).message).toBe('须先遮盖人脸与车牌')
    const areas = [{ x: 0.4, y: 0.4, w: 0.2, h: 0.2 }]
    await act('reviewer', 'blur', id, { areas, isAll: false })
    expect((await act('reviewer', 'publish', id, { isPublic: true })).message).toBe('须先遮盖人脸与车牌')
    expect((await act('reviewer', 'blur', id, { areas, isAll: true })).message).toBe('已遮盖，可以公开')
    expect((await act('reviewer', 'publish', id, { isPublic: true })).message).toBe('已公开')
    const picture = await server.call('GET', `/mon/wx/image/picture?id=${id}`, { token: tokens['editor'] ?? '' })
    const { data, info } = await sharp(picture.raw).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(data[Math.round(info.height / 2) * info.width + Math.round(info.width / 2)]).toBeLessThan(20)
    await act('reviewer', 'blur', id, { areas: [], isAll: false })
    expect(await get(id)).toMatchObject({ isPublic: false, isCovered: false })
    expect((await act('editor', 'blur', id, { areas, isAll: true })).success).toBe(false)
  })

  it('cannot be made public before approval, not even in SQL', async () => {
    const id = await screened()
    await act('reviewer', 'blur', id, { areas: [], isAll: true })
    expect((await act('reviewer', 'publish', id, { isPublic: true })).message).toBe('该状态下不能执行此操作！')
    const write = server.db.updateTable('monWxImage').set({ isPublic: true }).where('id', '=', id).execute()
    await expect(write).rejects.toThrow('check constraint')
  })

  it('is drawn only from the version its author has seen', async () => {
    const id = await screened()
    const { version } = await row(id)
    await approve(id)
    const stale = await call('reviewer', 'POST', 'blur', { id, version, areas: [], isAll: true })
    expect(stale.success).toBe(false)
    const beyond = await act('reviewer', 'blur', id, { areas: [{ x: 0.9, y: 0, w: 0.5, h: 0.1 }], isAll: true })
    expect(beyond.success).toBe(false)
  })
})

describe('files of copies', () => {
  it('are deleted when a concurrent call lost or they were replaced', async () => {
    const id = await screened()
    const { version } = await row(id)
    const blur = (x: number) =>
      call('reviewer', 'POST', 'blur', { id, version, areas: [{ x, y: 0.1, w: 0.1, h: 0.1 }], isAll: true })
    const answers = await Promise.all([0.1, 0.3, 0.5].map(blur))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const { storeKey, copyKey, thumbKey } = await row(id)
    const files = (await readdir(join(folder, 'files', 'wx'))).filter((name) => name.startsWith(id))
    expect(files.map((name) => `wx/${name}`).toSorted()).toEqual([storeKey, copyKey, thumbKey].toSorted())
  })
})

describe('a reader without permission for originals', () => {
  it('[BZ-24] gets city and hour only, without text and metadata, and no original', async () => {
    const bytes = await drawPicture({ seed: 601, takenMs: clock.now() - 5 * MINUTE_MS, lng: 118.71613, lat: 32.21377 })
    const id = await screened({ bytes, text: '三号楼王某家有味道' })
    const detail = await get(id, 'auditor', false)
    expect(detail).toMatchObject({
      text: '',
      exif: null,
      exifPlace: null,
      wechatPlace: null,
      apartKm: null,
      isOpen: false,
      place: { lng: 118.7, lat: 32.2 },
      regionCode: '320100',
    })
    expect(detail.receivedMs % HOUR_MS).toBe(0)
    expect(detail.nearest[0]?.km).toBe(5)
    const refused = await server.call('GET', `/mon/wx/image/get?id=${id}&open=true`, { token: tokens['auditor'] ?? '' })
    expect([refused.status, refused.body.message]).toEqual([403, '没有查看原图与确切位置的权限'])
    for (const path of ['list?open=true', 'points?open=true', `original?id=${id}`])
      expect((await server.call('GET', `/mon/wx/image/${path}`, { token: tokens['auditor'] ?? '' })).status).toBe(403)
    // The text cannot be searched either.
    expect((await call('auditor', 'GET', `list?tab=all&text=${encodeURIComponent('王某')}`)).result.total).toBe(0)
    expect(
      (await call('reviewer', 'GET', `list?tab=all&open=true&text=${encodeURIComponent('王某')}`)).result.total,
    ).toBe(1)
  })

  it('gets veiled pictures as long as they are not covered', async () => {
    const id = await screened()
    const of = async (who: string) =>
      (await server.call('GET', `/mon/wx/image/picture?id=${id}`, { token: tokens[who] ?? '' })).raw
    const [veiled, plain] = [await of('auditor'), await of('reviewer')]
    expect((await sharp(veiled).metadata()).width).toBe(480)
    expect((await sharp(plain).metadata()).width).toBe(640)
    await act('reviewer', 'blur', id, { areas: [], isAll: true })
    expect((await sharp(await of('auditor')).metadata()).width).toBe(640)
  })

  it('a reader with permission has each access logged', async () => {
    const id = await screened()
    const { no } = await row(id)
    const lines = async () =>
      (
        await server.db
          .selectFrom('monHealthAccess')
          .selectAll()
          .where('object', 'like', `%${no}%`)
          .orderBy('id')
          .execute()
      ).map(({ kind, object, userName }) => [userName, kind, object])
    await get(id, 'auditor', false)
    expect(await lines()).toEqual([])
    await get(id)
    const original = await server.call('GET', `/mon/wx/image/original?id=${id}`, { token: tokens['reviewer'] ?? '' })
    expect(original.raw.includes('HUAWEI')).toBe(true)
    expect(original.headers).toMatchObject({
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
    expect(await lines()).toEqual([
      ['reviewer', 'detail', `wx_image ${no}`],
      ['reviewer', 'export', `wx_image ${no} 原图`],
    ])
    // Both are found by their kind, whichever picture it was.
    const listed = await server.call('GET', '/mon/subject/access?object=wx_image&pageSize=100', {
      token: tokens['auditor'] ?? '',
    })
    const found: string[] = listed.body.result.records.map((line: { object: string }) => line.object)
    expect(found.filter((object) => object.includes(no))).toHaveLength(2)
  })
})

describe('lists', () => {
  it('share filters between rows and points, and count every tab', async () => {
    const id = await screened({ text: '河水上有泡沫' })
    const query = 'tab=pending&category=spill&region=3201&channel=mp&riskMin=0.3&open=true'
    const { result } = await call('reviewer', 'GET', `list?${query}&from=${clock.now() - 1}&to=${clock.now()}`)
    expect(result.records.map((one: { id: string }) => one.id)).toEqual([id])
    expect(result.records[0]).toMatchObject({ near: { name: '江北 2#' }, place: NANJING })
    expect(result.counts.pending).toBeGreaterThan(0)
    expect(result.counts.all).toBe(
      Number(
        (
          await server.db
            .selectFrom('monWxImage')
            .select((eb) => eb.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ),
    )
    const { result: map } = await call('reviewer', 'GET', `points?${query}&from=${clock.now() - 1}`)
    expect(map).toMatchObject({ points: [{ id, ...NANJING }], missing: 0 })
    expect((await call('reviewer', 'GET', `list?${query}&from=${clock.now()}`)).result.total).toBe(0)
    for (const other of ['category=smoke', 'region=21', 'channel=work', 'riskMin=0.9', 'text=none'])
      expect([
        other,
        (await call('reviewer', 'GET', `list?tab=all&open=true&from=${clock.now() - 1}&${other}`)).result.total,
      ]).toEqual([other, 0])
  })

  it('contain no pictures of other regions, which cannot be decided there either', async () => {
    const id = await screened()
    expect((await call('north', 'GET', 'list?tab=all')).result.total).toBe(0)
    expect((await call('north', 'GET', `get?id=${id}`)).message).toBe('未找到对应数据')
    for (const kind of ['thumb', 'picture', 'original'])
      expect((await call('north', 'GET', `${kind}?id=${id}`)).success).toBe(false)
    for (const [action, given] of [
      ['review', { decision: 'approve' }],
      ['undo', {}],
      ['archive', {}],
      ['place', { source: 'wechat' }],
      ['blur', { areas: [], isAll: true }],
      ['publish', { isPublic: false }],
    ] as const)
      expect([action, (await act('north', action, id, given)).message]).toEqual([action, '未找到对应数据'])
  })

  it('are visible to editors and auditors, who cannot decide', async () => {
    const id = await screened()
    for (const who of ['editor', 'auditor']) {
      expect((await call(who, 'GET', 'list?tab=pending')).success).toBe(true)
      expect((await approve(id, {}, who)).success).toBe(false)
    }
    expect((await approve(id, {}, 'duty')).message).toBe('已通过')
  })
})
