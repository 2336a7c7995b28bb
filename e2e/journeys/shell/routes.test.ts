import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { type ExtraEntry, Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('routes', () => {
  const stage = setStage()
  const asked: string[] = []
  const elsewhere = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<h1>另一个系统</h1>')
  })
  let site = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    site = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    elsewhere.closeAllConnections()
    await new Promise((resolve) => elsewhere.close(resolve))
  })

  const enter = async (menu: readonly ExtraEntry[] = []) => {
    const shell = new Shell(stage.operator)
    await shell.withMenu(menu)
    await stage.operator.signIn(ADMIN)
    return { shell, page: stage.operator.page, operator: stage.operator }
  }

  it('[SS-04] loads /sensordata when it is gone to, and shows the gallery below /test; both ask for a session', async () => {
    const { operator } = stage
    const { page } = operator
    for (const path of ['/sensordata', '/test/home']) {
      await operator.load(path)
      await operator.waitUntilOnLogin()
    }
    const scripts: string[] = []
    page.on('response', (response) => void scripts.push(new URL(response.url()).pathname))
    await operator.signIn(ADMIN)
    await operator.untilQuiet()
    const loads = () => scripts.filter((path) => path.includes('sensor-data-page')).length
    expect(loads()).toBe(0)
    await new Shell(operator).choose('实时数据')
    await page.waitForURL('**/sensordata')
    await expect.poll(loads).toBeGreaterThan(0)
    await operator.load('/test')
    await page.waitForURL('**/test/home')
    await page.getByRole('heading', { name: '组件图库' }).waitFor()
  })

  it('[SS-05] [SS-06] [SS-07] [SH-59] leads unknown paths to /404, / to the dashboard, and from the exception pages home', async () => {
    const { page, operator } = await enter()
    await operator.load('/no/such/page?x=1')
    await page.waitForURL((url) => url.pathname + url.search === '/404')
    for (const status of ['403', '404', '500']) {
      await operator.load(`/${status}`)
      await page.getByRole('heading', { name: status }).waitFor()
      await page.getByRole('button', { name: '返回首页' }).click()
      await page.waitForURL('**/dashboard/analysis')
    }
    await operator.load('/')
    await page.waitForURL('**/dashboard/analysis')
    await operator.load('/mon/station/list')
    await page.reload()
    await page.getByRole('heading', { name: '站点管理' }).waitFor()
    expect((await page.request.get('/jeecg-boot/sys/no/such/call')).status()).toBe(404)
  })

  it('[SS-18] [SH-11] shows another site in a frame or in a new tab, and tells it of the session only what the menu says', async () => {
    const { shell, page } = await enter([
      { path: '0a1b', title: '内嵌', component: 'layouts/IframePageView', url: `${site}/plain` },
      { path: '2c3d', title: '带令牌', component: 'layouts/IframePageView', url: `${site}/with?t=\${token}` },
      { path: '4e5f', title: '新窗口', component: 'layouts/IframePageView', url: `${site}/window`, isNewWindow: true },
      { path: '6a7b', title: '未配置', component: 'layouts/IframePageView', url: '{{ window.secret }}/x' },
    ])
    await shell.choose('内嵌')
    await page.frameLocator('iframe[title="内嵌"]').getByText('另一个系统').waitFor()
    await shell.choose('带令牌')
    await page.frameLocator('iframe[title="带令牌"]').getByText('另一个系统').waitFor()
    const token = await stage.operator.storedToken()
    expect(asked).toContain('/plain')
    expect(asked).toContain(`/with?t=${token}`)
    const opened = page.context().waitForEvent('page')
    await shell.choose('新窗口')
    const other = await opened
    await other.getByText('另一个系统').waitFor()
    expect(await other.evaluate(() => window.opener)).toBeNull()
    expect(await shell.activeTab()).toBe('带令牌')
    await shell.choose('未配置')
    await page.getByText('「未配置」的地址未配置或不正确').waitFor()
  })

  it('[SS-20] says that the menu is of the Vue3 version, and stays there', async () => {
    const shell = new Shell(stage.operator)
    await shell.withMenu([
      { path: '/x', title: '组', children: [{ path: '/x/y', title: '布局', component: 'layouts/default/index' }] },
    ])
    const { operator } = stage
    let calls = 0
    operator.page.on('request', (request) => {
      if (request.url().includes('getUserPermissionByToken')) calls += 1
    })
    await operator.load('/user/login')
    await operator.submitSignIn(ADMIN)
    await operator.notification().getByText('启动失败：检查到当前菜单表是 Vue3 版本').waitFor()
    await operator.untilQuiet()
    expect(calls).toBe(1)
  })

  it('[ER-21] a page whose code does not come can be asked for again, and the rest goes on', async () => {
    const { shell, page, operator } = await enter()
    await operator.markPage()
    await page.route('**/assets/station-list-page-*.js', (route) => route.abort())
    await shell.choose('站点管理')
    await page.getByText('页面没有加载成功').waitFor()
    await page.getByText('ChunkLoadError').waitFor()
    await shell.tab('首页').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await shell.tab('站点管理').click()
    await page.unroute('**/assets/station-list-page-*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('heading', { name: '站点管理' }).waitFor()
    expect(await operator.isSamePage()).toBe(true)
  })

  it('a reload while the menu is on its way keeps the session', async () => {
    const { page, operator } = await enter()
    let held = 0
    await page.unroute('**/sys/permission/getUserPermissionByToken*')
    await page.route('**/sys/permission/getUserPermissionByToken*', async (route) => {
      held += 1
      // The first is never answered: the reload breaks it off.
      if (held > 1) await route.continue()
    })
    await operator.load('/mon/station/list')
    await expect.poll(() => held).toBe(1)
    await page.reload()
    await page.getByRole('heading', { name: '站点管理' }).waitFor()
    expect(operator.path()).toBe('/mon/station/list')
  })
})
