import { MODAL_PX, TEXT_POPUP_PX } from '@natim/contract/constants'
import { expect, it } from 'vitest'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { equip } from '../../drivers/database.ts'
import { EditableGrid } from '../../drivers/editable-grid.ts'
import { fresh } from '../../drivers/fresh.ts'
import { galleryState, textBox } from '../../drivers/gallery.ts'
import { publish } from '../../drivers/notices.ts'
import type { Name } from '../../drivers/part.ts'
import { setStage } from '../../drivers/stage.ts'

/** Width of the editor in its dialog, from its style sheet. */
const CRON_EDITOR_PX = 608
describeInBrowser('dialogs', () => {
  const stage = setStage()

  /** Opens a dialog, measures it, and closes it by key. */
  async function widthOf(title: Name, open: () => Promise<unknown>): Promise<number> {
    const { operator } = stage
    await open()
    const { width } = await operator.dialog(title).box()
    await operator.pressKey('Escape')
    await operator.dialog(title).disappears()
    return width
  }

  it('[CO-10] have the specified width: of lists, of the user menu, of announcements', async () => {
    const measurer = await stage.person('dialog-measurer', 'admin')
    await equip(stage.server.dataDir, measurer.username, { departs: { DWM: '量窗处' } })
    const operator = await stage.enter(measurer, '/mon/station/list')
    const fromUserMenu = (entry: string) => async () => {
      await operator.press(/的菜单$/)
      await operator.part('menuitem', entry).click()
    }

    expect(await widthOf('高级查询', () => operator.press('高级查询'))).toBe(MODAL_PX.advancedQuery)
    expect(await widthOf('导入EXCEL', () => operator.press('导入'))).toBe(MODAL_PX.import)
    expect(await widthOf('修改密码', fromUserMenu('修改密码'))).toBe(MODAL_PX.password)
    expect(await widthOf(/^部门切换/, fromUserMenu('切换部门'))).toBe(MODAL_PX.depart)

    const title = fresh('宽度')
    await publish(await stage.colleague(), { title, msgType: 'USER', userIds: measurer.username })
    await operator.press(/^通知，\d+ 条未读$/)
    await operator.dialog('未读通知').press(new RegExp(title))
    const detail = operator.dialog('通知消息')
    expect((await detail.box()).width).toBe(DESKTOP.widthPx * 0.6)
    await detail.press('全屏')
    expect((await detail.box()).width).toBe(DESKTOP.widthPx)
    await detail.press('退出全屏')
    await operator.pressKey('Escape')
    await detail.disappears()
  })

  it('[CO-10] have the specified width: of fields', async () => {
    const operator = await stage.enter(ADMIN, '/test/gallery?only=cron-input')
    await galleryState(operator, '已填').press('选择')
    const cron = operator.dialog('Cron表达式')
    expect((await cron.part('tabpanel').box()).width).toBeLessThanOrEqual(CRON_EDITOR_PX)
    expect(await widthOf('Cron表达式', () => cron.appears())).toBe(MODAL_PX.cron)

    await operator.open('/test/gallery?only=upload')
    expect(await widthOf('文件上传', () => operator.press('文件上传…'))).toBe(MODAL_PX.uploadPopup)

    await operator.open('/test/gallery?only=editable-grid')
    const openDetails = async () => {
      await new EditableGrid(operator, '通道', galleryState(operator, '展开行、详细信息')).handle('c0').click()
      await operator.part('menuitem', '详细信息').click()
    }
    expect(await widthOf('详细信息', openDetails)).toBe(MODAL_PX.details)

    await operator.open('/test/gallery?only=text-popup')
    for (const [label, [width, height]] of [
      ['经过', TEXT_POPUP_PX.default],
      ['处置', TEXT_POPUP_PX.grid],
    ] as const) {
      await operator.press(`展开${label}`)
      expect(await textBox(operator, label).box()).toMatchObject({ width, height })
      await operator.pressKey('Escape')
      await textBox(operator, label).disappears()
    }
  })
})
