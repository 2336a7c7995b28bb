import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '../../platform/bus.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { fillTemplate, htmlOfText, missingValues } from './fill-template.ts'

const MESSAGE = '/sys/message/sysMessage'
const TEMPLATE = '/sys/message/sysMessageTemplate'
const NOT_FOUND = { success: false, message: '未找到对应数据' }

let server: TestApp
let keeper: string
const tokens: Record<string, string> = {}
const pushed: BusMessages['notice'][] = []

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  keeper = await server.signIn('keeper')
  for (const name of ['duty', 'chief']) {
    await server.addUser(name, { roles: ['prov_duty'] })
    tokens[name] = await server.signIn(name)
  }
  server.bus.subscribe('notice', (message) => pushed.push(message))
})
afterAll(() => server.close())
beforeEach(async () => {
  pushed.length = 0
  await server.db.deleteFrom('sysSms').execute()
  await server.db.deleteFrom('sysAnnouncement').execute()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, body?: object, by = keeper) =>
  (await server.call(method, path, { token: by, ...(body && { body }) })).body
const received = async (name: string) =>
  (await call('GET', '/sys/annountCement/listByUser', undefined, tokens[name])).result.sysMsgList
const row = async (id: string) => (await call('GET', `${MESSAGE}/queryById?id=${id}`)).result
const send = (id: string) => call('POST', `${MESSAGE}/send`, { id })
async function add(given: object = {}): Promise<string> {
  const form = { esTitle: '标定提醒', esType: 'system', esReceiver: 'duty', esContent: '下周标定', ...given }
  return (await call('POST', `${MESSAGE}/add`, form)).result.id
}
async function addTemplate(templateCode: string, given: object): Promise<void> {
  const form = { templateCode, templateName: '提醒', templateType: '1', templateContent: '设备 ${device}', ...given }
  expect(await call('POST', `${TEMPLATE}/add`, form)).toMatchObject({ success: true })
}
const sendMsg = (templateCode: string, values: object, receiver = 'duty') =>
  call('POST', `${TEMPLATE}/sendMsg`, { templateCode, testData: JSON.stringify(values), receiver, msgType: 'system' })

describe('filling a text', () => {
  it.each([
    ['no blanks', '全天值班', {}, '全天值班', []],
    ['one blank twice', '${a} 与 ${a}', { a: '甲' }, '甲 与 甲', []],
    ['a number, a zero and a no', '${n}${z}${b}', { n: 1.5, z: 0, b: false }, '1.50false', []],
    ['an empty value, which is one', '[${a}]', { a: '' }, '[]', []],
    ['a value that looks like a blank', '${a}${b}', { a: '${b}', b: '乙' }, '${b}乙', []],
    ['a value that looks like a pattern', '${a}', { a: '$& $1 $$' }, '$& $1 $$', []],
    ['nothing for a blank', '${a}-${b}-${a}', { b: null }, '--', ['a', 'b']],
    ['blanks of another shape', '${ a } ${} {a} ${a-b}', { a: '甲' }, '${ a } ${} {a} ${a-b}', []],
  ])('with %s', (_what, text, values, expected, missing) => {
    expect(fillTemplate(text, values, false)).toBe(expected)
    expect(missingValues(text, values)).toEqual(missing)
  })

  it('escapes values in formatted text', () => {
    const filled = fillTemplate('<p title="${a}">${a}</p>', { a: `"><script>alert('1')</script>` }, true)
    expect(filled).not.toMatch(/<script|"><s/)
    expect(fillTemplate('${a}', { a: '<b>' }, false)).toBe('<b>')
  })

  it('keeps the line breaks of plain text', () => {
    expect(htmlOfText('甲\n乙\r\n<丙>&')).toBe('<p>甲<br />乙<br />&lt;丙&gt;&amp;</p>')
  })
})

describe('sending', () => {
  it('reaches each receiver once, despite duplicates and blanks in the list', async () => {
    const id = await add({ esReceiver: ' duty ,duty,, chief,' })
    expect(await send(id)).toMatchObject({ success: true })
    for (const name of ['duty', 'chief']) expect(await received(name)).toMatchObject([{ titile: '标定提醒' }])
    expect(pushed).toHaveLength(1)
    expect(pushed[0]?.userIds).toHaveLength(2)
  })

  it('happens once under concurrent requests', async () => {
    const id = await add()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(id)))
    expect(answers.map(({ message }) => message).sort()).toEqual([
      '发送成功！',
      '消息已发送',
      '消息已发送',
      '消息已发送',
    ])
    expect(await received('duty')).toHaveLength(1)
    expect(pushed).toHaveLength(1)
    expect(await row(id)).toMatchObject({ esSendStatus: '1', esSendNum: 1, esResult: null })
  })

  it('reaches nobody when one of the receivers no longer exists', async () => {
    const leaver = await server.addUser('leaver')
    await server.db.updateTable('sysUser').set({ delFlag: 1 }).where('id', '=', leaver).execute()
    const id = await add({ esReceiver: 'duty,leaver' })
    expect(await send(id)).toMatchObject({ success: false, message: '接收人不存在：leaver' })
    expect(await received('duty')).toEqual([])
    expect(await row(id)).toMatchObject({ esSendStatus: '2', esSendNum: 1 })
  })

  it('names at most ten unknown receivers', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `nobody${index}`)
    const { message } = await send(await add({ esReceiver: names.join(',') }))
    expect(message).toBe(`接收人不存在：${names.slice(0, 10).join('、')}`)
  })

  it('counts every attempt', async () => {
    const id = await add({ esType: 'email' })
    for (const tries of [1, 2, 3]) {
      expect(await send(id)).toMatchObject({ success: false, message: '邮件消息未配置，无法发送' })
      expect(await row(id)).toMatchObject({ esSendStatus: '2', esSendNum: tries, esResult: '邮件消息未配置，无法发送' })
    }
    const { result } = await call('GET', `${MESSAGE}/history?id=${id}`)
    expect(result.map(({ version }: { version: number }) => version)).toEqual([4, 3, 2, 1])
  })

  it('of a missing message or without an id is refused', async () => {
    expect(await send('no-such-row')).toMatchObject(NOT_FOUND)
    for (const body of [{}, { id: '' }, { id: ['1'] }, { id: "1' or '1'='1" }])
      expect((await call('POST', `${MESSAGE}/send`, body)).success).toBe(false)
    expect(pushed).toEqual([])
  })

  it('sanitises formatted text', async () => {
    const id = await add({
      esContent: '<p onclick="steal()">甲<script>steal()</script><a href="javascript:steal()">乙</a></p>',
    })
    expect(await send(id)).toMatchObject({ success: true })
    const [{ msgContent }] = await received('duty')
    expect(msgContent).toContain('甲')
    expect(msgContent).not.toMatch(/script|onclick|steal/)
  })
})

