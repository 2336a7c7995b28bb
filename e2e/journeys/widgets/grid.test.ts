import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import type { Operator } from '../../drivers/operator.ts'
import { setStage } from '../../drivers/stage.ts'

const GALLERY = '/test/home?only=editable-grid'

/** A grid of the gallery, by its name. */
class GridDriver {
  readonly root: Locator
  private readonly page: Page
  constructor({ page }: Operator, name: string) {
    this.page = page
    this.root = page.getByRole('grid', { name, exact: true }).first()
  }

  cell(id: string, key: string): Locator {
    return this.root.locator(`[data-id="${id}"] [data-key="${key}"]`)
  }

  /** Text of a cell, idle or in its control. */
  text(id: string, key: string): Promise<string> {
    return this.cell(id, key).evaluate((cell) => cell.querySelector('input')?.value ?? cell.textContent ?? '')
  }

  /** Row and column of the control that has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const cell = document.activeElement?.closest<HTMLElement>('[data-key]')
      return `${cell?.closest<HTMLElement>('[data-id]')?.dataset['id']}/${cell?.dataset['key']}`
    })
  }

  /** Ids of the drawn rows from top to bottom. */
  ids(): Promise<string[]> {
    return this.root.locator('[data-id]').evaluateAll((rows) =>
      rows
        .map((row) => ({ id: (row as HTMLElement).dataset['id'] ?? '', top: row.getBoundingClientRect().top }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ id }) => id),
    )
  }

  /** Scrolls and waits for the frame: which rows are drawn, and whether one stands at each of eight heights. */
  scrollTo(top: number): Promise<{ count: number; first: number; isFull: boolean }> {
    return this.root.evaluate(async (scroller, scrollTop) => {
      scroller.scrollTop = scrollTop
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const { left, top: from, width, height } = scroller.getBoundingClientRect()
      const hits = Array.from({ length: 8 }, (_, n) =>
        document.elementFromPoint(left + width / 2, from + 60 + (n / 8) * (height - 110)),
      )
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-id]')]
      const first = Math.min(...rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 2))
      return { count: rows.length, first, isFull: hits.every((hit) => hit?.closest('[data-id]') !== null) }
    }, top)
  }

  /** Which cells a key press changes in the document. */
  async cellsChangedBy(press: () => Promise<void>): Promise<string[]> {
    const changes = await this.root.evaluateHandle((scroller) => {
      const cells = new Set<string>()
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement
          cells.add(element?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? 'no cell')
        }
      })
      observer.observe(scroller, { subtree: true, childList: true, characterData: true, attributes: true })
      return { cells, observer }
    })
    await press()
    return changes.evaluate(({ cells, observer }) => {
      observer.disconnect()
      return [...cells]
    })
  }

  async dragHandle(from: string, to: string): Promise<void> {
    const box = await this.root.locator(`[data-id="${from}"] [data-handle]`).boundingBox()
    const target = await this.root.locator(`[data-id="${to}"]`).boundingBox()
    if (!box || !target) throw new Error('The rows are not drawn')
    await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await this.page.mouse.down()
    await this.page.mouse.move(box.x + 30, target.y + target.height - 4, { steps: 6 })
    await this.page.mouse.up()
  }
}

