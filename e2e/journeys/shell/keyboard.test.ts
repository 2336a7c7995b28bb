import { expect, it } from 'vitest'
import { seriousFindings } from '../../drivers/axe.ts'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const KEPT = {
  DEFAULT_THEME: 'dark',
  DEFAULT_LAYOUT_MODE: 'sidemenu',
  DEFAULT_COLOR: '#722ED1',
  DEFAULT_FIXED_SIDEMENU: true,
  DEFAULT_COLOR_WEAK: true,
  DEFAULT_MULTI_PAGE: false,
  DEFAULT_FIXED_HEADER: false,
} as const

describeInBrowser('the shell', () => {
  const stage = setStage()

  it('[SH-65] works by keyboard alone, with a visible focus', async () => {
    const operator = await stage.enter(ADMIN)
    const shell = new Shell(operator)

    await operator.pressKey('Tab')
    expect(await shell.focused()).toBe('跳到内容')
    await operator.pressKey('Enter')
    expect(await shell.focus().attribute('id')).toBe('content')

    await shell.menu().part('link', '首页').focus()
    for (const _ of ['监测一张图', '报警中心', '设备管理']) await operator.pressKey('ArrowRight')
    await operator.pressKey('ArrowDown')
    await expect.poll(() => shell.focused()).toBe('设备列表')
    await operator.pressKey('Enter')
    await operator.arrivesAt('/mon/device/list')

    await operator.press('高级查询')
    const query = await operator.dialog('高级查询').appears()
    await query.button('全屏').focus()
    // The end of the document is a tab stop, too.
    await operator.pressKey('Tab')
    await operator.pressKey('Tab')
    expect(await shell.holdsFocus(query)).toBe(true)
    await operator.pressKey('F1')
    const manual = await operator.dialog('使用手册').appears()
    await manual.part('heading', '设备列表').appears()
    // In a dialog the last tab stop leads to its first one, not to the page behind.
    await manual.button('全部章节').focus()
    await operator.pressKey('Tab')
    await operator.pressKey('Tab')
    expect(await shell.holdsFocus(manual)).toBe(true)
    await manual.field('搜索手册').focus()
    await operator.type('强制下线')
    await manual.press(/^在线用户 › 常用操作/)
    await manual.part('heading', '在线用户').appears()
    await operator.pressKey('Escape')
    await manual.disappears()
    expect(await query.isThere()).toBe(true)
    await shell.closeLayer()
    await expect.poll(() => shell.focused()).toBe('高级查询')

    await shell.tab('设备列表').focus()
    expect(await shell.isOutlined(shell.tab('设备列表'))).toBe(true)
    await operator.pressKey('Shift+F10')
    await shell.tabMenu('刷新').appears()
    await operator.pressKey('Escape')
    await shell.tabMenu('刷新').disappears()
    expect(await shell.focused()).toBe('设备列表')
    await operator.pressKey('Delete')
    await operator.arrivesAt('/dashboard/analysis')

    await shell.userMenu().key('Enter')
    await shell.walkTo('系统设置')
    await operator.pressKey('Enter')
    const settings = await operator.dialog('系统设置').appears()
    await settings.part('radio', '亮色菜单').key('ArrowRight')
    await expect.poll(() => settings.isChecked('暗色菜单')).toBe(true)
    expect(await operator.stored('DEFAULT_THEME')).toBe('dark')
    await shell.closeLayer()
  })

  it.each(['light', 'dark'] as const)('[SH-65] has no serious axe finding in the %s theme', async (scheme) => {
    const operator = await stage.openMachine({ ...DESKTOP, scheme })
    const shell = new Shell(operator)
    await operator.signIn(ADMIN)
    expect(await seriousFindings(operator)).toEqual([])
    await shell.openSettings()
    expect(await seriousFindings(operator)).toEqual([])
    await shell.chooseLook('侧边菜单', '暗色菜单')
    await shell.closeLayer()
    await shell.sider().appears()
    expect(await seriousFindings(operator)).toEqual([])
  })

  it('[SH-43] stores every setting under its key, and restores it on start', async () => {
    const operator = await stage.enter(ADMIN, '/sensordata')
    const shell = new Shell(operator)
    const settings = await shell.openSettings()
    await shell.chooseLook('暗色菜单', '侧边菜单', '酱紫')
    for (const choice of ['固定侧边栏', '色弱模式']) await settings.check(choice)
    for (const choice of ['多标签页', '固定头部']) await settings.uncheck(choice)
    for (const [key, value] of Object.entries(KEPT)) expect(await operator.stored(key), key).toEqual(value)
    await shell.watchFirstPaint()
    await operator.reload()
    expect(await shell.firstPaint()).toEqual({ accent: '722ed1', weak: 'true' })
    expect(await shell.sider().attribute('data-menu')).toBe('dark')
    await shell.breadcrumb().appears()
    expect(await shell.tabs().isThere()).toBe(false)
  })
})
