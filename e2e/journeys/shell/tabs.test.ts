import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('tabs', () => {
  const stage = setStage()
  const enter = async () => {
    const shell = new Shell(stage.operator)
    await stage.operator.signIn(ADMIN)
    return { shell, page: stage.operator.page, operator: stage.operator }
  }
  const note = (shell: Shell) => shell.page.getByRole('searchbox', { name: '站点名称' })

  it('[SH-17] [SH-20] [SH-27] one tab a path and query; closing shows the neighbour; the window is titled after it', async () => {
    const { shell, page, operator } = await enter()
    expect(await page.title()).toBe('全国空气毒性与感染监测网络')
    await shell.choose('站点管理')
    await page.waitForURL('**/mon/station/list')
    const other = (id: number) =>
      page.evaluate((query) => {
        history.pushState(null, '', `/mon/station/list?id=${query}`)
        dispatchEvent(new PopStateEvent('popstate'))
      }, id)
    await other(1)
    await expect.poll(() => shell.tabTitles()).toEqual(['首页', '站点管理', '站点管理'])
    await other(2)
    await expect.poll(() => shell.tabTitles()).toEqual(['首页', '站点管理', '站点管理', '站点管理'])
    await other(1)
    expect(await shell.tabTitles()).toHaveLength(4)
    expect(await page.title()).toBe('站点管理 · 全国空气毒性与感染监测网络')
    const close = () => shell.tabs().locator('li[data-active=true]').getByRole('button', { name: /^关闭/ }).click()
    await close()
    await page.waitForURL('**/mon/station/list?id=2')
    await close()
    await page.waitForURL((url) => url.pathname + url.search === '/mon/station/list')
    expect(operator.path()).toBe('/mon/station/list')
    await shell.tabs().getByRole('button', { name: '关闭 站点管理' }).click()
    await page.waitForURL('**/dashboard/analysis')
  })

  it('[SH-18] 首页 is first and stays', async () => {
    const { shell, page } = await enter()
    await shell.choose('实时数据')
    await page.waitForURL('**/sensordata')
    expect((await shell.tabTitles())[0]).toBe('首页')
    expect(await shell.tabs().getByRole('button', { name: '关闭 首页' }).count()).toBe(0)
    await shell.tab('首页').focus()
    await page.keyboard.press('Delete')
    await page.getByText('首页不能关闭!').waitFor()
    expect(await shell.tabTitles()).toEqual(['首页', '实时数据'])
  })

  it('[SH-21] [SH-23] the menu of a tab opens by mouse and by key; 刷新 starts one page anew and leaves the others alone', async () => {
    const { shell, page, operator } = await enter()
    await operator.markPage()
    await shell.choose('站点管理')
    await note(shell).fill('半句')
    await shell.openGroup('设备管理')
    await page.getByRole('link', { name: '设备列表' }).click()
    const device = page.getByRole('searchbox', { name: '名称、客户端 ID' })
    await device.fill('另半句')

    await shell.tab('站点管理').click({ button: 'right' })
    const tab = await shell.tab('站点管理').boundingBox()
    // It is measured out of sight before it comes to the pointer.
    const offset = async () => {
      const box = await page.getByRole('menuitem', { name: '刷新' }).boundingBox()
      return Math.abs((box?.x ?? Number.NaN) - (tab?.x ?? 0))
    }
    await expect.poll(offset).toBeLessThan(120)
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: '刷新' }).waitFor({ state: 'hidden' })

    await shell.tab('站点管理').focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: '关闭其它' }).waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('/mon/station/list'))
    await page.getByRole('menuitem', { name: '刷新' }).click()
    await asked
    await expect.poll(() => note(shell).inputValue()).toBe('')
    await shell.tab('设备列表').click()
    expect(await device.inputValue()).toBe('另半句')
    expect(await operator.isSamePage()).toBe(true)
  })

  it('[SH-24] [SH-28] [SH-25] pages stay as they were left, the window starts at its top, and tabs can be turned off', async () => {
    const shell = new Shell(stage.operator)
    const { page } = shell
    await shell.withMenu([
      { path: '/extra/stations', title: '每次重来', component: 'mon/station/StationList', isKept: false },
    ])
    await stage.operator.signIn(ADMIN)
    await shell.choose('站点管理')
    await note(shell).fill('半句')
    // A box inside the page, with its own scroll.
    const inner = page.locator('main .page:visible').first()
    const start = await inner.evaluate((element) => {
      element.style.cssText = 'display: block; flex: none; height: 120px; overflow: auto'
      element.scrollTop = 90
      return element.scrollTop
    })
    expect(start).toBe(90)
    await shell.scrollTo(150)
    expect(await shell.scrollTop()).toBe(150)
    await shell.choose('每次重来')
    await expect.poll(() => shell.scrollTop()).toBe(0)
    await note(shell).fill('会丢')
    await shell.scrollTo(150)
    await shell.tab('站点管理').click()
    await expect.poll(() => shell.scrollTop()).toBe(0)
    expect(await note(shell).inputValue()).toBe('半句')
    expect(await inner.evaluate((element) => element.scrollTop)).toBe(90)
    await shell.scrollTo(150)
    await page.goBack()
    await page.waitForURL('**/extra/stations')
    await expect.poll(() => shell.scrollTop()).toBe(0)
    expect(await note(shell).inputValue()).toBe('')

    await shell.tabs().getByRole('button', { name: '关闭 站点管理' }).click()
    await shell.choose('站点管理')
    await expect.poll(() => note(shell).inputValue()).toBe('')

    const drawer = await shell.openSettings()
    const toggle = drawer.getByRole('switch', { name: '多标签页' })
    await toggle.click()
    await shell.tabs().waitFor({ state: 'hidden' })
    await toggle.click()
    await shell.closeLayer()
    expect(await shell.tabTitles()).toEqual(['首页', '站点管理'])
    await shell.resize(1000)
    await shell.tabs().waitFor({ state: 'hidden' })
  })
})
