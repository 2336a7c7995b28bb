import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const NETWORK = '全国空气毒性与感染监测网络'

describeInBrowser('tabs', () => {
  const stage = setStage()
  const enter = async (path?: string) => {
    const operator = await stage.enter(ADMIN, path)
    return { operator, shell: new Shell(operator) }
  }

  it('[SH-17] [SH-20] [SH-27] one tab per path and query; closing shows the neighbour; the window title follows', async () => {
    const { operator, shell } = await enter()
    expect(await shell.title()).toBe(NETWORK)
    await shell.choose('站点管理')
    await operator.arrivesAt('/mon/station/list')
    await operator.open('/mon/station/list?id=1')
    await expect.poll(() => shell.tabTitles()).toEqual(['首页', '站点管理', '站点管理'])
    await operator.open('/mon/station/list?id=2')
    await expect.poll(() => shell.tabTitles()).toEqual(['首页', '站点管理', '站点管理', '站点管理'])
    await operator.open('/mon/station/list?id=1')
    expect(await shell.tabTitles()).toHaveLength(4)
    expect(await shell.title()).toBe(`站点管理 · ${NETWORK}`)
    const closeCurrent = () => shell.activeTab().press('关闭 站点管理')
    await closeCurrent()
    await operator.arrivesAt('/mon/station/list?id=2')
    await closeCurrent()
    await operator.arrivesAt(/^\/mon\/station\/list$/)
    await closeCurrent()
    await operator.arrivesAt('/dashboard/analysis')
  })

  it('[SH-18] 首页 is first and stays', async () => {
    const { operator, shell } = await enter('/sensordata')
    expect(await shell.tabTitles()).toEqual(['首页', '实时数据'])
    expect(await shell.tabs().button('关闭 首页').isThere()).toBe(false)
    await shell.tab('首页').key('Delete')
    await operator.message().shows('首页不能关闭!')
    expect(await shell.tabTitles()).toEqual(['首页', '实时数据'])
  })

  it('[SH-21] [SH-23] the tab menu opens by mouse and by key; 刷新 reloads one page and leaves the others alone', async () => {
    const { operator, shell } = await enter('/mon/station/list')
    await operator.markPage()
    await operator.filters().fill({ 站点名称: '半句' })
    await shell.chooseBelow('设备管理', '设备列表')
    await operator.arrivesAt('/mon/device/list')
    await operator.filters().fill({ '名称、客户端 ID、站点': '另半句' })

    await shell.openTabMenu('站点管理')
    const tab = await shell.tab('站点管理').box()
    // It is first measured off-screen, then moved to the pointer.
    await expect.poll(async () => Math.abs((await shell.tabMenu('刷新').box()).x - tab.x)).toBeLessThan(120)
    await operator.pressKey('Escape')
    await shell.tabMenu('刷新').disappears()

    await shell.tab('站点管理').key('ContextMenu')
    await shell.tabMenu('关闭其它').appears()
    await operator.wire.sentBy(() => shell.tabMenu('刷新').click(), '/mon/station/list')
    await operator.arrivesAt('/mon/station/list')
    await expect.poll(() => operator.filters().valueOf('站点名称')).toBe('')
    await shell.tab('设备列表').click()
    expect(await operator.filters().valueOf('名称、客户端 ID、站点')).toBe('另半句')
    expect(await operator.isSamePage()).toBe(true)
  })

  it('[SH-24] [SH-28] [SH-25] pages keep their state, the window starts at the top, and tabs can be disabled', async () => {
    const { operator } = stage
    const shell = new Shell(operator)
    const note = () => operator.filters().valueOf('站点名称')
    await shell.withMenu([
      { path: '/extra/stations', title: '每次重来', component: 'mon/station/StationList', isKept: false },
    ])
    await stage.enter(ADMIN, '/mon/station/list')
    await operator.filters().fill({ 站点名称: '半句' })
    // A box inside the page with its own scrollbar.
    const inner = await shell.makeBox()
    await shell.scrollInside(inner, 90)
    expect(await shell.scrollTop(inner)).toBe(90)
    await shell.scrollTo(150)
    expect(await shell.scrollTop()).toBe(150)
    await shell.choose('每次重来')
    await operator.arrivesAt('/extra/stations')
    await expect.poll(() => shell.scrollTop()).toBe(0)
    await operator.filters().fill({ 站点名称: '会丢' })
    await shell.scrollTo(150)
    await shell.tab('站点管理').click()
    await operator.arrivesAt('/mon/station/list')
    await expect.poll(() => shell.scrollTop()).toBe(0)
    expect(await note()).toBe('半句')
    expect(await shell.scrollTop(inner)).toBe(90)
    await shell.scrollTo(150)
    await operator.back()
    await operator.arrivesAt('/extra/stations')
    await expect.poll(() => shell.scrollTop()).toBe(0)
    expect(await note()).toBe('')

    await shell.tabs().press('关闭 站点管理')
    await shell.tab('站点管理').disappears()
    await shell.choose('站点管理')
    await operator.arrivesAt('/mon/station/list')
    expect(await note()).toBe('')

    const settings = await shell.openSettings()
    await settings.uncheck('多标签页')
    await shell.tabs().disappears()
    await settings.check('多标签页')
    await shell.closeLayer()
    expect(await shell.tabTitles()).toEqual(['首页', '站点管理'])
    await operator.resize(1000)
    await shell.tabs().disappears()
  })
})
