import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

/** The rich text editor called so, and what a writer does with it. */
function editorOf(page: Page, name: string) {
  const text = page.getByRole('textbox', { name })
  const bar = page.getByRole('toolbar', { name: `${name}工具栏` })
  const append = async (words: string) => {
    await text.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(words)
  }
  return { text, append, press: (tool: string) => bar.getByRole('button', { name: tool }).click() }
}
const heightOf = async (part: Locator) => (await part.boundingBox())?.height

describeInBrowser('editors', () => {
  const stage = setStage()

  it('[WG-90] [WG-93] rich text is written, and written on after a tab, a dialog and a kept page come back', async () => {
    const shell = new Shell(stage.operator)
    const { page } = shell
    await stage.operator.signIn(ADMIN)
    await stage.operator.open('/test/home?only=rich-text-editor')

    const notice = editorOf(page, '正文').text.first()
    await notice.waitFor()
    expect(await heightOf(page.locator('[data-full]').first())).toBe(600)
    const draft = editorOf(page, '页签中的正文')
    await draft.append('一')
    await page.keyboard.press('Control+A')
    await draft.press('加粗')
    expect(await draft.text.locator('strong').innerText()).toBe('草稿一')

    await page.getByRole('tab', { name: '预览页签' }).click()
    await page.getByRole('tabpanel').getByText('草稿一').waitFor()
    await page.getByRole('tab', { name: '正文页签' }).click()
    await draft.append('二')
    expect(await draft.text.innerText()).toBe('草稿一二')

    const opened = editorOf(page, '弹窗中的正文')
    for (const word of ['三', '四']) {
      await page.getByRole('button', { name: '在弹窗中编辑' }).click()
      await opened.append(word)
      await opened.press('全屏')
      expect(await heightOf(page.locator('[data-full=true]'))).toBe(page.viewportSize()?.height)
      await page.keyboard.press('Escape')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^确\s*定$/ })
        .click()
      await opened.text.waitFor({ state: 'detached' })
    }
    expect(await draft.text.innerText()).toBe('草稿一二三四')

    await shell.choose('站点管理')
    await page.waitForURL('**/mon/station/list')
    await shell.tab('组件示例').click()
    await draft.append('五')
    expect(await draft.text.innerText()).toBe('草稿一二三四五')
    expect(await draft.text.locator('strong').innerText()).toBe('草稿一二三四五')
  })
})
