import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Clipboard, EditableGrid } from '../../drivers/editable-grid.ts'
import { setStage } from '../../drivers/stage.ts'

const GALLERY = '/test/gallery?only=editable-grid'

describeInBrowser('the editable grid', () => {
  const stage = setStage()

  it('[WG-182] [WG-176] [WG-183] is edited and navigated by keys, copied as a table, reordered by its handles, and renders only the visible ones of a thousand rows', async () => {
    const operator = await stage.enter(ADMIN, GALLERY)
    const clipboard = await Clipboard.allowFor(operator)
    const grid = new EditableGrid(operator, '通道')

    await grid.cell('c0', 'alias').click()
    await operator.pressKey('Tab')
    expect(await grid.focused()).toBe('c0/unit')
    await operator.pressKey('Shift+Tab')
    await operator.pressKey('Enter')
    expect(await grid.focused()).toBe('c1/alias')
    await operator.type('新别名')
    expect(await grid.text('c1', 'alias')).toBe('新别名')
    await operator.pressKey('Control+z')
    expect(await grid.text('c1', 'alias')).toBe('通道 2')
    await operator.type('撤回')
    await operator.pressKey('Escape')
    expect(await grid.text('c1', 'alias')).toBe('通道 2')
    await operator.pressKey('F2')
    await operator.type('号')
    expect(await grid.text('c1', 'alias')).toBe('通道 2号')
    await operator.pressKey('ArrowUp')
    expect(await grid.focused()).toBe('c0/alias')

    await grid.cell('c0', 'low').click()
    await operator.pressKey('Control+a')
    await operator.pressKey('ArrowRight')
    expect(await grid.focused()).toBe('c0/high')
    await operator.pressKey('Shift+ArrowDown')
    await operator.pressKey('Control+c')
    expect(await clipboard.read()).toBe('20\n21')
    await clipboard.write('1\t2\r\n3\t4\r\n')
    await operator.pressKey('Control+v')
    expect([await grid.text('c0', 'high'), await grid.text('c1', 'places')]).toEqual(['1', '4'])

    await grid.fillTo('c3', 'high')
    expect([await grid.text('c2', 'high'), await grid.text('c3', 'high')]).toEqual(['1', '3'])

    const windows = operator.windowCount()
    await grid.dragRow('c0', 'c2')
    expect((await grid.ids()).slice(0, 3)).toEqual(['c1', 'c2', 'c0'])
    await grid.dragRow('c1', 'c1')
    expect((await grid.ids()).slice(0, 3)).toEqual(['c1', 'c2', 'c0'])
    expect(operator.windowCount()).toBe(windows)

    await operator.words('1,000 行').click()
    const large = new EditableGrid(operator, '大量通道')
    await large.cell('c0', 'alias').appears()
    expect(await large.heightPx()).toBeLessThanOrEqual(400)
    expect((await large.row('c0').box()).height).toBe(61)
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
    // Of 61 px, 14 are less than 0.3 and 19 are more: below that the rows are shifted, above it they are selected anew.
    expect((await large.scrollTo(170)).first).toBe(1)
    expect(await large.scrollTo(184)).toMatchObject({ first: 1, isFull: true })
    expect((await large.scrollTo(189)).first).toBe(2)
    await large.scrollTo(0)
    await large.cell('c1', 'alias').click()
    expect(await large.cellsChangedBy('k')).toEqual(['alias'])
    expect(await large.text('c1', 'alias')).toContain('k')
  })

  it('[WG-203] [VA-54] [WG-208] saving stops at the first error and shows its tab and cell, even in a hidden tab', async () => {
    const operator = await stage.enter(ADMIN, GALLERY)
    const contacts = new EditableGrid(operator, '联系人')
    expect(await contacts.root.isThere()).toBe(false)
    await operator.fill({ 设备名称: '' })
    await operator.press('提交')
    await operator.shows('请输入设备名称')
    expect(await contacts.root.isThere()).toBe(false)
    await operator.fill({ 设备名称: '江北 3#' })
    await operator.press('提交')
    await contacts.cell('p2', 'phone').shows('请输入正确手机号')
    await expect.poll(() => contacts.focused()).toBe('p2/phone')
    expect(await contacts.ids()).toEqual(['p1', 'p2'])
    expect(Math.min(...(await contacts.cellWidths('p1')))).toBeGreaterThan(200)

    await operator.type('13900139000')
    const channels = new EditableGrid(operator, '表单的通道')
    await operator.openTab('通道')
    await channels.cell('c0', 'alias').click()
    await operator.pressKey('Control+a')
    await operator.pressKey('Delete')
    await operator.openTab('联系人')
    await operator.press('提交')
    await expect.poll(() => channels.focused()).toBe('c0/alias')
    await operator.type('改好了')
    await operator.press('提交')
    await operator.message().shows('已读取 2 个子表')
  })

  it('[WG-207] shows changes from another console in place, and ignores its own echo', async () => {
    const here = await stage.enter(ADMIN, GALLERY)
    const there = await stage.openMachine()
    await there.signIn(ADMIN, GALLERY)
    const mine = new EditableGrid(here, '实时同步的通道')
    const theirs = new EditableGrid(there, '实时同步的通道')
    for (const console of [here, there]) await console.words('实时同步').appears()
    await mine.overwrite('c1', 'alias', '两处可见')
    await expect.poll(() => theirs.text('c1', 'alias')).toBe('两处可见')
    await theirs.overwrite('c2', 'high', '77')
    await expect.poll(() => mine.text('c2', 'high')).toBe('77')
    expect(await mine.text('c1', 'alias')).toBe('两处可见')
  })
})
