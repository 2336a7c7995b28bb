import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEFAULT_API_PREFIX } from '@natim/contract/constants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { RIGHTS, Shell } from '../../drivers/shell.ts'
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

  it('[SS-04] opens /sensordata, and the self-check below /test; both require a session', async () => {
    const { operator } = stage
    for (const path of ['/sensordata', '/test/home']) {
      await operator.load(path)
      await operator.arrivesAt(`/user/login?redirect=${path}`)
      await operator.waitUntilOnLogin()
    }
    const code = operator.wire.watch('sensor-data-page')
    await stage.enter(ADMIN)
    expect(code).toEqual([])
    await new Shell(operator).choose('实时数据')
    await operator.arrivesAt('/sensordata')
    expect(code).not.toEqual([])
    await operator.load('/test')
    await operator.arrivesAt('/test/home')
    await operator.seesPage('自检')
  })

  it("[BZ-19] the self-check shows the version, the sockets' state and the user's rights", async () => {
    const reader = await stage.enter(await stage.person('self-checker', 'auditor'), '/test/home')
    await reader.region('版本').shows(/^\d+\.\d+\.\d+$/, '一致')
    await reader.region('连接').shows('正常')
    await expect.poll(() => reader.region('连接').read()).toMatch(/实时数据通道\s*已连接[\s\S]*消息通道\s*已连接/)
    await reader.region('会话与时钟').shows(/self-checker/)
    const rights = reader.region('我的权限')
    await rights.fill({ 查找权限: 'mon:alarm:' })
    await rights.row('mon:alarm:view', '有效').appears()
    await rights.fill({ 查找权限: 'mon:alarm:ack' })
    await rights.shows('没有符合的权限')
    // Another user sees their own rights.
    const officer = await stage.openMachine()
    await officer.signIn(await stage.person('self-officer', 'nat_duty'), '/test/home')
    await officer.region('我的权限').fill({ 查找权限: 'mon:alarm:ack' })
    await officer.region('我的权限').row('mon:alarm:ack', '有效').appears()
  })

  it('[SS-05] [SS-06] [SS-07] [SH-59] redirects unknown paths to /404, / to the dashboard, and returns home from the exception pages', async () => {
    const operator = await stage.enter(ADMIN, '/no/such/page?x=1')
    await operator.arrivesAt(/^\/404$/)
    for (const status of ['403', '404', '500']) {
      await operator.load(`/${status}`)
      await operator.seesPage(status)
      await operator.follow('返回首页')
      await operator.arrivesAt('/dashboard/analysis')
    }
    await operator.load('/')
    await operator.arrivesAt('/dashboard/analysis')
    await operator.load('/mon/station/list')
    await operator.seesPage('站点管理')
    const unknown = await fetch(`${stage.server.url}${DEFAULT_API_PREFIX}/sys/no/such/call`)
    expect(unknown.status).toBe(404)
  })

  it('[SS-18] [SH-11] shows an external site in a frame or in a new tab, and passes only the session data that the menu specifies', async () => {
    const { operator } = stage
    const shell = new Shell(operator)
    const component = 'layouts/IframePageView'
    await shell.withMenu([
      { path: '0a1b', title: '内嵌', component, url: `${site}/plain` },
      { path: '2c3d', title: '带令牌', component, url: `${site}/with?t=\${token}` },
      { path: '4e5f', title: '新窗口', component, url: `${site}/window`, isNewWindow: true },
      { path: '6a7b', title: '未配置', component, url: '{{ window.secret }}/x' },
    ])
    await stage.enter(ADMIN, '/sensordata')
    for (const title of ['内嵌', '带令牌']) {
      await shell.choose(title)
      await shell.frame(title).shows('另一个系统')
    }
    expect(asked).toContain('/plain')
    expect(asked).toContain(`/with?t=${await operator.storedToken()}`)
    const { window, hasOpener } = await shell.opens(() => shell.choose('新窗口'))
    await window.shows('另一个系统')
    expect(asked).toContain('/window')
    expect(hasOpener).toBe(false)
    expect(await shell.activeTab().part('link').read()).toBe('带令牌')
    await shell.choose('未配置')
    await operator.shows('「未配置」的地址未配置或不正确')
  })

  it('[SS-20] says that the menu is of the Vue3 version, and stays there', async () => {
    const { operator } = stage
    await new Shell(operator).withMenu([
      { path: '/x', title: '组', children: [{ path: '/x/y', title: '布局', component: 'layouts/default/index' }] },
    ])
    const calls = operator.wire.watch(RIGHTS)
    await operator.load('/user/login')
    await operator.submitSignIn(ADMIN)
    await operator.notification().shows(/^启动失败：检查到当前菜单表是 Vue3 版本/)
    expect(calls).toHaveLength(1)
  })

  it('[ER-21] a page whose code fails to load can be retried, and the rest keeps working', async () => {
    const operator = await stage.enter(ADMIN)
    const shell = new Shell(operator)
    await operator.markPage()
    await operator.wire.cut('/assets/position.resource-')
    await operator.open('/isystem/position')
    await operator.shows('页面没有加载成功', 'ChunkLoadError')
    await shell.tab('首页').click()
    await shell.content().lacks('页面没有加载成功')
    await shell.content().part('heading').appears()
    await shell.tab('职务管理').click()
    await operator.shows('页面没有加载成功')
    await operator.wire.restore('/assets/position.resource-')
    await operator.press('重试')
    await operator.seesPage('职务管理')
    expect(await operator.isSamePage()).toBe(true)
  })

  it('a reload while the menu is loading keeps the session', async () => {
    const { operator } = stage
    await operator.bringSession(ADMIN)
    const menu = await operator.wire.hold(RIGHTS)
    await operator.load('/mon/station/list')
    await expect.poll(menu.count).toBe(1)
    // Aborts the first call.
    await operator.reload()
    await expect.poll(menu.count).toBe(2)
    menu.release()
    await operator.seesPage('站点管理')
    expect(operator.path()).toBe('/mon/station/list')
  })
})
