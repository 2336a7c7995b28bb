import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { type PagesHost, startPagesHost } from '../../drivers/pages-host.ts'
import { RIGHTS, Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const refusal = (message: string) => ({ status: 500, json: { success: false, message, code: 500, result: null } })
/** Concurrent calls of a list and the bell beside it. */
const PAGE_AND_BELL = /\/jeecg-boot\/(?:mon|sys\/annountCement)\//
const NO_RIGHTS = { menu: [], auth: [], allAuth: [], sysSafeMode: false }

describeInBrowser('the guard of the console', () => {
  const stage = setStage()

  it('[SS-02] [SS-03] short sign-in addresses lead to their pages', async () => {
    const { operator } = stage
    for (const [short, page] of [
      ['/user', '/user/login'],
      ['/user/alteration', '/user/login'],
      ['/oauth2-app', '/oauth2-app/login'],
    ] as const) {
      await operator.load(short)
      await operator.arrivesAt(page)
    }
  })

  it('[SS-09] [SS-31] rights are loaded once and again after a reload, and the sign-in leaves no history entry', async () => {
    const operator = await stage.enter(ADMIN, '/mon/device/list')
    const asked = operator.wire.watch(RIGHTS)
    await operator.load('/user/login?redirect=%2Fmon%2Fstation%2Flist%3Fx%3D1')
    await operator.arrivesAt('/mon/station/list?x=1')
    await operator.seesPage('站点管理')
    expect(asked).toHaveLength(1)
    await operator.reload()
    await operator.seesPage('站点管理')
    expect(asked).toHaveLength(2)
    await operator.back()
    await operator.arrivesAt('/mon/device/list')
  })

  it.each([
    ['fail', refusal('数据库忙'), '数据库忙'],
    [
      'are empty',
      { json: { success: true, message: '', code: 200, result: NO_RIGHTS } },
      '没有可用的菜单，请联系管理员授权',
    ],
  ])('[SS-11] rights that %s end the session on the login page, with the return path', async (_, answer, reason) => {
    const { operator } = stage
    await operator.bringSession(ADMIN)
    await operator.wire.answer(RIGHTS, answer)
    await operator.load('/mon/station/list?x=1')
    await operator.arrivesAt('/user/login?redirect=/mon/station/list?x=1')
    await operator.shows(reason)
    await operator.waitUntilOnLogin()
    expect(await operator.storedToken()).toBeUndefined()
  })

  it('[ER-11] [SS-32] an old server’s Token失效 shows one dialog, however many calls return it, then leads to the login page', async () => {
    const { operator } = stage
    await operator.bringSession(ADMIN)
    await operator.wire.answer(PAGE_AND_BELL, refusal('Token失效，请重新登录'))
    const calls = operator.wire.watch(PAGE_AND_BELL)
    const logouts = operator.wire.watch('/sys/logout')
    await operator.load('/mon/station/list')
    const question = operator.part('dialog')
    await question.shows('登录已过期', '很抱歉，登录已过期，请重新登录')
    expect(await question.count()).toBe(1)
    expect(calls.length).toBeGreaterThan(1)
    await question.press('重新登录')
    await operator.waitUntilOnLogin()
    await expect.poll(() => operator.storedToken()).toBeUndefined()
    // Sent after the store was cleared.
    await expect.poll(() => logouts.length).toBe(1)
  })

  it('[CA-09] a failed download shows the server’s message, although a file was requested', async () => {
    const operator = await stage.enter(ADMIN, '/mon/station/list')
    await operator.wire.answer('/exportXls', refusal('导出的行数过多'))
    await operator.press('导出')
    await operator.notification().shows('导出的行数过多')
  })

  it('[ER-08] while offline the page says so at a failed call and in a bar, until it is back online', async () => {
    const operator = await stage.enter(ADMIN, '/mon/station/list')
    await operator.button('导出').appears()
    await operator.wire.goOffline()
    await operator.shows('当前离线，网络恢复后自动重连')
    await operator.press('导出')
    await operator.notification().shows('网络连接失败')
    await operator.wire.goOnline()
    await operator.lacks('当前离线，网络恢复后自动重连')
  })
})

describeInBrowser('the API base', () => {
  let pages: PagesHost
  const env: Record<string, string> = {}
  beforeAll(async () => {
    pages = await startPagesHost()
    env['CORS_ORIGINS'] = pages.url
  })
  afterAll(() => pages.close())
  const stage = setStage({ env })

  it.each([
    ['a host with a path', '/jeecg-boot'],
    ['a host alone', ''],
  ])('[CA-01] may be %s on another origin, sockets included, by editing a file', async (_, path) => {
    const { operator, server } = stage
    pages.configure({ apiBase: `${server.url}${path}` })
    const sockets = operator.wire.watchSockets()
    await operator.load(`${pages.url}/user/login`)
    const login = await operator.wire.sentBy(() => operator.submitSignIn(ADMIN), '/sys/login')
    expect(login.url).toBe(`${server.url}${path}/sys/login`)
    await operator.arrivesAt('/dashboard/analysis')
    expect(operator.origin()).toBe(pages.url)
    await new Shell(operator).lamp().shows(/^实时$/)
    const base = `${server.url.replace('http', 'ws')}${path}/`
    expect(sockets.length).toBeGreaterThan(0)
    for (const address of sockets) expect(address.startsWith(base), address).toBe(true)
  })

  it('[CA-01] may be a path on the own origin', async () => {
    const { operator, server } = stage
    await operator.wire.answer('/config.json', { json: { apiBase: '/' } })
    const login = await operator.wire.sentBy(() => operator.signInByForm(ADMIN), '/sys/login')
    expect(login.url).toBe(`${server.url}/sys/login`)
  })
})
