import { NOTICE_PRIORITY } from '@natim/contract/dict'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BusMessages } from '../../platform/bus.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { multipart } from '../../testing/multipart.ts'
import { sheetOf, tableOf } from '../import/testing/sheet.ts'

const BASE = '/sys/annountCement'
const MINE = '/sys/sysAnnouncementSend'

let server: TestApp
let ids: Record<'editor' | 'colleague' | 'duty' | 'analyst', string>
let tokens: Record<keyof typeof ids, string>
const pushed: BusMessages['notice'][] = []

beforeAll(async () => {
  server = await buildTestApp({ config: { linkHosts: ['www.allowed.example'] } })
  ids = {
    editor: await server.addUser('editor', { roles: ['admin'] }),
    colleague: await server.addUser('colleague', { roles: ['admin'] }),
    duty: await server.addUser('duty', { roles: ['prov_duty'] }),
    analyst: await server.addUser('analyst', { roles: ['analyst'] }),
  }
  tokens = {
    editor: await server.signIn('editor'),
    colleague: await server.signIn('colleague'),
    duty: await server.signIn('duty'),
    analyst: await server.signIn('analyst'),
  }
  server.bus.subscribe('notice', (message) => pushed.push(message))
})
afterAll(() => server.close())
beforeEach(async () => {
  pushed.length = 0
  await server.db.deleteFrom('sysAnnouncement').execute()
})