describe('sending from a template', () => {
  it('escapes hostile values in plain text', async () => {
    await addTemplate('plain', {})
    expect(await sendMsg('plain', { device: '<img src=x onerror=alert(1)>' })).toMatchObject({ success: true })
    expect((await received('duty'))[0].msgContent).toBe('<p>设备 &lt;img src=x onerror=alert(1)&gt;</p>')
  })

  it('ignores inherited properties', async () => {
    await addTemplate('inherited', { templateContent: '${constructor} ${toString}' })
    expect(await sendMsg('inherited', {})).toMatchObject({
      success: false,
      message: '缺少模板参数：constructor、toString',
    })
    expect(pushed).toEqual([])
  })

  it('records the values it was filled with', async () => {
    await addTemplate('kept', {})
    await sendMsg('kept', { device: '江北 2#', spare: 1 })
    const { records } = (await call('GET', `${MESSAGE}/list?esReceiver=duty`)).result
    expect(records).toMatchObject([
      { esParam: '{"device":"江北 2#","spare":1}', esContent: '<p>设备 江北 2#</p>', createBy: 'keeper' },
    ])
  })

  it.each([
    ['no JSON', '{device:1}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['too much of it', JSON.stringify({ device: 'x'.repeat(4_000) })],
  ])('with %s as values is refused', async (_what, testData) => {
    const body = { templateCode: 'sys_ts_note', testData, receiver: 'duty', msgType: 'system' }
    expect((await call('POST', `${TEMPLATE}/sendMsg`, body)).success).toBe(false)
    expect(pushed).toEqual([])
  })
})
