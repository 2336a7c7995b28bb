import { monitorEndpoints } from '@natim/contract/system/monitor'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const { diskInfo: _forOthers, ...PARTS } = monitorEndpoints

describeInBrowser('how the server is', () => {
  const stage = setStage()

  it('[SY-64] every part is shown, read again on demand, and fails by itself', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/monitor/server')
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await panel('服务器').getByRole('meter', { name: '内存' }).waitFor()
    await panel('服务进程').getByText(process.version).waitFor()
    await panel('数据库与缓存')
      .getByText(/^PostgreSQL \d+/)
      .waitFor()
    await panel('磁盘')
      .getByText(/^剩余 .+ \/ 共 /)
      .first()
      .waitFor()
    const requests = panel('最近请求').getByRole('row')
    await requests.filter({ hasText: '/sys/permission/getUserPermissionByToken' }).first().waitFor()
    expect(await panel('最近请求').innerText()).not.toContain('?')

    const refresh = async () => {
      const answered = Object.values(PARTS).map(({ path }) =>
        page.waitForResponse((response) => response.url().includes(path)),
      )
      await operator.press(/刷\s*新$/)
      await Promise.all(answered)
    }
    await refresh()

    // The message of one part stands where its figures stood; the others are as before.
    await page.route(`**${PARTS.database.path}*`, (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, code: 500, message: '读不到数据库', result: null, timestamp: 0 },
      }),
    )
    await operator.load('/monitor/server')
    await panel('数据库与缓存').getByRole('alert').getByText('读不到数据库').waitFor()
    await panel('服务器').getByRole('meter', { name: '内存' }).waitFor()
    await requests.nth(1).waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    await page.unroute(`**${PARTS.database.path}*`)
    await panel('数据库与缓存').getByRole('button', { name: '重试' }).click()
    await panel('数据库与缓存')
      .getByText(/^PostgreSQL \d+/)
      .waitFor()
  })
})
