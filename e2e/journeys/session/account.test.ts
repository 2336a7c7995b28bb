import { STORAGE_KEYS } from '@natim/contract/constants'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addStation, equip } from '../../drivers/database.ts'
import type { Account } from '../../drivers/operator.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { RIGHTS, Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

const NEXT = 'Wind#over-7-Rivers'
const STATIONS = '/mon/station/list'

describeInBrowser('the own account', () => {
  const stage = setStage()
  let mover: Account
  beforeAll(async () => {
    const { dataDir } = stage.server
    mover = await stage.person('account-mover', 'analyst')
    await equip(dataDir, mover.username, { departs: { ACCM1: '沿江监测中心', ACCM2: '沿海监测中心' } })
    await addStation(dataDir, '沿江一号站', 'ACCM1')
    await addStation(dataDir, '沿海一号站', 'ACCM2')
  })

  it('[SH-31] [SH-53] is reached from the user menu by keyboard; the password changes if the old one is right', async () => {
    const changer = await stage.person('account-changer', 'analyst')
    const operator = await stage.enter(changer, '/sensordata')
    const shell = new Shell(operator)
    await shell.userMenu().key('Enter')
    await shell.walkTo('修改密码')
    expect(await shell.entries()).toEqual([
      '个人中心',
      '个人设置',
      '系统设置',
      '修改密码',
      '切换部门',
      '清理缓存',
      '使用手册',
    ])
    await operator.pressKey('Enter')
    const dialog = await operator.dialog('修改密码').appears()
    expect((await dialog.box()).width).toBe(800)

    await dialog.fill({ 旧密码: 'not-the-old-one', 新密码: NEXT, 确认新密码: NEXT })
    await dialog.press('确定')
    await operator.message('warning').shows(/旧密码/)
    expect(await dialog.isThere()).toBe(true)
    await dialog.fill({ 旧密码: ADMIN.password })
    await dialog.press('确定')
    await operator.message('success').appears()
    await dialog.disappears()

    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.submitSignIn({ ...changer, password: NEXT })
    await operator.arrivesAt('/dashboard/analysis')
  })

  it('[SH-55] [SS-41] switches department without a new sign-in, and open pages show its data', async () => {
    const operator = await stage.enter(mover, STATIONS)
    await operator.row('沿江一号站').appears()
    expect(await operator.row('沿海一号站').isThere()).toBe(false)
    await operator.markPage()

    const menus = operator.wire.watch(RIGHTS)
    await new Shell(operator).chooseInUserMenu('切换部门')
    const dialog = await operator.dialog('部门切换（当前部门 : 沿江监测中心）').appears()
    await dialog.choose('部门', '沿海监测中心')
    await dialog.press('确定')
    await operator.row('沿海一号站').appears()
    await operator.row('沿江一号站').disappears()
    await expect.poll(() => menus.length).toBeGreaterThan(0)
    expect(await operator.stored(STORAGE_KEYS.userInfo)).toMatchObject({ orgCode: 'ACCM2' })
    expect(await operator.isSamePage()).toBe(true)
  })

  it('[SH-35] clearing the cache reloads all dictionaries, and an open list shows a new entry at once', async () => {
    const operator = await stage.enter(ADMIN, STATIONS)
    const shell = new Shell(operator)
    await operator.markPage()
    const asked = operator.wire.watch(/\/sys\/dict\/(?:refleshCache|queryAllDictItems)/)
    // An entry added by an administrator meanwhile is included in the response.
    await operator.wire.change<{ result: Record<string, object[]> }>('/sys/dict/queryAllDictItems', ({ result }) =>
      result['mon_station_type']?.unshift({ value: 'island', text: '海岛', title: '海岛', label: '海岛' }),
    )
    await shell.chooseInUserMenu('清理缓存')
    await operator.message().shows('刷新缓存完成！')
    expect(asked.map(({ url }) => /\/dict\/(\w+)/.exec(url)?.[1])).toEqual(['refleshCache', 'queryAllDictItems'])
    await operator.filters().field('站点类型').click()
    await operator.shows('海岛')
    expect(await operator.isSamePage()).toBe(true)
    expect(JSON.stringify(await operator.stored(STORAGE_KEYS.dictItems))).toContain('海岛')
    await operator.pressKey('Escape')

    await operator.wire.cut('/sys/dict/refleshCache')
    await shell.chooseInUserMenu('清理缓存')
    await operator.message().shows('刷新缓存失败！')
  })

  it('[SH-34] [SS-30] signing out asks first; afterwards nothing of the session is left in the browser', async () => {
    const desk = new SessionDesk(stage.operator, stage.server)
    const leaver = await stage.person('account-leaver', 'analyst')
    await equip(stage.server.dataDir, leaver.username, { departs: { ACCL: '沿湖监测中心' } })
    await addStation(stage.server.dataDir, '沿湖一号站', 'ACCL')
    const operator = await stage.enter(leaver, '/sensordata')
    await operator.open(STATIONS)
    await operator.row('沿湖一号站').appears()
    await operator.press('退出登录')
    await operator.part('dialog').shows('真的要注销登录吗 ?')
    await operator.part('dialog').press('取消')
    await operator.part('dialog').disappears()
    const token = await operator.storedToken()
    expect(token).toBeDefined()

    const logout = await operator.wire.sentBy(() => operator.signOut(), '/sys/logout')
    expect(logout.headers['x-access-token']).toBe(token)
    await operator.waitUntilOnLogin()
    const left = await desk.keptKeys()
    expect(left.filter((key) => /Access-Token|Login_|TENANT_ID|AUTH|UI_CACHE/.test(key))).toEqual([])
    expect(await desk.holds('沿湖一号站')).toBe(false)
    await operator.back()
    await operator.arrivesAt('/user/login?redirect=/sensordata')
    await operator.waitUntilOnLogin()
    expect(await desk.holds('沿湖一号站')).toBe(false)
  })

  it('[SH-34] a failed sign-out is reported, and the session still ends here', async () => {
    const operator = await stage.enter(mover, '/sensordata')
    await operator.wire.cut('/sys/logout')
    await operator.signOut()
    await operator.message('error').shows('网络连接失败')
    await operator.waitUntilOnLogin()
    expect(await operator.storedToken()).toBeUndefined()
  })
})
