import { expect, it } from 'vitest'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import type { Part } from '../../drivers/part.ts'
import { type ExtraEntry, Shell } from '../../drivers/shell.ts'
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
const WAY = ['一层', '二层', '三层', '四层页']

describeInBrowser('the layout', () => {
  const stage = setStage()
  const enter = async (path: string, menu: readonly ExtraEntry[] = []) => {
    const { operator } = stage
    const shell = new Shell(operator)
    if (menu.length > 0) await shell.withMenu(menu)
    await stage.enter(ADMIN, path)
    return { operator, shell }
  }

  it('[SH-03] [SH-16] [SH-64] has logo, menu and user in the header; what does not fit collapses into 更多', async () => {
    const { operator, shell } = await enter('/sensordata', GROUPS)
    for (const width of [1440, 1100]) {
      await operator.resize(width)
      expect((await shell.logo().box()).width).toBeGreaterThanOrEqual(165)
      expect((await shell.tools().box()).width).toBeGreaterThanOrEqual(400)
      await shell.menu().shows('更多')
      expect((await shell.menu().box()).height).toBeLessThanOrEqual(52)
    }
    await shell.chooseBelow(/更多/, '站点管理')
    await operator.arrivesAt('/mon/station/list')
    await shell.logo().click()
    await operator.arrivesAt('/dashboard/analysis')
    expect(await shell.language()).toBe('zh-CN')
  })

  it('[SH-02] [SH-04] [SH-06] [SH-07] [SH-38] switches between menu, sider and drawer live, with one width for all', async () => {
    const { operator, shell } = await enter('/sensordata')
    await shell.openSettings()
    await shell.chooseLook('侧边菜单')
    await shell.closeLayer()
    const siderWidth = async () => (await shell.sider().box()).width
    const lefts = async () => [(await shell.header().box()).x, (await shell.content().box()).x]
    await expect.poll(siderWidth).toBe(208)
    await shell.header().shows('欢迎使用全国空气毒性与感染监测网络')
    expect(await lefts()).toEqual([208, 208])
    await shell.header().press('折叠菜单')
    await expect.poll(siderWidth).toBe(80)
    expect(await lefts()).toEqual([80, 80])
    await operator.resize(1000)
    await shell.sider().disappears()
    await operator.resize(700)
    await shell.header().button('打开菜单').appears()
    await operator.resize(1200)
    await expect.poll(siderWidth).toBe(208)
  })

  it('gives lists and the live matrix the full height', async () => {
    const { operator, shell } = await enter('/isystem/user')
    const bottomOf = async (part: Part) => {
      const { y, height } = await part.box()
      return y + height
    }
    const pager = shell.content().words(/^\d+-\d+ 共 \d+ 条/)
    expect((await shell.footer().box()).y - (await bottomOf(pager))).toBeLessThan(48)
    await operator.open('/sensordata')
    expect(await bottomOf(operator.region('实时数据'))).toBeGreaterThan(DESKTOP.heightPx - 48)
  })

  it('[SH-05] has a menu drawer of 200 px on a phone', async () => {
    const { operator, shell } = await enter('/sensordata')
    await operator.resize(375)
    await shell.header().press('打开菜单')
    await expect.poll(async () => (await shell.drawer().box()).width).toBe(200)
    await shell.drawer().follow('站点管理')
    await operator.arrivesAt('/mon/station/list')
    await shell.drawer().disappears()
    await shell.header().press('打开菜单')
    await shell.drawer().appears()
    await shell.clickAt(330, 500)
    await shell.drawer().disappears()
  })

  it('[SH-08] [SH-15] [SS-19] highlights the page and its ancestors, however it was opened, four levels deep', async () => {
    await new Shell(stage.operator).prefers('DEFAULT_LAYOUT_MODE', 'sidemenu')
    const { operator, shell } = await enter('/deep/2/3/4', [DEEP])
    const lit = () => shell.highlighted()
    await operator.seesPage('站点管理')
    await expect.poll(lit).toEqual(WAY)
    await operator.filters().fill({ 站点名称: '留着' })
    await shell.tab('首页').click()
    await expect.poll(lit).toEqual(['首页'])
    await shell.tab('四层页').click()
    await expect.poll(lit).toEqual(WAY)
    expect(await operator.filters().valueOf('站点名称')).toBe('留着')
    expect(await shell.breadcrumb().part('listitem').readAll()).toEqual(['首页', ...WAY])
    await shell.breadcrumb().follow('首页')
    await operator.arrivesAt('/dashboard/analysis')
    await operator.reload()
    await expect.poll(lit).toEqual(['首页'])
  })

  it('[SH-41] hides the header past 100 px if enabled, and shows it again', async () => {
    const { shell } = await enter('/mon/station/list')
    const settings = await shell.openSettings()
    await settings.check('下滑时隐藏头部')
    await shell.closeLayer()
    // Closing a layer returns the focus to the header, which keeps it visible.
    await shell.dropFocus()
    const bottom = async () => {
      const { y, height } = await shell.logo().box()
      return y + height
    }
    await shell.scrollTo(100)
    expect(await shell.scrollTop()).toBe(100)
    expect(await bottom()).toBeGreaterThan(0)
    await shell.scrollTo(101)
    await expect.poll(bottom).toBeLessThanOrEqual(0)
    await shell.scrollTo(99)
    await expect.poll(bottom).toBeGreaterThan(0)
  })

  it('[SH-32] finds a page by title and a record by code, from anywhere', async () => {
    const { operator, shell } = await enter('/dashboard/analysis')
    const label = '搜索菜单、设备、人员'
    const field = operator.part('combobox', label)
    await shell.header().press(/搜索菜单/)
    await operator.enter(label, '站点')
    await operator.arrivesAt('/mon/station/list')
    await field.disappears()
    await operator.pressKey('Control+k')
    await operator.fill({ [label]: 'nat_admin' })
    await operator.option('国家级管理员').appears()
    await operator.pressKey('Enter')
    await operator.arrivesAt('/isystem/roleUserList')
    await operator.row('nat_admin').appears()
    await operator.pressKey('Control+k')
    await operator.fill({ [label]: '没有这样的菜单' })
    await operator.shows('没有“没有这样的菜单”')
    await operator.pressKey('Escape')
    await field.disappears()
    await operator.resize(375)
    await shell.header().press('全局搜索')
    const modal = operator.dialog('全局搜索')
    await modal.enter(label, '实时')
    await operator.arrivesAt('/sensordata')
    await modal.disappears()
  })

  it('[SH-57] drags a dialog by its title, switches full screen on and off; Esc closes it and returns the focus', async () => {
    const { operator, shell } = await enter('/isystem/roleUserList')
    const opener = operator.button('新增角色')
    await opener.click()
    const dialog = await operator.dialog('新增角色').appears()
    const title = shell.titleOf(dialog)
    const place = async () => {
      const { x, y } = await title.box()
      return { x, y }
    }
    await expect.poll(() => dialog.hasFocus()).toBe(true)
    await expect.poll(async () => (await place()).y).toBeGreaterThan(50)
    const before = await place()
    await title.dragBy(150, 60)
    const moved = await place()
    expect([moved.x > before.x + 60, moved.y > before.y + 20]).toEqual([true, true])
    await dialog.press('全屏')
    await expect.poll(async () => (await place()).x).toBeLessThan(40)
    await dialog.press('退出全屏')
    await expect.poll(place).toEqual(moved)
    for (let step = 0; step < 12; step += 1) await operator.pressKey('Tab')
    expect(await dialog.hasFocus()).toBe(true)
    await operator.pressKey('Escape')
    await dialog.disappears()
    await expect.poll(() => opener.hasFocus()).toBe(true)
    expect(await shell.activeTab().part('link').read()).toBe('角色管理')
  })
})
