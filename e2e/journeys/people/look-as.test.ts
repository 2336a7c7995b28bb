import { STORAGE_KEYS } from '@natim/contract/constants'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import { setStage } from '../../drivers/stage.ts'

const SIMULATOR = '/isystem/rights'

describeInBrowser('the console as somebody else sees it', () => {
  const stage = setStage()
  beforeAll(async () => {
    await addAccount(stage.server.dataDir, 'watcher', 'station_ops')
  })

  it('shows his menu within a frame, refuses what would change anything, and leads back to oneself', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    const own = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
    const nameOf = (who: string) => page.getByText(`欢迎您，${who}`)
    const menu = page.getByRole('menuitem', { name: '系统监控' }).or(page.getByText('系统监控', { exact: true }))

    await operator.open(SIMULATOR)
    await page.getByRole('button', { name: '选择用户' }).click()
    const picker = page.getByRole('dialog')
    await picker.getByRole('row', { name: /watcher/ }).click()
    await picker.getByRole('button', { name: /^确\s*定$/ }).click()
    await page.getByRole('button', { name: '以此身份查看控制台' }).click()
    const before = await own()
    await page.getByRole('button', { name: '开始查看' }).click()

    const frame = page.getByRole('region', { name: '以他人身份查看' })
    await frame.waitFor()
    expect(await frame.innerText()).toMatch(/正在以.*watcher.*的身份查看\s*·\s*只读\s*·\s*还剩\s*(29|30) 分钟/)
    await page.getByRole('menuitem', { name: '设备管理' }).first().waitFor()
    expect(await menu.count()).toBe(0)
    expect(await page.getByRole('button', { name: /^通知/ }).count()).toBe(0)

    // He may add devices; whoever looks as him may not.
    await operator.open('/mon/device/list')
    await page.getByRole('button', { name: '新增设备' }).waitFor()
    const refused = await page.evaluate(
      async ([key]) => {
        const token = JSON.parse(sessionStorage.getItem(`natim.view:${key}`) ?? '{}').value as string
        const answer = await fetch('/jeecg-boot/mon/device/add', {
          method: 'POST',
          headers: { 'x-access-token': token, 'content-type': 'application/json' },
          body: '{}',
        })
        return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
      },
      [STORAGE_KEYS.token] as const,
    )
    expect(refused).toEqual({ status: 403, message: '正在以他人身份查看，只能看，不能修改' })

    // That page was loaded anew and is still the view; another tab is one's own console.
    await frame.waitFor()
    const other = await stage.openWindow()
    await other.load('/dashboard/analysis')
    await other.page.getByText('欢迎您，').waitFor()
    expect(await other.page.getByRole('region', { name: '以他人身份查看' }).count()).toBe(0)
    expect(await own()).toBe(before)

    await frame.getByRole('button', { name: '退出查看' }).click()
    await page.waitForURL(`**${SIMULATOR}**`)
    await page.getByRole('button', { name: '以此身份查看控制台' }).waitFor()
    expect(await frame.count()).toBe(0)
    await nameOf('').first().waitFor()
    expect(await own()).toBe(before)
  })
})
