import { MODAL_PX, TEXT_POPUP_PX } from '@natim/contract/constants'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Bell, publish } from '../../drivers/notices.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const sizeOf = async (part: Locator) => {
  const box = await part.boundingBox()
  return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)]
}
const widthOf = async (part: Locator) => (await sizeOf(part))[0]
const WINDOW_PX = 1_440

describeInBrowser('dialogs', () => {
  const stage = setStage()

  it('[CO-10] are as wide as specified: of lists, of the user menu, of announcements, of fields', async () => {
    const { operator, server } = stage
    const { page } = operator
    const desk = new SessionDesk(operator, server)
    const bell = new Bell(operator)
    await operator.signIn(ADMIN)

    /** Opens a dialog, measures it, and closes it by key. */
    const measure = async (title: string | RegExp, open: () => Promise<void>) => {
      await open()
      const dialog = page.getByRole('dialog', { name: title, exact: typeof title === 'string' })
      await dialog.waitFor()
      const width = await widthOf(dialog)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      return width
    }

    await operator.open('/mon/station/list')
    expect(await measure('高级查询', () => operator.press('高级查询'))).toBe(MODAL_PX.advancedQuery)
    expect(await measure('导入EXCEL', () => operator.press(/导\s*入$/))).toBe(MODAL_PX.import)
    expect(await measure('修改密码', () => desk.pickFromUserMenu('修改密码'))).toBe(MODAL_PX.password)
    expect(await measure(/^部门切换/, () => desk.pickFromUserMenu('切换部门'))).toBe(MODAL_PX.depart)

    await publish(await Colleague.signIn(server.url, ADMIN), { title: '宽度' })
    await bell.choose('宽度')
    expect(await widthOf(bell.detail())).toBe(WINDOW_PX * 0.6)
    await bell.detail().getByRole('button', { name: '全屏' }).click()
    await expect.poll(() => widthOf(bell.detail())).toBe(WINDOW_PX)
    await bell.detail().getByRole('button', { name: '退出全屏' }).click()
    await bell.closeDetail()

    await operator.open('/test/home?only=cron-input')
    const cron = page.getByRole('dialog', { name: 'Cron表达式' })
    await operator.press(/^选\s*择$/)
    await cron.waitFor()
    expect(await widthOf(cron.getByRole('tabpanel').filter({ visible: true }))).toBeLessThanOrEqual(MODAL_PX.cronEditor)
    expect(await measure('Cron表达式', () => cron.waitFor())).toBe(MODAL_PX.cron)

    await operator.open('/test/home?only=upload')
    expect(await measure('文件上传', () => operator.press('文件上传…'))).toBe(MODAL_PX.uploadPopup)

    await operator.open('/test/home?only=editable-grid')
    const openDetails = async () => {
      const sample = page.getByText('展开行、详细信息', { exact: true }).locator('..')
      await sample.locator('[data-handle]').first().click()
      await page.getByRole('menuitem', { name: '详细信息' }).click()
    }
    expect(await measure('详细信息', openDetails)).toBe(MODAL_PX.details)

    await operator.open('/test/home?only=text-popup')
    for (const [label, size] of [
      ['经过', TEXT_POPUP_PX.default],
      ['处置', TEXT_POPUP_PX.grid],
    ] as const) {
      await operator.press(`展开${label}`)
      const box = page.getByRole('textbox', { name: `${label}（全文）` }).locator('..')
      await box.waitFor()
      expect(await sizeOf(box)).toEqual([...size])
      await page.keyboard.press('Escape')
    }
  })
})
