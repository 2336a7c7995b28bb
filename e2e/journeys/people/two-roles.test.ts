import { deviceEndpoints } from '@natim/contract/mon/device'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('two roles', () => {
  const stage = setStage()

  it('[SS-40] a page that is not granted is in no menu, leads to /404, and its calls are refused', async () => {
    const { server, operator } = stage
    const duty = { username: 'duty', password: ADMIN.password }
    const guest = { username: 'guest', password: ADMIN.password }
    await addAccount(server.dataDir, duty.username, 'prov_duty')
    await addAccount(server.dataDir, guest.username, 'test')

    await operator.signIn(duty)
    expect(await new Shell(operator).menu().innerText()).toContain('设备管理')
    await operator.open('/mon/device/list')
    await operator.page.getByRole('heading', { name: '设备列表' }).waitFor()

    const other = await stage.openMachine()
    await other.signIn(guest)
    const menu = await new Shell(other).menu().innerText()
    expect(menu).toContain('消息中心')
    expect(menu).not.toMatch(/设备|站点/)
    await other.open('/mon/device/list')
    await other.page.waitForURL((url) => url.pathname === '/404')
    const colleague = await Colleague.signIn(server.url, guest)
    await expect(colleague.call(deviceEndpoints.list, { query: { pageNo: 1, pageSize: 10 } })).rejects.toThrow('403')
  })
})
