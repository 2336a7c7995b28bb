import { type ExportJob, tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { myNoticeEndpoints, type NoticeRow, noticeEndpoints } from '@natim/contract/system/notice'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { configure } from '../../lib/config.ts'
import { setNoticePreference } from '../../lib/notice-preferences.ts'
import { useSession } from '../../lib/session/session-store.ts'
import * as speech from '../../lib/speech.ts'
import { buildNotice } from '../../testing/build-notice.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { startSocketPeer } from '../../testing/socket-peer.ts'
import { Refusal, stubApi } from '../../testing/stub-api.ts'
import { readWatchedAgain, watchExports } from '../../widgets/exports/watched-exports.ts'
import { hideNotice } from '../../widgets/notice/notice-desk.ts'
import { NoticeBell } from './notice-bell.tsx'

let api: ReturnType<typeof stubApi>
let peer: Awaited<ReturnType<typeof startSocketPeer>>
let notices: readonly NoticeRow[]
let messages: readonly NoticeRow[]
let speak: MockInstance<typeof speech.speak>

beforeEach(async () => {
  peer = await startSocketPeer()
  configure({ apiBase: peer.base.replace('ws:', 'http:') })
  speak = vi.spyOn(speech, 'speak').mockResolvedValue()
  notices = [buildNotice()]
  messages = []
  api = stubApi()
  api.on(noticeEndpoints.unread, () => ({
    anntMsgList: [...notices],
    anntMsgTotal: notices.length,
    sysMsgList: [...messages],
    sysMsgTotal: messages.length,
  }))
  api.on(myNoticeEndpoints.markRead, () => null)
  useSession.setState({ user: { id: 'u1', username: 'zhouhn' } as never })
})
afterEach(async () => {
  act(() => {
    hideNotice()
    useSession.setState({ token: undefined, user: undefined })
  })
  configure({})
  await peer.stop()
})

const bell = () => screen.findByRole('button', { name: /^通知/ })
const unreadCalls = () => api.callsOf(noticeEndpoints.unread).length

/** The bell with its popover open. */
async function openBell() {
  const view = renderPage(<NoticeBell />)
  await view.user.click(await bell())
  return { ...view, panel: await screen.findByRole('tablist') }
}

/** The bell with its detail open. */
async function openDetail(overrides: Partial<NoticeRow>) {
  notices = [buildNotice(overrides)]
  const view = await openBell()
  await view.user.click(await screen.findByRole('button', { name: new RegExp(notices[0]?.title ?? '') }))
  return { ...view, dialog: await screen.findByRole('dialog', { name: /通知消息/ }) }
}

describe('the bell', () => {
  it('[SH-44] counts both kinds together, and shows no badge for zero', async () => {
    notices = [buildNotice(), buildNotice({ id: 'n2' })]
    messages = [buildNotice({ id: 'm1' })]
    renderPage(<NoticeBell />)
    expect(await screen.findByTitle('3')).toBeTruthy()
    expect((await bell()).getAttribute('aria-label')).toBe('通知，3 条未读')
    notices = []
    messages = []
    const connection = await peer.accepted()
    connection.say('{"cmd":"topic","msgTxt":""}')
    await waitFor(() => expect(screen.queryByTitle('3')).toBeNull())
    expect(screen.queryByTitle(/\d/)).toBeNull()
  })

  it('[SH-45] lists title, time and urgency in two tabs with their counts, 300 px wide, reloaded on opening', async () => {
    notices = [buildNotice(), buildNotice({ id: 'n2', title: '未发布过', sendTime: null })]
    const { user } = renderPage(<NoticeBell />)
    await screen.findByTitle('2')
    expect(unreadCalls()).toBe(1)
    await user.click(await bell())
    await waitFor(() => expect(unreadCalls()).toBe(2))
    expect((await screen.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['通知(2)', '系统消息(0)'])
    expect(screen.getByText('2026-11-20 09:30:00 发布')).toBeTruthy()
    expect(screen.getByText('2026-11-19 18:00:00 发布')).toBeTruthy()
    const box = screen.getByRole('tablist').closest<HTMLElement>('[style*="width"]')
    expect(box?.style.width).toBe('300px')
    await user.click(screen.getByRole('tab', { name: '系统消息(0)' }))
    expect(await screen.findByText('没有未读系统消息')).toBeTruthy()
  })

  it('[SH-46] marks urgency blue, orange and red, and nothing else', async () => {
    const odd = 'X' as NoticeRow['priority']
    notices = (['L', 'M', 'H'] as const).map((priority) =>
      buildNotice({ id: priority, priority, title: `级别 ${priority}` }),
    )
    const { queryClient } = await openBell()
    await screen.findByText('级别 L')
    const toneOf = (text: string) => screen.getByText(text).dataset['tone']
    expect([toneOf('一般消息'), toneOf('重要消息'), toneOf('紧急消息')]).toEqual(['info', 'warning', 'error'])
    // Another server of the product family may know more levels.
    act(() => {
      queryClient.setQueryData([noticeEndpoints.unread.path, { query: { pageSize: 5 } }], {
        anntMsgList: [buildNotice({ priority: odd, title: '级别 X' })],
        anntMsgTotal: 1,
        sysMsgList: [],
        sysMsgTotal: 0,
      })
    })
    const row = await screen.findByRole('button', { name: /级别 X/ })
    expect(row.querySelector('[data-tone]')).toBeNull()
  })

  it('shows a failure and retries', async () => {
    let isAway = true
    api.on(noticeEndpoints.unread, () => {
      if (isAway) throw new Refusal('服务暂时不可用', 503)
      return { anntMsgList: [buildNotice()], anntMsgTotal: 1, sysMsgList: [], sysMsgTotal: 0 }
    })
    const { user } = await openBell()
    expect(await screen.findByText('加载失败：服务暂时不可用')).toBeTruthy()
    isAway = false
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText('2026-11-20 09:30:00 发布')).toBeTruthy()
  })
})

describe('the detail of an announcement', () => {
  it('[SH-50] shows title, real name, time and harmless text, at 60 % of the window or all of it', async () => {
    const hostile =
      '<p>正文</p><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">' +
      '<a href="javascript:window.hacked = 1">链接</a><iframe src="https://evil.example"></iframe>'
    const { dialog, user } = await openDetail({ msgContent: hostile })
    const text = within(dialog)
    expect(text.getByRole('heading', { name: '关于启用 HJ 633-2026 过渡期限值的通知' })).toBeTruthy()
    expect(text.getByText('发布人：周海宁')).toBeTruthy()
    expect(text.getByText('发布时间：2026-11-20 09:30:00')).toBeTruthy()
    expect(text.getByText('正文')).toBeTruthy()
    expect(dialog.querySelectorAll('script, iframe, [onerror], [href^="javascript"]')).toHaveLength(0)
    expect(window).not.toHaveProperty('hacked')
    expect(dialog.style.width).toBe('60%')
    await user.click(text.getByRole('button', { name: '全屏' }))
    expect(dialog.style.width).toBe('100%')
    await user.click(text.getByRole('button', { name: '退出全屏' }))
    expect(dialog.style.width).toBe('60%')
    expect(api.callsOf(myNoticeEndpoints.markRead).map(({ body }) => body)).toEqual([{ anntId: 'n1' }])
  })

  it('[SH-51] offers the link only with an address: a page of the console here, others in a new tab', async () => {
    const here = await openDetail({ openType: 'url', openPage: '/mon/device' })
    await here.user.click(within(here.dialog).getByRole('button', { name: '去处理' }))
    await waitFor(() => expect(window.location.pathname).toBe('/mon/device'))
    expect(screen.queryByRole('dialog', { name: /通知消息/ })).toBeNull()
    here.unmount()

    const elsewhere = await openDetail({ openType: 'url', openPage: 'https://www.cnemc.cn/a' })
    const link = within(elsewhere.dialog).getByRole('link', { name: '去处理' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://www.cnemc.cn/a', '_blank'])
    expect(link.getAttribute('rel')).toContain('noopener')
    elsewhere.unmount()

    const nowhere = await openDetail({ openType: null, openPage: '/mon/device' })
    expect(within(nowhere.dialog).queryByText('去处理')).toBeNull()
    nowhere.unmount()

    const refused = await openDetail({ openType: 'url', openPage: 'javascript:alert(1)' })
    expect(within(refused.dialog).getByRole('button', { name: '去处理' })).toHaveProperty('disabled', true)
  })

  it('[SH-49] opens the page of its component with the record, or says that there is none and opens itself', async () => {
    const { dialog, unmount } = await openDetail({ openType: 'component', openPage: 'not/There', busId: 'd1' })
    expect(await screen.findByText('找不到页面组件')).toBeTruthy()
    expect(within(dialog).getByText('自 11 月 23 日起执行。')).toBeTruthy()
    act(hideNotice)
    unmount()

    notices = [buildNotice({ openType: 'component', openPage: 'mon/device/DeviceDetail', busId: 'd1' })]
    const { user } = await openBell()
    const node = {
      id: 'm',
      name: 'm',
      component: 'mon/device/DeviceDetail',
      path: '/mon/device/:id',
      route: '1' as const,
    }
    const meta = { title: '设备', keepAlive: true, internalOrExternal: false, componentName: 'DeviceDetail' }
    act(() =>
      useSession.setState({ permissions: { menu: [{ ...node, meta }], auth: [], allAuth: [], sysSafeMode: false } }),
    )
    await user.click(await screen.findByRole('button', { name: /HJ 633-2026/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/mon/device/d1'))
    expect(screen.queryByRole('dialog', { name: /通知消息/ })).toBeNull()
    expect(api.callsOf(myNoticeEndpoints.markRead)).toHaveLength(2)
  })
})

describe('an arriving notice', () => {
  async function connect() {
    const { user } = renderPage(<NoticeBell />)
    await screen.findByTitle('1')
    return { user, connection: await peer.accepted() }
  }

  it('[SH-52] reloads lists and counts and is read aloud; other commands and empty texts are not', async () => {
    const { connection } = await connect()
    expect(unreadCalls()).toBe(1)
    connection.say('{"cmd":"heartcheck","msgTxt":"心跳"}')
    connection.say('{"cmd":"sign","msgTxt":"别的"}')
    connection.say('{"cmd":"topic","msgTxt":""}')
    await waitFor(() => expect(unreadCalls()).toBe(2))
    notices = [buildNotice(), buildNotice({ id: 'n2' })]
    connection.say('{"cmd":"user","msgTxt":"请参加夜间演练"}')
    expect(await screen.findByTitle('2')).toBeTruthy()
    expect(unreadCalls()).toBe(3)
    expect(speak.mock.calls.filter(([text]) => text !== '')).toEqual([['请参加夜间演练']])
  })

  it('is silent for a user who disabled speech', async () => {
    const { connection } = await connect()
    act(() => setNoticePreference({ isSpoken: false }))
    connection.say('{"cmd":"user","msgTxt":"请参加夜间演练"}')
    await waitFor(() => expect(unreadCalls()).toBe(2))
    expect(speak).not.toHaveBeenCalled()
    act(() => setNoticePreference({ isSpoken: true }))
  })

  it('[SH-66] with an id is shown as a card titled 系统提示 that links to its detail', async () => {
    const asked = vi.fn()
    api.on(noticeEndpoints.get, ({ query }) => {
      asked(query)
      return buildNotice({ id: 'n9', title: '夜间演练' })
    })
    const { connection, user } = await connect()
    connection.say('{"cmd":"user","msgTxt":"没有编号"}')
    connection.say('{"cmd":"user","msgTxt":"请参加夜间演练","msgId":"n9"}')
    const card = await screen.findByText('请参加夜间演练')
    expect(screen.getAllByText('系统提示')).toHaveLength(1)
    expect(screen.queryByText('没有编号')).toBeNull()
    const box = card.closest<HTMLElement>('.ant-notification-notice')
    await user.click(within(box ?? document.body).getByRole('button', { name: '查看详情' }))
    const dialog = await screen.findByRole('dialog', { name: /通知消息/ })
    expect(within(dialog).getByRole('heading', { name: '夜间演练' })).toBeTruthy()
    expect(asked).toHaveBeenCalledWith({ id: 'n9' })
    expect(api.callsOf(myNoticeEndpoints.markRead).map(({ body }) => body)).toEqual([{ anntId: 'n9' }])
  })

  it('says that the connection was given up, and reconnects on demand', async () => {
    peer.refuse(true)
    const timers: (() => void)[] = []
    const setTimer = window.setTimeout.bind(window)
    vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, ms?: number) =>
      ms === 20_000 ? timers.push(work) : setTimer(work, ms)) as never)
    const { user } = await openBell()
    for (let error = 1; error < 5; error += 1) {
      await waitFor(() => expect(timers).toHaveLength(1))
      timers.splice(0).forEach((work) => act(work))
    }
    expect(await screen.findByText('通知连接已断开')).toBeTruthy()
    expect(peer.attempts()).toBe(5)
    peer.refuse(false)
    await user.click(screen.getByRole('button', { name: '重新连接' }))
    await peer.accepted()
    await waitFor(() => expect(screen.queryByText('通知连接已断开')).toBeNull())
  })
})

describe('exports in progress', () => {
  const job = (given: Partial<ExportJob>): ExportJob => ({
    id: 'e1',
    fileName: '历史数据.csv',
    format: 'csv',
    state: 'running',
    progress: 40,
    rows: null,
    sizeBytes: null,
    error: null,
    createMs: 0,
    expiresMs: null,
    ...given,
  })
  let jobs: ExportJob[]
  beforeEach(() => {
    jobs = [job({})]
    api.on(tsExportEndpoints.list, () => jobs)
  })
  afterEach(() => act(() => watchExports(() => [])))
  const wait = () => act(() => watchExports((ids) => [...ids, 'e1']))
  const listed = () => api.callsOf(tsExportEndpoints.list).length

  it('are not polled while there are none', async () => {
    renderPage(<NoticeBell />)
    await bell()
    await waitFor(() => expect(unreadCalls()).toBeGreaterThan(0))
    expect(listed()).toBe(0)
  })

  it('show their progress in the bell and its panel, and offer the file when it is ready', async () => {
    const { user } = renderPage(<NoticeBell />)
    wait()
    await user.click(await screen.findByRole('button', { name: /1 个导出正在生成，40 %/ }))
    expect(await screen.findByRole('progressbar', { name: '历史数据.csv 进度' })).toBeDefined()
    jobs = [job({ progress: 80 })]
    expect(await screen.findByRole('button', { name: /正在生成，80 %/ }, { timeout: 5_000 })).toBeDefined()
    jobs = [job({ state: 'done', progress: 100 })]
    expect(await screen.findByText('历史数据.csv 已生成', undefined, { timeout: 5_000 })).toBeDefined()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.queryByRole('button', { name: /正在生成/ })).toBeNull()
  })

  it('are announced after a reload, including those that ended meanwhile', async () => {
    wait()
    jobs = [job({ state: 'failed', error: '有通道已不存在或无权查看' })]
    act(readWatchedAgain)
    renderPage(<NoticeBell />)
    expect(await screen.findByText('导出失败：有通道已不存在或无权查看')).toBeDefined()
  })

  it('of the previous user are not announced', async () => {
    wait()
    act(() => useSession.setState({ user: { id: 'u2', username: 'other' } as never }))
    renderPage(<NoticeBell />)
    await waitFor(() => expect(unreadCalls()).toBeGreaterThan(0))
    expect(listed()).toBe(0)
    act(() => useSession.setState({ user: { id: 'u1', username: 'zhouhn' } as never }))
  })

  it('can be cancelled from there', async () => {
    api.on(tsExportEndpoints.remove, () => {
      jobs = []
      return null
    })
    const { user } = renderPage(<NoticeBell />)
    wait()
    await user.click(await screen.findByRole('button', { name: /导出正在生成/ }))
    await user.click(await screen.findByRole('button', { name: '取消 历史数据.csv' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /导出正在生成/ })).toBeNull())
    expect(api.callsOf(tsExportEndpoints.remove)[0]?.query).toEqual({ id: 'e1' })
  })
})
