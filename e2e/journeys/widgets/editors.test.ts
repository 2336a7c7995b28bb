import { expect, it } from 'vitest'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { RichText } from '../../drivers/rich-text.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('editors', () => {
  const stage = setStage()

  it('[WG-90] [WG-93] rich text can still be edited after a tab switch, a reopened dialog, and a return to a kept page', async () => {
    const operator = await stage.enter(ADMIN, '/test/gallery?only=rich-text-editor')
    expect((await new RichText(operator, '正文').frame().box()).height).toBe(600)
    const draft = new RichText(operator, '页签中的正文')
    await draft.append('一')
    await operator.pressKey('Control+A')
    await draft.press('加粗')
    expect(await draft.bold().read()).toBe('草稿一')

    await operator.openTab('预览页签')
    await operator.part('tabpanel').shows('草稿一')
    await operator.openTab('正文页签')
    await draft.append('二')
    expect(await draft.text().read()).toBe('草稿一二')

    const opened = new RichText(operator, '弹窗中的正文')
    for (const word of ['三', '四']) {
      await operator.press('在弹窗中编辑')
      await opened.append(word)
      await opened.press('全屏')
      expect((await opened.frame().box()).height).toBe(DESKTOP.heightPx)
      await operator.pressKey('Escape')
      await operator.answer('编辑正文', '确定')
    }
    expect(await draft.text().read()).toBe('草稿一二三四')

    await operator.part('navigation', '主菜单').follow('站点管理')
    await operator.arrivesAt('/mon/station/list')
    await operator.part('navigation', '打开的页面').follow('组件图库')
    await draft.append('五')
    expect(await draft.text().read()).toBe('草稿一二三四五')
    expect(await draft.bold().read()).toBe('草稿一二三四五')
  })
})
