import { expect, it } from 'vitest'
import { seriousFindings } from '../../drivers/axe.ts'
import { describeInBrowser, DESKTOP } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

/** Disabled parts need no contrast, and user content keeps its own colours. */
const EXEMPT = ['[data-old]', '.ant-select-disabled', '[contenteditable]', '.ant-table-measure-row']

const GALLERY = { within: 'main', without: EXEMPT }

describeInBrowser('the component gallery', () => {
  const stage = setStage()

  it('has no serious accessibility finding in any state of a component, light and dark', async () => {
    const operator = await stage.openMachine({ ...DESKTOP, scheme: 'light' })
    await operator.signIn(ADMIN, '/test/gallery')
    // The largest page and its slowest component are awaited separately.
    await operator.part('heading', '组件图库').appears()
    await operator.region('Markdown 编辑器').appears()
    await operator.region('Markdown 编辑器').part('textbox', '说明').appears()
    expect(await seriousFindings(operator, GALLERY)).toEqual([])

    await operator.prefer('dark')
    await expect.poll(() => operator.appearance()).toBe('dark')
    expect(await seriousFindings(operator, { ...GALLERY, rule: 'color-contrast' })).toEqual([])
  })
})
