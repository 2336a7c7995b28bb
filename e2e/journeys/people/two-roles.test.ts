import { deviceEndpoints } from '@natim/contract/mon/device'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('two roles', () => {
  const stage = setStage()

  it('[SS-40] a page without permission is in no menu, leads to /403, and its calls are refused', async () => {
    const duty = await stage.enter(await stage.person('roles_duty', 'prov_duty'), '/mon/device/list')
    await duty.part('navigation', '主菜单').shows('设备管理')
    await duty.seesPage('设备列表')

    const guest = await stage.person('roles_guest', 'test')
    const other = await stage.openMachine()
    await other.signIn(guest)
    const menu = other.part('navigation', '主菜单')
    await menu.shows('消息中心')
    await menu.lacks(/设备|站点/)
    await other.open('/mon/device/list')
    await other.arrivesAt('/403')
    const colleague = await stage.colleague(guest)
    await expect(colleague.call(deviceEndpoints.list, { query: { pageNo: 1, pageSize: 10 } })).rejects.toThrow('403')
  })
})
