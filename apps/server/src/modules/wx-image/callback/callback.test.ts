import { MINUTE_MS, parseGmt8, SECOND_MS } from '@natim/domain/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../../platform/clock.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-app.ts'
import { encrypt, signatureOf } from './signature.ts'

const TOKEN = 'natim_token'
const AES_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'
const APP_ID = 'wx0123456789abcdef'
const clock = createManualClock(parseGmt8('2026-11-21 10:18:05') ?? 0)

let server: TestApp
let sealed: TestApp

beforeAll(async () => {
  server = await buildTestApp({ clock, config: { wxToken: TOKEN } })
  sealed = await buildTestApp({ clock, config: { wxToken: TOKEN, wxAesKey: AES_KEY, wxAppId: APP_ID } })
})
afterAll(async () => {
  await server.close()
  await sealed.close()
})
beforeEach(() => clock.leap(40 * MINUTE_MS))

let last = 1000
const tag = (name: string, value: string) => `<${name}><![CDATA[${value}]]></${name}>`
const xml = (
  type: string,
  parts: Readonly<Record<string, string>>,
  { from = 'oABC', msgId = String((last += 1)) } = {},
) =>
  `<xml>${tag('ToUserName', 'gh_1')}${tag('FromUserName', from)}<CreateTime>1</CreateTime>${tag('MsgType', type)}${Object.entries(
    parts,
  )
    .map(([name, value]) => tag(name, value))
    .join('')}<MsgId>${msgId}</MsgId></xml>`
const image = (given?: { from?: string; msgId?: string }) =>
  xml('image', { PicUrl: 'http://mmbiz.example/x', MediaId: 'media-1' }, given)

interface Given {
  readonly at?: number
  readonly token?: string
  readonly signature?: string
  readonly type?: string
  readonly to?: TestApp
  readonly more?: Readonly<Record<string, string>>
}

async function send(
  body: string,
  { at = clock.now(), token = TOKEN, signature, type = 'text/xml', to = server, more }: Given = {},
) {
  const signed = { timestamp: String(Math.floor(at / SECOND_MS)), nonce: 'n1' }
  const query = { ...signed, signature: signature ?? signatureOf(token, signed.timestamp, signed.nonce), ...more }
  const answer = await to.call('POST', `/mon/wx/callback?${new URLSearchParams(query)}`, {
    body,
    headers: { 'content-type': type },
  })
  return { status: answer.status, text: answer.raw.toString() }
}

const images = (to = server) => to.db.selectFrom('monWxImage').selectAll().orderBy('receivedAt').orderBy('no').execute()
const countOf = async () => (await images()).length

describe('the echo for a new address', () => {
  const ask = async (token: string, at = clock.now()) => {
    const timestamp = String(Math.floor(at / SECOND_MS))
    const query = { timestamp, nonce: 'n', echostr: '8841', signature: signatureOf(token, timestamp, 'n') }
    return server.call('GET', `/mon/wx/callback?${new URLSearchParams(query)}`)
  }
  it('is returned for a right signature only', async () => {
    const right = await ask(TOKEN)
    expect([right.status, right.raw.toString()]).toEqual([200, '8841'])
    expect((await ask('other')).status).toBe(403)
    expect((await ask(TOKEN, clock.now() - 11 * MINUTE_MS)).status).toBe(403)
  })
})

describe('a picture', () => {
  it('[BZ-16] is stored before it is answered, with its sender sealed and hashed', async () => {
    expect(await send(image({ from: 'oSECRET' }))).toEqual({ status: 200, text: 'success' })
    const row = (await images()).at(-1)
    expect(row).toMatchObject({
      state: 'received',
      mediaId: 'media-1',
      locSource: 'none',
      regionCode: '000000',
      version: 1,
    })
    expect(row?.no).toMatch(/^WX202611\d\d-\d{4}$/)
    expect(row?.openidHash).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(row)).not.toContain('oSECRET')
    // A snowflake would reveal the time to the millisecond.
    expect(row?.id).toMatch(/^[0-9a-f]{32}$/)
    const log = await server.db
      .selectFrom('monWxImageLog')
      .selectAll()
      .where('imageId', '=', row?.id ?? '')
      .execute()
    expect(log.map(({ action, toState }) => [action, toState])).toEqual([['receive', 'received']])
  })

  it('that is sent again, even concurrently, gets the same answer and adds nothing', async () => {
    const before = await countOf()
    const body = image({ msgId: 'again' })
    const answers = await Promise.all([send(body), send(body), send(body)])
    expect(answers).toEqual(Array.from({ length: 3 }, () => ({ status: 200, text: 'success' })))
    clock.advance(MINUTE_MS)
    expect((await send(body)).text).toBe('success')
    expect(await countOf()).toBe(before + 1)
  })

  it('has a unique number among concurrent ones', async () => {
    const from = await countOf()
    await Promise.all(Array.from({ length: 8 }, (_, n) => send(image({ from: `oMANY${n}` }))))
    const nos = (await images()).slice(from).map(({ no }) => no)
    expect(new Set(nos).size).toBe(8)
  })

  it('is matched with text and place of the same sender, in any order of arrival', async () => {
    await send(xml('location', { Location_X: '32.214', Location_Y: '118.716', Label: '化工路' }, { from: 'oA' }))
    await send(image({ from: 'oA' }))
    await send(image({ from: 'oOTHER' }))
    clock.advance(MINUTE_MS)
    await send(xml('text', { Content: '下楼闻到很呛的味道，眼睛疼' }, { from: 'oA' }))
    const [of, other] = (await images()).slice(-2)
    expect(of).toMatchObject({
      text: '化工路；下楼闻到很呛的味道，眼睛疼',
      category: 'odour',
      risk: 0.85,
      wxLng: 118.716,
      wxLat: 32.214,
      lng: 118.716,
      lat: 32.214,
      locSource: 'wechat',
    })
    expect(other).toMatchObject({ text: '', locSource: 'none' })
  })

  it('is not matched with a text an hour later', async () => {
    await send(image({ from: 'oLATE' }))
    clock.leap(61 * MINUTE_MS)
    await send(xml('text', { Content: '另一件事' }, { from: 'oLATE' }))
    expect((await images()).at(-1)?.text).toBe('')
  })

  it("for which information was requested returns to review with the sender's answer, however late", async () => {
    await send(image({ from: 'oASKED' }))
    const id = (await images()).at(-1)?.id ?? ''
    await server.db.updateTable('monWxImage').set({ state: 'need_info' }).where('id', '=', id).execute()
    clock.leap(90 * MINUTE_MS)
    await send(xml('text', { Content: '在三号门' }, { from: 'oASKED' }))
    const row = await server.db.selectFrom('monWxImage').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect([row.state, row.text]).toEqual(['pending', '在三号门'])
  })
})

