import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { type PagesHost, startPagesHost } from '../../drivers/pages-host.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const PERMISSIONS = /\/sys\/permission\/getUserPermissionByToken/

describeInBrowser('the guard of the console', () => {
  const stage = setStage()

  it('[SS-02] [SS-03] short addresses of the sign-in lead to its pages', async () => {
    const { operator } = stage
    for (const [short, page] of [
      ['/user', '/user/login'],
      ['/user/alteration', '/user/login'],
      ['/oauth2-app', '/oauth2-app/login'],
    ] as const) {
      await operator.load(short)
      await operator.page.waitForURL(`**${page}`)
    }
  })

  it('[SS-09] [SS-31] rights are loaded once and again by a reload, and the way in leaves no step behind', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.signIn(ADMIN)
    await operator.load('/mon/device/list')
    await operator.untilQuiet()
    const asked = desk.watch('/sys/permission/getUserPermissionByToken')
    await operator.load('/user/login?redirect=%2Fmon%2Fstation%2Flist%3Fx%3D1')
    await operator.page.waitForURL('**/mon/station/list?x=1')
    await operator.header().waitFor()
    await operator.untilQuiet()
    expect(asked).toHaveLength(1)
    await operator.page.reload()
    await operator.header().waitFor()
    expect(asked).toHaveLength(2)
    await operator.page.goBack()
    await operator.page.waitForURL('**/mon/device/list')
  })

  it.each([
    ['fail', { status: 500, json: { success: false, message: '数据库忙', code: 500, result: null } }, '数据库忙'],
    [
      'are empty',
      {
        json: {
          success: true,
          message: '',
          code: 200,
          result: { menu: [], auth: [], allAuth: [], sysSafeMode: false },
        },
      },
      '没有可用的菜单，请联系管理员授权',
    ],
  ])('[SS-11] rights that %s end the session on the login page, with the way back', async (_, answer, reason) => {
    const { operator } = stage
    await operator.signIn(ADMIN)
    await operator.page.route(PERMISSIONS, (route) => route.fulfill(answer))
    await operator.load('/mon/station/list?x=1')
    await operator.waitUntilOnLogin()
    await operator.page.getByText(reason).first().waitFor()
    expect(operator.path()).toBe('/user/login?redirect=/mon/station/list?x=1')
    expect(await operator.storedToken()).toBeUndefined()
  })

  it('[ER-11] [SS-32] an old server’s Token失效 asks once, however many calls say so, then leads to the login page', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.signIn(ADMIN)
    await operator.page.route(/\/jeecg-boot\/mon\//, (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, message: 'Token失效，请重新登录', code: 500, result: null },
      }),
    )
    const logouts = desk.watch('/sys/logout')
    await operator.load('/mon/station/list')
    const expired = operator.page.getByRole('dialog').filter({ hasText: '登录已过期' })
    await expired.getByText('很抱歉，登录已过期，请重新登录').waitFor()
    expect(await expired.count()).toBe(1)
    await expired.getByRole('button', { name: '重新登录' }).click()
    await operator.waitUntilOnLogin()
    expect(await operator.storedToken()).toBeUndefined()
    expect(logouts).toHaveLength(1)
  })

  it('[CA-09] a file that cannot be made is told in the server’s words, though a file was asked for', async () => {
    const { operator } = stage
    await operator.signIn(ADMIN)
    await operator.page.route('**/exportXls*', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: '导出的行数过多', code: 500, result: null } }),
    )
    await operator.load('/mon/station/list')
    await operator.untilQuiet()
    await operator.press('导出')
    await operator.notification().getByText('导出的行数过多').waitFor()
  })

  it('[ER-08] without a network the page says so at a failed call and in a bar, until it is back', async () => {
    const { operator } = stage
    await operator.signIn(ADMIN)
    await operator.load('/mon/station/list')
    await operator.untilQuiet()
    await operator.page.getByRole('button', { name: '导出' }).waitFor()
    const context = operator.page.context()
    await context.setOffline(true)
    const bar = operator.page.getByText('当前离线，网络恢复后自动重连')
    await bar.waitFor()
    await operator.press('导出')
    await operator.notification().getByText('网络连接失败').waitFor()
    await context.setOffline(false)
    await bar.waitFor({ state: 'hidden' })
  })
})

describeInBrowser('the base of the API', () => {
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
    const sockets: string[] = []
    operator.page.on('websocket', (socket) => sockets.push(socket.url()))
    await operator.load(`${pages.url}/user/login`)
    const login = operator.page.waitForRequest(/\/sys\/login/)
    await operator.submitSignIn(ADMIN)
    expect((await login).url()).toBe(`${server.url}${path}/sys/login`)
    await operator.page.waitForURL(`${pages.url}/dashboard/analysis`)
    await operator.header().waitFor()
    await operator.page.waitForFunction(() => document.body.textContent?.includes('实时'))
    const base = `${server.url.replace('http', 'ws')}${path}/`
    expect(sockets.length).toBeGreaterThan(0)
    for (const address of sockets) expect(address.startsWith(base), address).toBe(true)
  })

  it('[CA-01] may be a path of the own origin', async () => {
    const { operator, server } = stage
    await operator.page.route('**/config.json', (route) => route.fulfill({ json: { apiBase: '/' } }))
    const login = operator.page.waitForRequest(/\/sys\/login/)
    await operator.signInByForm(ADMIN)
    expect((await login).url()).toBe(`${server.url}/sys/login`)
  })
})