type Who = keyof typeof ids
const call = async (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  (await server.call(method, path, { token: tokens[who], ...(body ? { body } : {}) })).body
const add = async (given: object = {}, who: Who = 'editor'): Promise<string> => {
  const { success, message, result } = await call(who, 'POST', `${BASE}/add`, { titile: '夜间演练', ...given })
  if (!success) throw new Error(message)
  return result.id
}
const release = (id: string, who: Who = 'editor') => call(who, 'GET', `${BASE}/doReleaseData?id=${id}`)
const published = async (given: object = {}) => {
  const id = await add(given)
  await release(id)
  return id
}
const unread = async (who: Who) => (await call(who, 'GET', `${BASE}/listByUser`)).result
const titles = (rows: { titile: string }[]) => rows.map((row) => row.titile)
const mine = async (who: Who, query = '') => (await call(who, 'GET', `${MINE}/getMyAnnouncementSend${query}`)).result

describe('[CA-75] announcement fields', () => {
  it('returns the title as titile, msgTxt as the abstract or else the title, and msgId equal to id', async () => {
    const id = await add({ msgAbstract: '<b>请</b>值班员参加', msgContent: '<p>正文</p>', priority: 'H' })
    const { result } = await call('editor', 'GET', `${BASE}/queryById?id=${id}`)
    expect(result).toMatchObject({
      id,
      msgId: id,
      titile: '夜间演练',
      msgTxt: '请值班员参加',
      msgContent: '<p>正文</p>',
      priority: 'H',
      priority_dictText: NOTICE_PRIORITY.H,
      sendStatus: '0',
      sender: null,
      openType: null,
      openPage: null,
      busId: null,
    })
    expect(result).not.toHaveProperty('title')
    await call('editor', 'PUT', `${BASE}/edit`, { id, msgAbstract: '' })
    expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result.msgTxt).toBe('夜间演练')
  })

  it('returns the publisher as user name with the real name, and finds by either', async () => {
    await server.db.updateTable('sysUser').set({ realname: '周海宁' }).where('id', '=', ids.editor).execute()
    const id = await published()
    const sent = { sender: 'editor', sender_dictText: '周海宁' }
    expect((await call('duty', 'GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject(sent)
    expect((await unread('duty')).anntMsgList).toMatchObject([sent])
    expect((await mine('duty', '?sender=海宁')).records).toMatchObject([sent])
    expect((await mine('duty', '?sender=李')).records).toEqual([])
    await server.db.updateTable('sysAnnouncement').set({ sender: 'nobody' }).where('id', '=', id).execute()
    expect((await unread('duty')).anntMsgList).toMatchObject([{ sender: 'nobody', sender_dictText: null }])
  })

  it('accepts title on writing too (D-02), and filters and sorts by titile', async () => {
    await add({ titile: undefined, title: '乙' })
    await add({ titile: '甲' })
    await add({ titile: '丙' })
    const list = async (query: string) => titles((await call('editor', 'GET', `${BASE}/list?${query}`)).result.records)
    expect(await list('titile=甲')).toEqual(['甲'])
    expect(await list('titile=*乙*')).toEqual(['乙'])
    expect(await list('column=titile&order=asc')).toEqual(['丙', '乙', '甲'])
  })
})

describe('[CA-71] publishing and revoking', () => {
  it('[SY-49] makes a published announcement readable for all, pushes topic, and removes a revoked one from unread at once', async () => {
    const id = await add({ msgAbstract: '摘要' })
    expect((await unread('duty')).anntMsgTotal).toBe(0)
    expect(await release(id)).toMatchObject({ success: true, message: '发布成功！' })
    expect(await unread('duty')).toMatchObject({ anntMsgTotal: 1, anntMsgList: [{ id, sender: 'editor' }] })
    expect(pushed).toEqual([{ userIds: 'all', message: { cmd: 'topic', msgId: id, msgTxt: '摘要' } }])
    const sends = await server.db.selectFrom('sysAnnouncementSend').select('userId').execute()
    expect(sends.map((row) => row.userId).sort()).toEqual(Object.values(ids).sort())

    expect(await call('editor', 'GET', `${BASE}/doReovkeData?id=${id}`)).toMatchObject({ success: true })
    expect((await unread('duty')).anntMsgTotal).toBe(0)
    expect((await mine('duty')).total).toBe(0)
    expect(pushed[1]).toEqual({ userIds: 'all', message: { cmd: 'topic', msgTxt: '' } })
    expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject({ sendStatus: '2' })
  })

  it('[SY-49] reaches only the addressed users, and pushes user', async () => {
    const id = await published({ msgType: 'USER', userIds: `${ids.duty},` })
    expect(pushed).toEqual([{ userIds: [ids.duty], message: { cmd: 'user', msgId: id, msgTxt: '夜间演练' } }])
    expect((await unread('duty')).anntMsgTotal).toBe(1)
    expect((await unread('analyst')).anntMsgTotal).toBe(0)
  })

  it('refuses publishing twice, revoking an unpublished one, and changing or deleting a published one', async () => {
    const id = await add()
    expect(await call('editor', 'GET', `${BASE}/doReovkeData?id=${id}`)).toMatchObject({ message: '通告尚未发布' })
    await release(id)
    expect(await release(id)).toMatchObject({ success: false, message: '通告已发布' })
    for (const answer of [
      await call('editor', 'PUT', `${BASE}/edit`, { id, titile: '改' }),
      await call('editor', 'DELETE', `${BASE}/delete?id=${id}`),
    ]) {
      expect(answer).toMatchObject({ success: false, message: '通告已发布，请先撤销' })
    }
  })

  it('[SY-66] logs who wrote, changed, published, revoked and deleted, with both values and the origin', async () => {
    const id = await add({ priority: 'L' })
    await call('editor', 'PUT', `${BASE}/edit`, { id, priority: 'H', msgType: 'USER', userIds: ids.duty })
    await release(id)
    await call('editor', 'GET', `${BASE}/doReovkeData?id=${id}`)
    await call('editor', 'DELETE', `${BASE}/delete?id=${id}`)
    const log = await server.db.selectFrom('sysLog').selectAll().where('objectId', '=', id).orderBy('id').execute()
    const by = { userId: ids.editor, success: true, ip: '127.0.0.1' }
    expect(log).toMatchObject([
      { ...by, logContent: '新增通告：夜间演练', operateType: 2, detail: { after: { priority: 'L' } } },
      {
        ...by,
        logContent: '编辑通告：夜间演练',
        operateType: 3,
        detail: {
          before: { priority: 'L', msgType: 'ALL', userIds: null },
          after: { priority: 'H', msgType: 'USER', userIds: `${ids.duty},` },
        },
      },
      { ...by, logContent: '发布通告：夜间演练', detail: { before: { sendStatus: '0' }, after: { sendStatus: '1' } } },
      { ...by, logContent: '撤销通告：夜间演练', detail: { before: { sendStatus: '1' }, after: { sendStatus: '2' } } },
      { ...by, logContent: '删除通告：夜间演练', operateType: 4, detail: { before: { title: '夜间演练' } } },
    ])
  })

  it('makes an announcement unread again when it is republished', async () => {
    const id = await published()
    await call('duty', 'PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: id })
    await call('editor', 'GET', `${BASE}/doReovkeData?id=${id}`)
    await release(id)
    expect((await unread('duty')).anntMsgTotal).toBe(1)
  })
})

describe('[CA-72] my unread announcements', () => {
  it('are split into notices and system messages with totals, newest first, limited by pageSize', async () => {
    for (const title of ['一', '二', '三']) await published({ titile: title })
    await published({ titile: '系统', msgCategory: '2' })
    const { result } = await call('duty', 'GET', `${BASE}/listByUser?pageSize=2`)
    expect(result).toMatchObject({ anntMsgTotal: 3, sysMsgTotal: 1 })
    expect(titles(result.anntMsgList)).toEqual(['三', '二'])
    expect(titles(result.sysMsgList)).toEqual(['系统'])
  })

  it('exclude announcements that ended before the user joined', async () => {
    await published({ startTime: '2020-01-01 00:00:00', endTime: '2020-02-01 00:00:00' })
    await published({ titile: '有效', endTime: '2099-01-01 00:00:00' })
    expect(titles((await unread('duty')).anntMsgList)).toEqual(['有效'])
  })
})

describe('[CA-74] reading', () => {
  it.each(['PUT', 'POST'] as const)('%s marks as read for the caller only', async (method) => {
    const id = await published()
    expect(await call('duty', method, `${MINE}/editByAnntIdAndUserId`, { anntId: id })).toMatchObject({ success: true })
    expect((await unread('duty')).anntMsgTotal).toBe(0)
    expect((await unread('analyst')).anntMsgTotal).toBe(1)
    expect((await mine('duty')).records[0]).toMatchObject({ anntId: id, userId: ids.duty, readFlag: '1' })
  })

  it('marking an announcement of another user has no effect', async () => {
    const id = await published({ msgType: 'USER', userIds: ids.duty })
    await call('analyst', 'PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: id })
    expect((await mine('analyst')).total).toBe(0)
    expect((await unread('duty')).anntMsgTotal).toBe(1)
  })

  it('marks all as read', async () => {
    await published()
    await published({ msgCategory: '2' })
    await call('duty', 'PUT', `${MINE}/readAll`)
    expect(await unread('duty')).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    expect((await unread('analyst')).anntMsgTotal).toBe(1)
  })

  it('lists my announcements, unread first, searchable by title, publisher and state', async () => {
    const first = await published({ titile: '台风防御' })
    await published({ titile: '设备检定' })
    await call('duty', 'PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: first })
    await published({ titile: '台风解除' })
    expect(titles((await mine('duty')).records)).toEqual(['台风解除', '设备检定', '台风防御'])
    expect(titles((await mine('duty', '?titile=台风')).records)).toEqual(['台风解除', '台风防御'])
    expect((await mine('duty', '?sender=EDIT')).total).toBe(3)
    expect((await mine('duty', '?sender=nobody')).total).toBe(0)
    expect(titles((await mine('duty', '?readFlag=1')).records)).toEqual(['台风防御'])
    expect(await mine('duty', '?pageNo=2&pageSize=2')).toMatchObject({ total: 3, pages: 2, current: 2 })
  })
})

describe('[CA-73] visibility', () => {
  it('shows drafts to their author only, not even to colleagues with the permission', async () => {
    const id = await add()
    for (const who of ['colleague', 'duty'] as const) {
      expect(await call(who, 'GET', `${BASE}/queryById?id=${id}`)).toMatchObject({
        success: false,
        message: '未找到对应数据',
      })
    }
    expect((await call('colleague', 'GET', `${BASE}/list`)).result.total).toBe(0)
    for (const answer of [
      await call('colleague', 'PUT', `${BASE}/edit`, { id, titile: '篡改' }),
      await call('colleague', 'DELETE', `${BASE}/deleteBatch?ids=${id},`),
      await release(id, 'colleague'),
    ]) {
      expect(answer).toMatchObject({ success: false, message: '未找到对应数据' })
    }
    expect((await call('editor', 'GET', `${BASE}/list`)).result.records).toMatchObject([
      { titile: '夜间演练', sendStatus: '0' },
    ])
  })

  it('shows addressed announcements to the author and addressees only, and the addressees to the author only', async () => {
    const id = await published({ msgType: 'USER', userIds: `${ids.duty},${ids.analyst},` })
    const seenBy = async (who: Who) => (await call(who, 'GET', `${BASE}/queryById?id=${id}`)).result
    expect(await seenBy('colleague')).toBeNull()
    expect(await seenBy('duty')).toMatchObject({ id, userIds: null })
    expect((await seenBy('editor')).userIds.split(',').filter(Boolean).sort()).toEqual([ids.duty, ids.analyst].sort())
  })

  it('refuses writing, publishing, revoking and listing without the permission', async () => {
    const id = await add()
    const before = await server.db.selectFrom('sysAnnouncement').selectAll().execute()
    for (const [method, path, body] of [
      ['GET', `${BASE}/list`],
      ['POST', `${BASE}/add`, { titile: 'x' }],
      ['PUT', `${BASE}/edit`, { id, titile: 'x' }],
      ['DELETE', `${BASE}/delete?id=${id}`],
      ['GET', `${BASE}/doReleaseData?id=${id}`],
      ['GET', `${BASE}/doReovkeData?id=${id}`],
    ] as const) {
      const { status } = await server.call(method, path, { token: tokens.duty, ...(body ? { body } : {}) })
      expect({ path, status }).toEqual({ path, status: 403 })
    }
    expect(await server.db.selectFrom('sysAnnouncement').selectAll().execute()).toEqual(before)
    expect(pushed).toEqual([])
  })
})

describe('validation on writing', () => {
  it.each([
    ['标题缺失', { titile: '' }, '不能为空'],
    ['标题只有标签', { titile: '<i></i>' }, '不能为空'],
    [
      '结束不晚于开始',
      { startTime: '2026-01-02 00:00:00', endTime: '2026-01-02 00:00:00' },
      '结束时间必须晚于开始时间',
    ],
    ['没有的日子', { startTime: '2026-02-30 00:00:00' }, '没有这个日期'],
    ['没有的优先级', { priority: 'X' }, '请选择优先级'],
    ['没有接收人', { msgType: 'USER', userIds: ',' }, '请选择接收用户'],
    ['接收人不存在', { msgType: 'USER', userIds: 'nobody' }, '接收用户不存在'],
    ['危险的打开页面', { openType: 'url', openPage: 'javascript:alert(1)' }, '打开页面不正确'],
    ['名单外的链接', { openType: 'url', openPage: 'https://elsewhere.example/' }, '外部链接不在许可名单中'],
    ['名单内主机的明文链接', { openType: 'url', openPage: 'http://www.allowed.example/' }, '打开页面不正确'],
    [
      '冒充名单内主机',
      { openType: 'url', openPage: 'https://www.allowed.example@evil.example/' },
      '外部链接不在许可名单中',
    ],
    ['他站的页面', { openType: 'url', openPage: '//evil.example' }, '打开页面不正确'],
  ])('%s', async (_name, given, message) => {
    const answer = await call('editor', 'POST', `${BASE}/add`, { titile: '标题', ...given })
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(message)
  })

  it('accepts links to allowed hosts and own pages', async () => {
    for (const openPage of ['https://www.allowed.example/a?b=1', '/mon/device/list', 'mon/device/DeviceDetail']) {
      const id = await add({ openType: 'url', openPage })
      expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result.openPage).toBe(openPage)
    }
  })

  it('takes known fields only; state and author do not come from the request', async () => {
    const id = await add({ sendStatus: '1', createBy: 'colleague', delFlag: '1', sender: 'x', id: '' })
    expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result).toMatchObject({
      sendStatus: '0',
      createBy: 'editor',
      sender: null,
    })
  })

  it('updates addressees: removed ones lose it, added ones get it, and switching to all clears the list', async () => {
    const id = await add({ msgType: 'USER', userIds: `${ids.duty},` })
    await call('editor', 'PUT', `${BASE}/edit`, { id, userIds: `${ids.analyst},` })
    expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result.userIds).toBe(`${ids.analyst},`)
    await call('editor', 'POST', `${BASE}/edit`, { id, msgType: 'ALL' })
    expect(await server.db.selectFrom('sysAnnouncementSend').selectAll().execute()).toEqual([])
  })

  it('soft-deletes: a deleted announcement is no longer visible', async () => {
    const id = await add()
    await call('editor', 'DELETE', `${BASE}/deleteBatch?ids=${id},`)
    expect((await call('editor', 'GET', `${BASE}/list`)).result.total).toBe(0)
    expect((await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).success).toBe(false)
  })
})

describe('versions', () => {
  const history = async (id: string, who: Who = 'editor') => call(who, 'GET', `${BASE}/history?id=${id}`)
  const restore = (body: object, who: Who = 'editor') => call(who, 'POST', `${BASE}/restore`, body)
  const now = async (id: string) => (await call('editor', 'GET', `${BASE}/queryById?id=${id}`)).result

  it('keeps a version of every change and restores any of them with addressees, except when published', async () => {
    const id = await add({ startTime: '2026-12-01 08:00:00', msgType: 'USER', userIds: `${ids.duty},` })
    await call('editor', 'PUT', `${BASE}/edit`, { id, titile: '改', startTime: '', msgType: 'ALL' })
    expect((await history(id)).result).toMatchObject([
      { version: 2, operateType: 3, content: { titile: '改', msgType: 'ALL' } },
      { version: 1, operateType: 2, content: { titile: '夜间演练', userIds: `${ids.duty},` } },
    ])
    expect(await restore({ id, version: 1 })).toMatchObject({ success: true, message: '恢复成功！' })
    expect(await now(id)).toMatchObject({
      titile: '夜间演练',
      startTime: '2026-12-01 08:00:00',
      msgType: 'USER',
      userIds: `${ids.duty},`,
    })
    await release(id)
    expect(await restore({ id, version: 2 })).toMatchObject({ success: false, message: '通告已发布，请先撤销' })
  })

  it("restores a deleted announcement as a draft; others' drafts have no visible versions and cannot be restored", async () => {
    const id = await add()
    await call('editor', 'DELETE', `${BASE}/delete?id=${id}`)
    for (const answer of [await history(id, 'colleague'), await restore({ id }, 'colleague')]) {
      expect(answer).toMatchObject({ success: false, message: '未找到对应数据' })
    }
    expect((await call('editor', 'GET', `${BASE}/list`)).result.total).toBe(0)
    expect(await restore({ id })).toMatchObject({ success: true })
    expect(await now(id)).toMatchObject({ titile: '夜间演练', sendStatus: '0', delFlag: '0' })
    expect(await restore({ id, version: 99 })).toMatchObject({ success: false, message: '未找到对应数据' })
  })
})

describe('dangerous content', () => {
  const HOSTILE =
    '<p onclick="x()">好<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">链</a>' +
    '<iframe src="https://evil.example"></iframe><svg onload=alert(1)><style>*{display:none}</style>' +
    '<a href="https://ok.example" target="_self">外</a><b style="position:fixed;color:red">红</b></p>'

  it('[WG-96] is removed on writing', async () => {
    const id = await add({ msgContent: HOSTILE, titile: '<script>x</script>标题' })
    const row = await server.db.selectFrom('sysAnnouncement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.msgContent).not.toMatch(/script|onclick|onerror|javascript|iframe|svg|style>|position/i)
    expect(row.msgContent).toContain('<a href="https://ok.example" target="_blank" rel="noopener noreferrer">外</a>')
    expect(row.msgContent).toContain('<b style="color:red">红</b>')
    expect(row.title).toBe('x标题')
  })

  it('is removed on display if already stored', async () => {
    const id = await published()
    await server.db.updateTable('sysAnnouncement').set({ msgContent: HOSTILE }).where('id', '=', id).execute()
    const { result } = await call('duty', 'GET', `${BASE}/queryById?id=${id}`)
    expect(result.msgContent).not.toMatch(/script|onerror|javascript/i)
  })
})

describe('the standalone page', () => {
  const page = (id: string, query = '') => server.call('GET', `${BASE}/show/${id}${query}`)

  it('is public for public announcements, without scripts, with an escaped title and no script execution', async () => {
    const id = await published({ titile: '1 < 2 & "3"', msgContent: '<p>正文<script>x</script></p>' })
    const answer = await page(id)
    expect(answer.status).toBe(200)
    const html = answer.raw.toString()
    expect(html).toContain('<h1>1 &lt; 2 &amp; &quot;3&quot;</h1>')
    expect(html).toContain('<p>正文</p>')
    expect(html).not.toContain('<script')
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox.*frame-ancestors 'self'/)
    expect(answer.headers).not.toHaveProperty('x-frame-options')
  })

  it('opens in a frame without the path prefix too, instead of the console', async () => {
    const id = await published()
    const url = `${BASE}/show/${id}`
    const response = await server.app.inject({ url, headers: { accept: 'text/html', 'sec-fetch-dest': 'iframe' } })
    expect(response.body).toContain('<h1>夜间演练</h1>')
  })

  it('shows drafts, revoked and addressed announcements only with a valid token of a permitted user', async () => {
    const draft = await add()
    const addressed = await published({ msgType: 'USER', userIds: ids.duty })
    expect((await page(draft)).status).toBe(404)
    expect((await page(addressed)).status).toBe(404)
    expect((await page(addressed, '?token=wrong')).status).toBe(404)
    expect((await page(addressed, `?token=${tokens.analyst}`)).status).toBe(404)
    expect((await page(addressed, `?token=${tokens.duty}`)).status).toBe(200)
    expect((await page(draft, `?token=${tokens.editor}`)).status).toBe(200)
    expect((await page('no-such')).status).toBe(404)
  })
})

describe('synchronizing', () => {
  it("notifies only the caller's own consoles without an id", async () => {
    expect(await call('duty', 'GET', `${BASE}/syncNotic`)).toMatchObject({ success: true })
    expect(pushed).toEqual([{ userIds: [ids.duty], message: { cmd: 'topic', msgTxt: '' } }])
  })

  it('pushes a published announcement again with its id', async () => {
    const id = await published()
    await call('editor', 'GET', `${BASE}/syncNotic?anntId=${id}`)
    expect(pushed[1]).toEqual(pushed[0])
  })

  it.each([
    ['草稿', 'editor', () => add()],
    ['已撤销的', 'editor', () => revoked()],
    ['已删除的', 'editor', () => removed()],
    ['别人发布的，读者读过之后', 'duty', () => published()],
  ] as const)('%s does not push to others, and existing clients still get success', async (_what, who, make) => {
    const id = await make()
    const before = pushed.length
    expect(await call(who, 'GET', `${BASE}/syncNotic?anntId=${id}`)).toMatchObject({ success: true, code: 200 })
    expect(pushed.slice(before)).toEqual([{ userIds: [ids[who]], message: { cmd: 'topic', msgTxt: '' } }])
  })

  async function revoked(): Promise<string> {
    const id = await published()
    await call('editor', 'GET', `${BASE}/doReovkeData?id=${id}`)
    return id
  }
  async function removed(): Promise<string> {
    const id = await add()
    await call('editor', 'DELETE', `${BASE}/delete?id=${id}`)
    return id
  }
})

describe('sheets', () => {
  it("export what the list shows, or the selected rows, without others' drafts", async () => {
    const id = await add({ titile: '甲', priority: 'H' })
    await add({ titile: '乙' })
    await add({ titile: '别人的草稿' }, 'colleague')
    const exported = async (query: string) => {
      const { raw } = await server.call('GET', `${BASE}/exportXls?column=titile&order=asc${query}`, {
        token: tokens.editor,
      })
      return tableOf(raw)
        .slice(2)
        .map((row) => [row[0], row[5]])
    }
    expect(await exported('')).toEqual([
      ['标题', '优先级'],
      ['乙', '一般消息'],
      ['甲', '紧急消息'],
    ])
    expect(await exported(`&selections=${id},`)).toEqual([
      ['标题', '优先级'],
      ['甲', '紧急消息'],
    ])
  })

  it("import the user's own drafts for all users; wrong rows go to the error file", async () => {
    const sheet = sheetOf([
      ['标题', '内容', '开始时间', '结束时间', '优先级', '通告对象类型'],
      ['升级', '<p>今晚<script>x</script></p>', '2026-11-21 22:00:00', '2026-11-21 23:00:00', '重要消息', '全体用户'],
      ['升级', '同名的另一条', '', '', '', ''],
      ['倒置', '', '2026-11-22 00:00:00', '2026-11-21 00:00:00', '', ''],
      ['给某人', '', '', '', '', '指定用户'],
    ])
    const form = await multipart([['file', { name: '通告.xlsx', bytes: sheet }]])
    const { body } = await server.call('POST', `${BASE}/importExcel`, { token: tokens.editor, ...form })
    expect(body).toMatchObject({ code: 201, result: { successCount: 2, errorCount: 2 } })
    const { records } = (await call('editor', 'GET', `${BASE}/list?column=priority&order=desc`)).result
    expect(records).toMatchObject([
      { titile: '升级', priority: 'M', msgContent: '<p>今晚</p>', startTime: '2026-11-21 22:00:00', sendStatus: '0' },
      { titile: '升级', priority: 'L', msgType: 'ALL', createBy: 'editor' },
    ])
  })
})