describe('refused calls, which add nothing', () => {
  it.each<[string, Given]>([
    ['a wrong signature', { signature: '0'.repeat(40) }],
    ['a signature of another length', { signature: 'x' }],
    ['none', { signature: '' }],
    ['a signature with another token', { token: 'guess' }],
    ['a call of eleven minutes ago', { at: -11 * MINUTE_MS }],
    ['a call of the future', { at: 11 * MINUTE_MS }],
  ])('%s', async (_name, { at, ...given }) => {
    const before = await countOf()
    const answer = await send(image(), { ...given, ...(at !== undefined && { at: clock.now() + at }) })
    expect(answer).toEqual({ status: 403, text: 'signature' })
    expect(await countOf()).toBe(before)
    const known = await server.db.selectFrom('monWxMessage').selectAll().where('msgId', '=', String(last)).execute()
    expect(known).toEqual([])
  })

  it.each([
    ['entities', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${image()}`],
    ['entities that grow', `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${image()}`],
    ['no xml', 'hello'],
    ['a picture without media', xml('image', {})],
    ['a place beyond the globe', xml('location', { Location_X: '91', Location_Y: '118' })],
    ['a message without a number', image().replace(/<MsgId>.*<\/MsgId>/, '')],
    ['a number that is too long', image({ msgId: '9'.repeat(65) })],
  ])('%s', async (_name, body) => {
    const before = await countOf()
    expect((await send(body)).status).toBe(400)
    expect(await countOf()).toBe(before)
  })

  it('a body of another type, or one that is too large', async () => {
    expect((await send(image(), { type: 'text/plain' })).status).toBe(415)
    expect((await send(xml('text', { Content: 'x'.repeat(70_000) }))).status).toBe(413)
  })

  it('any call without a configured token', async () => {
    const bare = await buildTestApp({ clock })
    expect((await send(image(), { to: bare, token: '' })).status).toBe(403)
    await bare.close()
  })
})

it('messages of other kinds are answered but not stored', async () => {
  expect((await send(xml('event', { Event: 'subscribe' }))).text).toBe('success')
  expect((await send(xml('voice', { MediaId: 'v' }))).text).toBe('success')
  expect(
    await server.db
      .selectFrom('monWxMessage')
      .selectAll()
      .where('kind', 'not in', ['image', 'text', 'location'])
      .execute(),
  ).toEqual([])
})

it('the five XML entities are decoded once, and characters that no column accepts are replaced', async () => {
  await send(image({ from: 'oXML' }))
  await send(xml('text', { Content: 'a &lt;b&gt; &amp;lt; \u{D800}c' }, { from: 'oXML' }))
  expect((await images()).at(-1)?.text).toBe('a <b> &lt; \uFFFDc')
})

describe('an account in encrypted mode', () => {
  const wrap = (text: string) => `<xml>${tag('ToUserName', 'gh_1')}${tag('Encrypt', text)}</xml>`
  const sendSealed = (text: string, given: { signature?: string } = {}) => {
    const timestamp = String(Math.floor(clock.now() / SECOND_MS))
    const msg_signature = given.signature ?? signatureOf(TOKEN, timestamp, 'n1', text)
    return send(wrap(text), { to: sealed, more: { msg_signature, encrypt_type: 'aes' } })
  }
  it('accepts an encrypted call', async () => {
    expect(await sendSealed(encrypt(image(), AES_KEY, APP_ID))).toEqual({ status: 200, text: 'success' })
    expect(await images(sealed)).toHaveLength(1)
  })

  it.each([
    [
      'the signature does not cover the text',
      () => sendSealed(encrypt(image(), AES_KEY, APP_ID), { signature: signatureOf(TOKEN, '1', 'n1') }),
    ],
    ['it was meant for another account', () => sendSealed(encrypt(image(), AES_KEY, 'wxother'))],
    ['it was sealed with another key', () => sendSealed(encrypt(image(), AES_KEY.toUpperCase(), APP_ID))],
    ['it is no sealed text', () => sendSealed('AAAA')],
    ['it says something in clear', () => send(image(), { to: sealed })],
  ])('refuses a call when %s', async (_name, call) => {
    expect((await call()).status).toBe(403)
    expect(await images(sealed)).toHaveLength(1)
  })
})
