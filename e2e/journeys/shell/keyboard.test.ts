import { expect, it } from 'vitest'
import { seriousFindings } from '../../drivers/axe.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
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

  it('[SH-65] works by the keyboard alone, with the focus in sight', async () => {
    const { operator } = stage
    const { page } = operator
    const shell = new Shell(operator)
    await operator.signIn(ADMIN)
    await operator.untilQuiet()
    await page.reload()
    await shell.tab('首页').waitFor()
    const press = (key: string) => page.keyboard.press(key)
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')

    await press('Tab')
    expect(await focused()).toBe('跳到内容')
    await press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

    await shell.menu().getByRole('menuitem', { name: '首页' }).focus()
    await press('ArrowRight')
    await press('ArrowRight')
    await press('ArrowDown')
    await expect.poll(focused).toBe('设备列表')
    await press('Enter')
    await page.waitForURL('**/mon/device/list')

    await shell.tab('设备列表').focus()
    const outline = await shell.tab('设备列表').evaluate((tab) => getComputedStyle(tab).outlineStyle)
    expect(outline).toBe('solid')
    await press('Shift+F10')
    await page.getByRole('menuitem', { name: '刷新' }).waitFor()
    await press('Escape')
    await page.getByRole('menuitem', { name: '刷新' }).waitFor({ state: 'hidden' })
    expect(await focused()).toBe('设备列表')
    await press('Delete')
    await page.waitForURL('**/dashboard/analysis')

    await shell
      .header()
      .getByRole('button', { name: /的菜单$/ })
      .focus()
    await press('Enter')
    const item = page.getByRole('menuitem', { name: '系统设置' })
    await item.waitFor()
    await expect.poll(focused).not.toMatch(/的菜单$/)
    while ((await focused()) !== '系统设置') {
      const before = await focused()
      await press('ArrowDown')
      await expect.poll(focused).not.toBe(before)
    }
    await press('Enter')
    const dark = page.getByRole('radio', { name: '暗色菜单' })
    await dark.waitFor()
    await page.getByRole('radio', { name: '亮色菜单' }).focus()
    await press('ArrowRight')
    expect(await dark.isChecked()).toBe(true)
    expect(await shell.stored('DEFAULT_THEME')).toBe('dark')
    await press('Escape')
    await dark.waitFor({ state: 'hidden' })
  })

  it.each(['light', 'dark'] as const)('[SH-65] has nothing that axe finds serious, in the %s theme', async (scheme) => {
    const operator = await stage.openMachine({ widthPx: 1440, heightPx: 900, scheme })
    const shell = new Shell(operator)
    await operator.signIn(ADMIN)
    await operator.untilQuiet()
    expect(await seriousFindings(operator.page)).toEqual([])
    await shell.openSettings()
    expect(await seriousFindings(operator.page)).toEqual([])
    await operator.page.getByText('侧边菜单', { exact: true }).click()
    await operator.page.getByText('暗色菜单', { exact: true }).click()
    await shell.closeLayer()
    await shell.sider().waitFor()
    expect(await seriousFindings(operator.page)).toEqual([])
  })

  it('[SH-43] keeps every setting under its key, and starts with it', async () => {
    const { operator } = stage
    const { page } = operator
    const shell = new Shell(operator)
    await operator.signIn(ADMIN)
    const drawer = await shell.openSettings()
    await drawer.getByText('暗色菜单', { exact: true }).click()
    await drawer.getByText('侧边菜单', { exact: true }).click()
    await drawer.getByRole('radio', { name: '酱紫' }).locator('..').click()
    for (const label of ['固定侧边栏', '色弱模式', '多标签页', '固定头部']) {
      await drawer.getByRole('switch', { name: label }).click()
    }
    for (const [key, value] of Object.entries(KEPT)) expect(await shell.stored(key)).toEqual(value)
    // What the root element carried at the first paint, before the console's own script.
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const { accent, weak } = document.documentElement.dataset
        document.documentElement.dataset['first'] = `${accent} ${weak}`
      })
    })
    await page.reload()
    await shell.sider().waitFor()
    expect(await page.locator('html').getAttribute('data-first')).toBe('722ed1 true')
    expect(await shell.sider().getAttribute('data-menu')).toBe('dark')
    expect(await shell.tabs().count()).toBe(0)
    await shell.breadcrumb().waitFor()
  })
})
