import { DEFAULT_API_PREFIX, HEADER_TOKEN } from '@natim/contract/constants'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Bell } from '../../drivers/notices.ts'
import { setStage } from '../../drivers/stage.ts'

const SIMULATOR = '/isystem/rights'

describeInBrowser('impersonation of a user', () => {
  const stage = setStage()

  it("shows the user's menu in a frame, rejects every change, and returns to the own console", async () => {
    await stage.person('watcher', 'station_ops')
    const operator = await stage.enter(ADMIN, SIMULATOR)
    await operator.press('选择用户')
    const picker = operator.dialog('选择用户')
    await picker.enter('账号', 'watcher')
    await picker.row('watcher').click()
    await operator.answer('选择用户', '确定')
    await operator.press('以此身份查看控制台')
    const before = await operator.storedAll()
    await operator.press('开始查看')

    const frame = operator.region('以他人身份查看')
    await frame.shows(/正在以.*watcher.*的身份查看/)
    expect(await frame.read()).toMatch(
      /正在以.*watcher.*的身份查看\s*·\s*只读，修改操作已隐藏\s*·\s*还剩\s*(29|30) 分钟/,
    )
    const menu = operator.part('navigation', '主菜单')
    await menu.shows('设备管理')
    await menu.lacks('系统监控')
    expect(await new Bell(operator).isOffered()).toBe(false)

    // The impersonated user may add devices; the impersonator may not. The page was reloaded and is still impersonated.
    const list = `${DEFAULT_API_PREFIX}${deviceEndpoints.list.path}`
    const { headers } = await operator.wire.sentBy(() => operator.load('/mon/device/list'), list)
    await frame.appears()
    await operator.part('heading', '设备列表').appears()
    // Actions that would be rejected are hidden.
    expect(await operator.button('新增设备').isThere()).toBe(false)
    expect(await operator.button('导出').isThere()).toBe(false)
    const looking = Colleague.holding(stage.server.url, headers[HEADER_TOKEN] ?? '')
    await expect(looking.call(deviceEndpoints.create, { body: {} as never })).rejects.toThrow(
      '403 正在以他人身份查看，只能看，不能修改',
    )

    // Another tab shows the own console.
    const other = await stage.openWindow()
    await other.load('/dashboard/analysis')
    await other.shows('欢迎您，')
    expect(await other.region('以他人身份查看').isThere()).toBe(false)
    expect(await operator.storedAll()).toBe(before)

    await frame.press('退出查看')
    await operator.arrivesAt(SIMULATOR)
    await operator.button('以此身份查看控制台').appears()
    expect(await frame.isThere()).toBe(false)
    await operator.shows('欢迎您，')
    expect(await operator.storedAll()).toBe(before)
  })
})
