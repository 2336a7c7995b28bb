import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '../../platform/bus.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

const MESSAGE = '/sys/message/sysMessage'
const TEMPLATE = '/sys/message/sysMessageTemplate'

let server: TestApp
let token: string
let duty: string
let dutyId: string
const pushed: BusMessages['notice'][] = []

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  dutyId = await server.addUser('duty', { roles: ['prov_duty'] })
  token = await server.signIn('keeper')
  duty = await server.signIn('duty')
  server.bus.subscribe('notice', (message) => pushed.push(message))
})
afterAll(() => server.close())
beforeEach(async () => {
  pushed.length = 0
  await server.db.deleteFrom('sysSms').execute()
  await server.db.deleteFrom('sysAnnouncement').execute()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = async (method: Method, path: string, body?: object, by = token) =>
  (await server.call(method, path, { token: by, ...(body && { body }) })).body
const rows = async () => (await call('GET', `${MESSAGE}/list?column=createTime&order=desc`)).result.records
const unread = async () => (await call('GET', '/sys/annountCement/listByUser', undefined, duty)).result

const TEXT = { esTitle: '标定提醒', esType: 'system', esReceiver: 'duty,', esContent: '江北 <2#>\n下周标定' }
async function addMessage(given: object = {}): Promise<string> {
  const { success, message, result } = await call('POST', `${MESSAGE}/add`, { ...TEXT, ...given })
  if (!success) throw new Error(message)
  return result.id
}
async function addTemplate(given: object): Promise<string> {
  const form = { templateName: '提醒', templateType: '1', templateContent: '设备 ${device}', ...given }
  const { success, message, result } = await call('POST', `${TEMPLATE}/add`, form)
  if (!success) throw new Error(message)
  return result.id
}
const sendMsg = (given: object) =>
  call('POST', `${TEMPLATE}/sendMsg`, {
    templateCode: 'sys_ts_note',
    testData: '{"ts_date":"今天","ts_content":"<b>演练</b>"}',
    receiver: 'duty,',
    msgType: 'system',
    ...given,
  })

describe('sending from a template', () => {
  it('delivers a system message, listed as sent', async () => {
    expect(await sendMsg({})).toMatchObject({ success: true, message: '发送成功！' })
    const { sysMsgTotal, sysMsgList } = await unread()
    expect({ sysMsgTotal, title: sysMsgList[0].titile }).toEqual({ sysMsgTotal: 1, title: '系统通知' })
    // Values are escaped in formatted text.
    expect(sysMsgList[0].msgContent).toContain('<b>通知内容：</b>&lt;b&gt;演练&lt;/b&gt;')
    expect(pushed).toMatchObject([{ userIds: [dutyId], message: { cmd: 'user', msgTxt: '系统通知' } }])
    expect(await rows()).toMatchObject([
      {
        esTitle: '系统通知',
        esType: 'system',
        esType_dictText: '系统消息',
        esReceiver: 'duty,',
        esSendStatus: '1',
        esSendStatus_dictText: '发送成功',
        esSendNum: 1,
        esResult: null,
      },
    ])
  })

  it('sent by a client of 2.4, which offers types of templates as ways, goes to the inbox', async () => {
    for (const msgType of ['1', '2']) expect(await sendMsg({ msgType })).toMatchObject({ success: true })
    expect((await rows()).map(({ esType }: { esType: string }) => esType)).toEqual(['system', 'system'])
  })

  it.each([
    ['an unknown template', { templateCode: 'nobody' }, '模板不存在'],
    ['a missing value', { testData: '{"ts_date":"今天"}' }, '缺少模板参数：ts_content'],
    ['no values', { testData: '' }, '缺少模板参数：ts_date、ts_content'],
    ['values of another shape', { testData: '[1]' }, '应为 JSON 对象'],
    ['an unknown receiver', { receiver: 'duty,nobody' }, '接收人不存在：nobody'],
    ['nobody', { receiver: ' , ' }, '请选择接收人'],
    ['mail, which is not set up', { msgType: 'email' }, '邮件消息未配置，无法发送'],
    ['dingtalk, which is not set up', { msgType: 'dingtalk' }, '钉钉消息未配置，无法发送'],
    ['wechat, which is not set up', { msgType: 'wechat_enterprise' }, '企业微信未配置，无法发送'],
    ['an unknown way', { msgType: 'pigeon' }, '请选择发送方式'],
  ])('with %s is refused without leaving anything behind', async (_name, given, message) => {
    const answer = await sendMsg(given)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
    expect([await rows(), pushed, (await unread()).sysMsgTotal]).toEqual([[], [], 0])
  })

  it('requires the send permission', async () => {
    const { status } = await server.call('POST', `${TEMPLATE}/sendMsg`, { token: duty, body: {} })
    expect(status).toBe(403)
  })
})

describe('a message', () => {
  it('stays pending until sent; only sending sets its state, count and time', async () => {
    const id = await addMessage({ esSendStatus: '1', esSendNum: 9, esSendTime: '2020-01-01 00:00:00' })
    expect(await rows()).toMatchObject([{ id, esSendStatus: '0', esSendNum: 0, esSendTime: null, createBy: 'keeper' }])
    expect(await call('POST', `${MESSAGE}/send`, { id })).toMatchObject({ success: true })
    expect((await unread()).sysMsgList).toMatchObject([
      { titile: '标定提醒', msgContent: '<p>江北 &lt;2#&gt;<br />下周标定</p>' },
    ])
    expect(await rows()).toMatchObject([{ id, esSendStatus: '1', esSendNum: 1 }])
    expect(await call('POST', `${MESSAGE}/send`, { id })).toMatchObject({ success: false, message: '消息已发送' })
  })

  it('keeps the reason of a failed delivery, and can be sent later', async () => {
    const id = await addMessage({ esReceiver: 'nobody' })
    expect(await call('POST', `${MESSAGE}/send`, { id })).toMatchObject({ message: '接收人不存在：nobody' })
    expect(await rows()).toMatchObject([{ esSendStatus: '2', esSendNum: 1, esResult: '接收人不存在：nobody' }])
    await call('PUT', `${MESSAGE}/edit`, { id, esReceiver: 'duty', esType_dictText: '系统消息', esSendStatus: '1' })
    expect(await call('POST', `${MESSAGE}/send`, { id })).toMatchObject({ success: true })
    expect(await rows()).toMatchObject([{ esSendStatus: '1', esSendNum: 2, esResult: null }])
  })

  it('is found by title, content and receiver, and deleted with a trailing comma in the ids', async () => {
    const ids = [await addMessage(), await addMessage({ esTitle: '巡检', esContent: '请巡检', esReceiver: 'keeper' })]
    const found = async (query: object) =>
      (await call('GET', `${MESSAGE}/list?${new URLSearchParams({ ...query })}`)).result.records.map(
        (row: { esTitle: string }) => row.esTitle,
      )
    expect(await found({ esTitle: '*巡*' })).toEqual(['巡检'])
    expect(await found({ esContent: '*标定*' })).toEqual(['标定提醒'])
    expect(await found({ esReceiver: '*keeper*' })).toEqual(['巡检'])
    expect(await call('DELETE', `${MESSAGE}/deleteBatch?ids=${ids.join(',')},`)).toMatchObject({ success: true })
    expect(await rows()).toEqual([])
  })

  it('is imported and exported', async () => {
    const sheet = sheetOf([
      ['消息'],
      ['x'],
      ['消息标题', '推送内容', '接收人', '推送方式'],
      ['甲', '正文', 'duty', '系统消息'],
      ['甲', '又一条同名的', 'duty', 'email'],
      ['乙', '正文', 'duty', '信鸽'],
    ])
    const form = await multipart([['file', { name: '消息.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${MESSAGE}/importExcel`, { token, ...form })
    expect(body).toMatchObject({ success: true, code: 201, result: { successCount: 2, errorCount: 1 } })
    const { raw } = await server.call('GET', `${MESSAGE}/exportXls?column=esContent&order=asc`, { token })
    const [, , headings, ...exported] = tableOf(raw)
    expect(headings?.slice(0, 2)).toEqual(['消息标题', '推送内容'])
    expect(exported.map((row) => [row[0], row[4], row[5]])).toEqual(
      expect.arrayContaining([
        ['甲', '系统消息', '未发送'],
        ['甲', '邮件消息', '未发送'],
      ]),
    )
  })
})

describe('a template', () => {
  it('cannot be changed or deleted while in use', async () => {
    const id = await addTemplate({ templateCode: 'used', useStatus: '1' })
    const refused = { success: false, message: '此模板已被应用，禁止编辑或删除！' }
    expect(await call('PUT', `${TEMPLATE}/edit`, { id, templateName: '改' })).toMatchObject(refused)
    expect((await call('DELETE', `${TEMPLATE}/delete?id=${id}`)).success).toBe(false)
    expect((await call('GET', `${TEMPLATE}/queryById?id=${id}`)).result).toMatchObject({ templateName: '提醒' })
    // Existing clients send only these two fields when toggling.
    expect(await call('PUT', `${TEMPLATE}/edit`, { id, useStatus: '0' })).toMatchObject({ success: true })
    expect(await call('POST', `${TEMPLATE}/edit`, { id, templateName: '改', templateCode: 'x' })).toMatchObject({
      success: true,
    })
    expect((await call('GET', `${TEMPLATE}/queryById?id=${id}`)).result).toMatchObject({
      templateName: '改',
      templateCode: 'used',
      useStatus: '0',
    })
    expect(await call('DELETE', `${TEMPLATE}/delete?id=${id}`)).toMatchObject({ success: true })
  })

  it('has a unique code that forms can check', async () => {
    await addTemplate({ templateCode: 'twice' })
    expect(
      await call('POST', `${TEMPLATE}/add`, {
        templateCode: 'twice',
        templateName: 'x',
        templateType: '1',
        templateContent: 'x',
      }),
    ).toMatchObject({ success: false, message: '模板编码已存在！' })
    const query = 'tableName=sys_sms_template&fieldName=template_code&fieldVal=twice'
    expect(await call('GET', `/sys/duplicate/check?${query}`)).toMatchObject({ success: false })
  })

  it('in use is not changed by an import', async () => {
    await addTemplate({ templateCode: 'kept', useStatus: '1' })
    const sheet = sheetOf([
      ['模板CODE', '模板标题', '模板内容', '模板类型'],
      ['kept', '改', '改', '文本'],
      ['fresh', '新', '新 ${a}', '富文本'],
    ])
    const form = await multipart([['file', { name: '模板.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${TEMPLATE}/importExcel`, { token, ...form })
    expect(body.result).toMatchObject({ successCount: 1, errorCount: 1 })
    const { records } = (await call('GET', `${TEMPLATE}/list?templateCode=kept,fresh,`)).result
    expect(
      Object.fromEntries(
        records.map((row: { templateCode: string; templateName: string }) => [row.templateCode, row.templateName]),
      ),
    ).toEqual({ kept: '提醒', fresh: '新' })
  })
})
