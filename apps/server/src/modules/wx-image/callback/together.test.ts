import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { loadKey } from '../../../platform/seal/key-file.ts'
import { createSealer } from '../../../platform/seal/seal.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { buildStation } from '../../../testing/build-network.ts'
import { takeMessage } from './take-message.ts'

const clock = createManualClock(parseGmt8('2026-11-21 10:18:05') ?? 0)
const NANJING = { lng: 118.716, lat: 32.214 }
const ZIBO = { lng: 118.051, lat: 36.807 }
const HARBIN = { lng: 126.6, lat: 45.7 }
const keyed = { dataDir: '/nowhere', sealKey: 'ab'.repeat(32) }

let server: TestApp
let sender = ''
let last = 0

beforeAll(async () => {
  server = await buildTestApp({ clock })
  await buildStation(server.db, { name: '江北 2#', regionCode: '320100', ...NANJING })
  await buildStation(server.db, { name: '哈尔滨站', regionCode: '230100', ...HARBIN })
})
afterAll(() => server.close())
beforeEach(() => {
  sender = `o${(last += 1)}`
})

type Said = { kind: 'image' } | { kind: 'text'; text: string } | { kind: 'location'; lng: number; lat: number }
const say = (said: Said, openId = sender, msgId = String((last += 1))) =>
  takeMessage(
    { db: server.db, now: clock.now, sealer: createSealer(() => loadKey(keyed)), hashKey: () => loadKey(keyed) },
    {
      openId,
      msgId,
      ...(said.kind === 'image'
        ? { ...said, mediaId: msgId }
        : said.kind === 'location'
          ? { ...said, label: '' }
          : said),
    },
  )
const picture = async (openId = sender): Promise<string> => {
  const msgId = String((last += 1))
  await say({ kind: 'image' }, openId, msgId)
  const found = server.db.selectFrom('monWxImage').select('id').where('msgId', '=', msgId)
  return (await found.executeTakeFirstOrThrow()).id
}
const row = (id: string) =>
  server.db.selectFrom('monWxImage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const set = (id: string, columns: object) =>
  server.db.updateTable('monWxImage').set(columns).where('id', '=', id).execute()
const text = (words: string) => say({ kind: 'text', text: words })

describe('matching of messages', () => {
  it.each([
    [30 * MINUTE_MS, '有烟'],
    [30 * MINUTE_MS + 1, ''],
  ])('joins a text and a picture %d ms apart in either order: %j', async (ms, expected) => {
    await text('有烟')
    clock.advance(ms)
    expect((await row(await picture())).text).toBe(expected)
    sender = `${sender} other`
    const before = await picture()
    clock.advance(ms)
    await text('有烟')
    expect((await row(before)).text).toBe(expected)
  })

  it('never uses words or places of other senders', async () => {
    const id = await picture()
    sender = 'oSOMEBODY'
    await text('有烟')
    await say({ kind: 'location', ...NANJING })
    expect(await row(id)).toMatchObject({ text: '', wxLng: null, locSource: 'none', version: 1 })
  })

  it.each(['approved', 'rejected', 'archived'])('adds nothing to a picture that is %s', async (state) => {
    const id = await picture()
    await set(id, { state, reviewedBy: 'reviewer', reviewedAt: new Date(clock.now()) })
    await text('补充一句')
    expect(await row(id)).toMatchObject({ state, text: '', version: 1 })
  })

  it('joins texts in order of arrival, and uses the newest place', async () => {
    await text('先')
    await text('后')
    await say({ kind: 'location', ...HARBIN })
    await say({ kind: 'location', ...NANJING })
    expect(await row(await picture())).toMatchObject({ text: '先；后', regionCode: '320100', ...NANJING })
  })

  it('joins a text and a picture that arrive concurrently', async () => {
    const senders = Array.from({ length: 12 }, (_, n) => `oRACE${n}`)
    await Promise.all(
      senders.flatMap((who) => [
        say({ kind: 'image' }, who, `race ${who}`),
        say({ kind: 'text', text: '有烟' }, who),
        say({ kind: 'location', ...NANJING }, who),
      ]),
    )
    const found = await server.db.selectFrom('monWxImage').selectAll().where('msgId', 'like', 'race %').execute()
    const whole = { text: '有烟', category: 'smoke', regionCode: '320100', locSource: 'wechat' }
    expect(found).toMatchObject(senders.map(() => whole))
  })

  it('accepts a message id once, whatever its sender', async () => {
    expect(await say({ kind: 'image' }, 'oONE', 'same')).toBe('taken')
    expect(await say({ kind: 'image' }, 'oTWO', 'same')).toBe('known')
    expect(await say({ kind: 'text', text: 'x' }, 'oONE', 'same')).toBe('known')
    const made = await server.db.selectFrom('monWxImage').select('id').where('msgId', '=', 'same').execute()
    expect(made).toHaveLength(1)
  })

  it('adds at most five hundred characters, to at most nine pictures', async () => {
    const ids: string[] = []
    for (let i = 0; i < 10; i++) {
      ids.push(await picture())
      clock.advance(1)
    }
    await text('长'.repeat(400))
    await text('长'.repeat(400))
    const lengths = await Promise.all(ids.map(async (id) => (await row(id)).text.length))
    expect(lengths).toEqual([0, ...Array.from({ length: 9 }, () => 500)])
  })
})

describe('a place that arrives after its picture', () => {
  const seen = (given: object = {}) => ({
    state: 'pending',
    locSource: 'exif',
    exifLng: ZIBO.lng,
    exifLat: ZIBO.lat,
    ...given,
  })

  it('is a doubt if far from the place in the picture, as in the other order, and none if near', async () => {
    const id = await picture()
    await set(id, { ...seen(), risk: 0.5, category: 'odour' })
    await say({ kind: 'location', ...HARBIN })
    expect(await row(id)).toMatchObject({ doubts: ['place'], risk: 0.4, locSource: 'exif', wxLng: HARBIN.lng })
    await say({ kind: 'location', ...ZIBO })
    expect(await row(id)).toMatchObject({ doubts: [], risk: 0.5 })
  })

  it('keeps other doubts and places set by a reviewer', async () => {
    const old = await picture()
    await set(old, { ...seen(), doubts: ['old'], takenAt: new Date(clock.now() - 100 * HOUR_MS) })
    await say({ kind: 'location', ...HARBIN })
    expect((await row(old)).doubts).toEqual(['old', 'place'])
    sender = `${sender} marked`
    const marked = await picture()
    await set(marked, seen({ locSource: 'manual', ...NANJING, regionCode: '320100' }))
    await say({ kind: 'location', ...HARBIN })
    expect(await row(marked)).toMatchObject({ doubts: [], locSource: 'manual', regionCode: '320100', ...NANJING })
  })

  it('moves a picture without a place to the local department, and back into review if information was requested', async () => {
    const id = await picture()
    await set(id, { state: 'need_info' })
    clock.advance(3 * HOUR_MS)
    await say({ kind: 'location', ...HARBIN })
    expect(await row(id)).toMatchObject({ state: 'pending', regionCode: '230100', locSource: 'wechat', version: 3 })
    const steps = await server.db.selectFrom('monWxImageLog').selectAll().where('imageId', '=', id).execute()
    expect(steps.map(({ action, who }) => [action, who])).toEqual([
      ['receive', '系统'],
      ['answer', '发送者'],
    ])
  })
})