describeInBrowser('the editable grid', () => {
  const stage = setStage()

  async function openGallery(operator: Operator): Promise<void> {
    await operator.signIn(ADMIN)
    await operator.open(GALLERY)
    await operator.page.getByRole('grid', { name: '通道', exact: true }).first().waitFor()
  }

  it('[WG-182] [WG-176] [WG-183] is written and moved through by keys, copied as a table, reordered by its handles, and draws what is in sight of a thousand rows', async () => {
    const { operator } = stage
    const { page } = operator
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openGallery(operator)
    const grid = new GridDriver(operator, '通道')
    await grid.root.scrollIntoViewIfNeeded()

    await grid.cell('c0', 'alias').click()
    await page.keyboard.press('Tab')
    expect(await grid.focused()).toBe('c0/unit')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    expect(await grid.focused()).toBe('c1/alias')
    await page.keyboard.type('新别名')
    expect(await grid.text('c1', 'alias')).toBe('新别名')
    await page.keyboard.press('Control+z')
    expect(await grid.text('c1', 'alias')).toBe('通道 2')
    await page.keyboard.type('撤回')
    await page.keyboard.press('Escape')
    expect(await grid.text('c1', 'alias')).toBe('通道 2')
    await page.keyboard.press('F2')
    await page.keyboard.type('号')
    expect(await grid.text('c1', 'alias')).toBe('通道 2号')
    await page.keyboard.press('ArrowUp')
    expect(await grid.focused()).toBe('c0/alias')

    await grid.cell('c0', 'low').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('ArrowRight')
    expect(await grid.focused()).toBe('c0/high')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('20\n21')
    await page.evaluate(() => navigator.clipboard.writeText('1\t2\r\n3\t4\r\n'))
    await page.keyboard.press('Control+v')
    expect([await grid.text('c0', 'high'), await grid.text('c1', 'places')]).toEqual(['1', '4'])

    const corner = await grid.root.locator('[data-fill]').boundingBox()
    const last = await grid.cell('c3', 'high').boundingBox()
    if (!corner || !last) throw new Error('The block is not drawn')
    await page.mouse.move(corner.x + 4, corner.y + 4)
    await page.mouse.down()
    await page.mouse.move(last.x + 20, last.y + 30, { steps: 4 })
    await page.mouse.up()
    expect([await grid.text('c2', 'high'), await grid.text('c3', 'high')]).toEqual(['1', '3'])

    const pages = page.context().pages().length
    await grid.dragHandle('c0', 'c2')
    expect((await grid.ids()).slice(0, 3)).toEqual(['c1', 'c2', 'c0'])
    await grid.dragHandle('c1', 'c1')
    expect((await grid.ids()).slice(0, 3)).toEqual(['c1', 'c2', 'c0'])
    expect(page.context().pages().length).toBe(pages)

    await page.getByText('1,000 行', { exact: true }).click()
    const large = new GridDriver(operator, '大量通道')
    await large.cell('c0', 'alias').waitFor()
    expect(await large.root.evaluate(({ clientHeight }) => clientHeight)).toBeLessThanOrEqual(400)
    expect((await large.root.locator('[data-id="c0"]').boundingBox())?.height).toBe(61)
    for (const [top, first] of [
      [0, 0],
      [18, 0],
      [61 * 2, 1],
      [30_000, 490],
      [61_000, 993],
    ] as const) {
      const seen = await large.scrollTo(top)
      expect(seen).toMatchObject({ first, isFull: true })
      expect(seen.count).toBeLessThanOrEqual(10)
    }
    await large.scrollTo(0)
    await large.cell('c1', 'alias').click()
    expect(await large.cellsChangedBy(() => page.keyboard.press('k'))).toEqual(['alias'])
    expect(await large.text('c1', 'alias')).toContain('k')
  })

  it('[WG-203] [VA-54] [WG-208] stops saving at the first fault, whose tab and cell come forward, in a tab that was hidden', async () => {
    const { operator } = stage
    const { page } = operator
    await openGallery(operator)
    const contacts = new GridDriver(operator, '联系人')
    expect(await contacts.root.isVisible()).toBe(false)
    const name = page.getByRole('textbox', { name: '设备名称' })
    await name.fill('')
    await page.getByRole('button', { name: /提\s*交/ }).click()
    await page.getByText('请输入设备名称').waitFor()
    expect(await contacts.root.isVisible()).toBe(false)
    await name.fill('江北 3#')
    await page.getByRole('button', { name: /提\s*交/ }).click()
    await contacts.cell('p2', 'phone').getByText('请输入正确手机号').waitFor()
    await expect.poll(() => contacts.focused()).toBe('p2/phone')
    expect(await contacts.ids()).toEqual(['p1', 'p2'])
    const widths = await contacts.root
      .locator('[data-id="p1"] [data-key]')
      .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth))
    expect(Math.min(...widths)).toBeGreaterThan(200)

    await page.keyboard.type('13900139000')
    const channels = new GridDriver(operator, '表单的通道')
    await page.getByRole('tab', { name: '通道' }).click()
    await channels.cell('c0', 'alias').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.getByRole('tab', { name: '联系人' }).click()
    await page.getByRole('button', { name: /提\s*交/ }).click()
    await expect.poll(() => channels.focused()).toBe('c0/alias')
    await page.keyboard.type('改好了')
    await page.getByRole('button', { name: /提\s*交/ }).click()
    await page.getByText('已读取 2 个子表').waitFor()
  })

  it('[WG-207] shows in place what another console changes, and keeps its own echo out', async () => {
    const { operator } = stage
    await openGallery(operator)
    const other = await stage.openMachine()
    await openGallery(other)
    const mine = new GridDriver(operator, '实时同步的通道')
    const theirs = new GridDriver(other, '实时同步的通道')
    await theirs.root.scrollIntoViewIfNeeded()
    await mine.cell('c1', 'alias').click()
    await operator.page.keyboard.press('Control+a')
    await operator.page.keyboard.type('两处可见')
    await expect.poll(() => theirs.text('c1', 'alias'), { timeout: 15_000 }).toBe('两处可见')
    await theirs.cell('c2', 'high').click()
    await other.page.keyboard.press('Control+a')
    await other.page.keyboard.type('77')
    await expect.poll(() => mine.text('c2', 'high'), { timeout: 15_000 }).toBe('77')
    expect(await mine.text('c1', 'alias')).toBe('两处可见')
  })
})
