import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const GROUPS = ['空气质量', '报警中心', '事件指挥', '感染监测', '卫星任务', '报告中心'].map((title, index) => ({
  path: `/extra/${index}`,
  title,
  component: 'mon/station/StationList',
}))
const DEEP = {
  path: '/deep',
  title: '一层',
  children: [
    {
      path: '/deep/2',
      title: '二层',
      children: [
        {
          path: '/deep/2/3',
          title: '三层',
          children: [{ path: '/deep/2/3/4', title: '四层页', component: 'mon/station/StationList' }],
        },
      ],
    },
  ],
}

describeInBrowser('the layout', () => {
  const stage = setStage()
  const enter = async (menu: Parameters<Shell['withMenu']>[0] = []) => {
    const shell = new Shell(stage.operator)
    await shell.withMenu(menu)
    await stage.operator.signIn(ADMIN)
    return { shell, page: stage.operator.page, operator: stage.operator }
  }

  it('[SH-03] [SH-16] [SH-64] has logo, menu and the user in the header; what does not fit folds into 更多', async () => {
    const { shell, page } = await enter(GROUPS)
    const logo = shell.header().getByRole('link', { name: /^NATIM/ })
    const right = shell.header().getByRole('button', { name: '退出登录' }).locator('xpath=../..')
    for (const width of [1440, 1100]) {
      await shell.resize(width)
      expect(await shell.width(logo)).toBeGreaterThanOrEqual(165)
      expect(await shell.width(right)).toBeGreaterThanOrEqual(400)
      await shell.menu().getByText('更多').waitFor()
      expect(Math.round((await shell.menu().boundingBox())?.height ?? 0)).toBeLessThanOrEqual(52)
    }
    await shell.menu().getByText('更多').hover()
    await page.locator('.ant-menu-submenu-popup').getByRole('link', { name: '站点管理', exact: true }).click()
    await page.waitForURL('**/mon/station/list')
    await logo.click()
    await page.waitForURL('**/dashboard/analysis')
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
  })

  it('[SH-02] [SH-04] [SH-06] [SH-07] [SH-38] changes between menu, sider and drawer live, and keeps one width for all', async () => {
    const { shell, page } = await enter()
    const drawer = await shell.openSettings()
    await drawer.getByText('侧边菜单', { exact: true }).click()
    await shell.closeLayer()
    await expect.poll(() => shell.width(shell.sider())).toBe(208)
    await shell.header().getByText('欢迎使用全国空气毒性与感染监测网络').waitFor()
    const left = async () => Math.round((await shell.header().boundingBox())?.x ?? 0)
    const contentLeft = async () => Math.round((await page.locator('main').boundingBox())?.x ?? 0)
    expect([await left(), await contentLeft()]).toEqual([208, 208])
    await shell.trigger().click()
    await expect.poll(() => shell.width(shell.sider())).toBe(80)
    expect([await left(), await contentLeft()]).toEqual([80, 80])
    await shell.resize(1000)
    await shell.sider().waitFor({ state: 'hidden' })
    await shell.resize(700)
    await shell.header().getByRole('button', { name: '打开菜单' }).waitFor()
    await shell.resize(1200)
    await expect.poll(() => shell.width(shell.sider())).toBe(208)
  })

  it('[SH-05] has a menu drawer of 200 px on a phone', async () => {
    const { shell, page } = await enter()
    await shell.resize(375)
    await shell.header().getByRole('button', { name: '打开菜单' }).waitFor()
    const drawer = page.getByRole('dialog').filter({ has: shell.menu() })
    await shell.trigger().click()
    await expect.poll(() => shell.width(drawer)).toBe(200)
    await drawer.getByRole('link', { name: '站点管理' }).click()
    await page.waitForURL('**/mon/station/list')
    await drawer.waitFor({ state: 'hidden' })
    await shell.trigger().click()
    await drawer.waitFor()
    await page.mouse.click(330, 500)
    await drawer.waitFor({ state: 'hidden' })
  })

  it('[SH-08] [SH-15] [SS-19] highlights the page and all above it, however one came there, four levels down', async () => {
    const { shell, page, operator } = await enter([DEEP])
    await page.evaluate(() =>
      localStorage.setItem('DEFAULT_LAYOUT_MODE', JSON.stringify({ value: 'sidemenu', expire: null })),
    )
    const lit = async () => (await shell.highlighted()).map((text) => text.trim())
    await operator.load('/deep/2/3/4')
    await page.getByRole('heading', { name: '站点管理' }).waitFor()
    await expect.poll(lit).toEqual(['一层', '二层', '三层', '四层页'])
    await page.getByRole('searchbox', { name: '站点名称' }).fill('留着')
    await shell.tab('首页').click()
    await expect.poll(lit).toEqual(['首页'])
    await shell.tab('四层页').click()
    await expect.poll(lit).toEqual(['一层', '二层', '三层', '四层页'])
    expect(await page.getByRole('searchbox', { name: '站点名称' }).inputValue()).toBe('留着')
    expect(await shell.breadcrumb().getByRole('listitem').allInnerTexts()).toEqual([
      '首页',
      '一层',
      '二层',
      '三层',
      '四层页',
    ])
    await shell.breadcrumb().getByRole('link', { name: '首页' }).click()
    await page.waitForURL('**/dashboard/analysis')
    await page.reload()
    await expect.poll(lit).toEqual(['首页'])
  })

  it('[SH-41] hides the header past 100 px when asked to, and brings it back', async () => {
    const { shell } = await enter()
    const drawer = await shell.openSettings()
    await drawer.getByRole('switch', { name: '下滑时隐藏头部' }).click()
    await shell.closeLayer()
    // Closing a layer puts the focus back into the header, which keeps it in sight.
    await shell.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const bottom = async () => {
      const box = await shell
        .header()
        .getByRole('link', { name: /^NATIM/ })
        .boundingBox()
      return Math.round((box?.y ?? 0) + (box?.height ?? 0))
    }
    await shell.scrollTo(100)
    await expect.poll(bottom).toBeGreaterThan(0)
    await shell.scrollTo(101)
    await expect.poll(bottom).toBeLessThanOrEqual(0)
    await shell.scrollTo(99)
    await expect.poll(bottom).toBeGreaterThan(0)
  })

  it('[SH-32] finds a page by its title, from anywhere', async () => {
    const { shell, page } = await enter()
    await shell
      .header()
      .getByRole('button', { name: /搜索菜单/ })
      .click()
    const field = page.getByRole('combobox', { name: '搜索菜单' })
    await field.fill('站点')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/mon/station/list')
    await field.waitFor({ state: 'hidden' })
    await stage.operator.untilQuiet()
    await page.keyboard.press('Control+k')
    await field.fill('没有这样的菜单')
    await page.getByText('没有匹配的菜单').waitFor()
    await page.keyboard.press('Escape')
    await shell.resize(375)
    await shell.header().getByRole('button', { name: '搜索菜单' }).click()
    const modal = page.getByRole('dialog', { name: '搜索菜单' })
    await modal.getByRole('combobox').fill('实时')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/sensordata')
    await modal.waitFor({ state: 'hidden' })
  })

  it('[SH-57] drags a dialog by its title, fills the screen with it and returns; Esc closes it and the focus goes back', async () => {
    const { shell, page, operator } = await enter()
    await operator.open('/mon/station/list')
    const opener = page.getByRole('button', { name: /新增站点/ }).first()
    await opener.click()
    const dialog = page.getByRole('dialog', { name: '新增站点' })
    const title = dialog.getByText('新增站点')
    const place = async () => {
      const box = await title.boundingBox()
      return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) }
    }
    await expect.poll(() => dialog.evaluate((part) => part.contains(document.activeElement))).toBe(true)
    await operator.untilQuiet()
    await expect.poll(async () => (await place()).y).toBeGreaterThan(50)
    const before = await place()
    await title.hover()
    await page.mouse.down()
    await page.mouse.move(before.x + 150, before.y + 60, { steps: 5 })
    await page.mouse.up()
    const moved = await place()
    expect([moved.x > before.x + 60, moved.y > before.y + 20]).toEqual([true, true])
    await dialog.getByRole('button', { name: '全屏' }).click()
    await expect.poll(async () => (await place()).x).toBeLessThan(40)
    await dialog.getByRole('button', { name: '退出全屏' }).click()
    await expect.poll(place).toEqual(moved)
    for (let step = 0; step < 12; step += 1) await page.keyboard.press('Tab')
    expect(await dialog.evaluate((part) => part.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await shell.activeTab()).toBe('站点管理')
  })
})
