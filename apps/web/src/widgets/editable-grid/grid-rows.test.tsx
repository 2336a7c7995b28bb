import { MESSAGES } from '@natim/contract/messages'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSession } from '@/lib/session/session-store.ts'
import { renderGrid } from './testing/render-grid.tsx'

const COLUMNS = [
  { key: 'name', title: '名称', type: 'input' },
  { key: 'size', title: '大小', type: 'inputNumber' },
] as const
const ROWS = ['1', '2', '3'].map((id, n) => ({ id, name: `行${id}`, size: n, orderNum: n + 1 }))

const open = (props: Parameters<typeof renderGrid>[2] = {}, rows = ROWS) => renderGrid(COLUMNS, rows, props)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const absent = (name: string | RegExp) => expect(screen.queryByRole('button', { name })).toBeNull()
const numbers = (grid: ReturnType<typeof open>) =>
  grid
    .grid()
    .getRows()
    .map(({ orderNum }) => orderNum)
const tick = (id: string) => screen.getByRole('checkbox', { name: `选择第 ${id} 行` })
const press = (element: Element, type: string) => fireEvent(element, new MouseEvent(type, { bubbles: true, button: 0 }))

function openMenu(grid: ReturnType<typeof open>, id: string) {
  const handle = grid.row(id).querySelector('[data-handle]')!
  press(handle, 'pointerdown')
  press(handle, 'pointerup')
}

describe('the toolbar', () => {
  it('[WG-173] has 新增, and 删除 and 清空选择 while rows are selected; other buttons and slots on request', async () => {
    const { user } = open()
    button(/新增$/)
    for (const name of [/^(?!清).*删除$/, '清空选择', /保存$/, /收起/]) absent(name)
    await user.click(tick('1'))
    button(/删除$/)
    await user.click(button(/清空选择/))
    absent(/清空选择/)
  })

  it("[WG-173] shows save, collapse and the page's own content before and after", async () => {
    const onSave = vi.fn()
    const { user } = open({ toolbar: ['add', 'save', 'collapse'], onSave, toolbarBefore: '前', toolbarAfter: '后' })
    expect(screen.getByRole('toolbar').textContent).toMatch(/^前.*后/)
    await user.click(button(/保存$/))
    expect(onSave).toHaveBeenCalledOnce()
    await user.click(button(/收起/))
    absent(/保存$/)
    await user.click(button(/展开/))
    button(/保存$/)
  })

  it('[SS-39] hides 新增 and 删除 where the rights exclude them', async () => {
    const rule = (action: string) => ({ action, type: '1', status: '1', describe: '' })
    const { user } = open({ authPre: 'order' })
    await user.click(tick('1'))
    act(() =>
      useSession.setState({ permissions: { menu: [], auth: [], allAuth: [rule('order:add')], sysSafeMode: false } }),
    )
    absent(/新增$/)
    button(/删除$/)
    act(() =>
      useSession.setState({
        permissions: {
          menu: [],
          auth: [rule('order:add')],
          allAuth: [rule('order:add'), rule('order:batch_delete')],
          sysSafeMode: false,
        },
      }),
    )
    button(/新增$/)
    absent(/删除$/)
  })

  it('[SS-38] hides and disables columns by the rights', () => {
    const rule = (action: string, type: string) => ({ action, type, status: '1', describe: '' })
    const { cell } = open({ authPre: 'order:' })
    act(() =>
      useSession.setState({
        permissions: {
          menu: [],
          auth: [],
          allAuth: [rule('order:name', '2'), rule('order:size', '1')],
          sysSafeMode: false,
        },
      }),
    )
    expect(screen.queryByRole('columnheader', { name: /大小/ })).toBeNull()
    expect(within(cell('name')).getByRole('textbox')).toHaveProperty('ariaDisabled', 'true')
  })
})

describe('new rows', () => {
  it('[WG-174] [VA-55] [ER-37] use the number and position of the stored settings', async () => {
    const page = open()
    const { user, grid } = page
    await user.click(button('新增设置'))
    const [count] = screen.getAllByRole('spinbutton') as [HTMLElement]
    await user.clear(count)
    await user.type(count, '0{Enter}')
    await user.click(button(/保存设置/))
    await screen.findByText(MESSAGES['grid.settingsSaved'])
    await user.click(button(/新增$/))
    expect(grid().getRows().length).toBe(4)
    expect(grid().getRows().at(-1)).not.toHaveProperty('id')
    await user.click(button('新增设置'))
    const [again, where] = screen.getAllByRole('spinbutton') as [HTMLInputElement, HTMLInputElement]
    expect(again.value).toBe('1')
    await user.clear(again)
    await user.type(again, '2')
    await user.clear(where)
    await user.type(where, '99{Enter}')
    expect(where.ariaValueNow ?? where.value).toBe('4')
    await user.clear(where)
    await user.type(where, '2{Enter}')
    await user.click(button(/保存设置/))
    page.unmount()

    const next = open()
    await next.user.click(button(/新增$/))
    expect(
      next
        .grid()
        .getRows()
        .map(({ name }) => name),
    ).toEqual(['行1', undefined, undefined, '行2', '行3'])
    expect(numbers(next)).toEqual([1, 2, 3, 4, 5])
  })

  it('[WG-175] are inserted below a row by its menu, by a double click on its handle and by key', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = open()
    openMenu(page, '1')
    await page.user.click(await screen.findByRole('menuitem', { name: /在下方插入/ }))
    expect(numbers(page)).toEqual([1, 2, 3, 4])
    expect(page.grid().getRows()[1]).not.toHaveProperty('name')
    vi.setSystemTime(Date.now() + 2_000)
    fireEvent.doubleClick(page.row('2').querySelector('[data-handle]')!)
    expect(page.grid().getRows().length).toBe(5)
    vi.setSystemTime(Date.now() + 2_000)
    await page.user.click(page.cell('name', '3'))
    await page.user.keyboard('{Alt>}{Enter}{/Alt}')
    expect(numbers(page)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('[WG-175] move up and down by menu and key, but not the first up or the last down', async () => {
    const page = open()
    const names = () =>
      page
        .grid()
        .getRows()
        .map(({ name }) => name)
    openMenu(page, '1')
    expect(await screen.findByRole('menuitem', { name: /上移/ })).toHaveProperty('ariaDisabled', 'true')
    await page.user.click(screen.getByRole('menuitem', { name: /下移/ }))
    expect(names()).toEqual(['行2', '行1', '行3'])
    openMenu(page, '3')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /下移/ })).toHaveProperty('ariaDisabled', 'true'))
    await page.user.keyboard('{Escape}')
    await page.user.click(page.cell('name', '3'))
    await page.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(names()).toEqual(['行2', '行3', '行1'])
    expect(numbers(page)).toEqual([1, 2, 3])
  })

  it('[WG-177] [ER-31] are added at most once in 1500 ms: an earlier click shows a warning', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const page = open()
    const insert = () => fireEvent.doubleClick(page.row('1').querySelector('[data-handle]')!)
    insert()
    vi.setSystemTime(Date.now() + 1_499)
    insert()
    await screen.findByText(MESSAGES['grid.tooFast'])
    expect(page.grid().getRows().length).toBe(4)
    vi.setSystemTime(Date.now() + 1)
    insert()
    expect(page.grid().getRows().length).toBe(5)
    fireEvent.click(button(/新增$/))
    vi.setSystemTime(Date.now() + 299)
    fireEvent.click(button(/新增$/))
    expect(page.grid().getRows().length).toBe(6)
    vi.setSystemTime(Date.now() + 1)
    fireEvent.click(button(/新增$/))
    expect(page.grid().getRows().length).toBe(7)
  })
})

describe('selection', () => {
  it('[WG-179] can be none, some or all, reflected by the box in the head', async () => {
    const onSelectRowChange = vi.fn()
    const { user } = open({ onSelectRowChange })
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: '全选' })
    await user.click(tick('1'))
    expect([all.indeterminate, all.checked]).toEqual([true, false])
    await user.click(all)
    expect([all.indeterminate, all.checked]).toEqual([false, true])
    expect(onSelectRowChange).toHaveBeenLastCalledWith(['1', '2', '3'])
    await user.click(all)
    expect([all.indeterminate, all.checked]).toEqual([false, false])
  })

  it('[WG-179] [WG-180] excludes disabled rows, also by 全选; they are not editable either', async () => {
    const onSelectRowChange = vi.fn()
    const { user, cell } = open({ disabledRows: { name: ['行2', '行9'], size: 2 }, onSelectRowChange })
    expect(tick('2')).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: '全选' }))
    expect(onSelectRowChange).toHaveBeenLastCalledWith(['1'])
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '全选' }).checked).toBe(true)
    await user.click(cell('name', '2'))
    expect(within(cell('name', '2')).getByRole('textbox').tagName).toBe('DIV')
    expect(within(cell('name', '3')).getByRole('textbox')).toHaveProperty('ariaDisabled', 'true')
  })

  it('[WG-179] is one row in radio mode', async () => {
    const onSelectRowChange = vi.fn()
    const { user } = open({ rowSelection: 'radio', onSelectRowChange })
    await user.click(screen.getByRole('radio', { name: '选择第 1 行' }))
    await user.click(screen.getByRole('radio', { name: '选择第 3 行' }))
    expect(onSelectRowChange).toHaveBeenLastCalledWith(['3'])
  })
})

describe('edit mode', () => {
  it('[WG-181] mounts the control under the pointer in always mode; else a click opens a cell and an outside click closes it', async () => {
    const always = open()
    await always.user.hover(always.cell('name'))
    expect(within(always.cell('name')).getByRole('textbox').tagName).toBe('INPUT')
    always.unmount()

    const { user, cell } = open({ alwaysEdit: false })
    await user.hover(cell('name'))
    expect(within(cell('name')).getByRole('textbox').tagName).toBe('DIV')
    await user.click(cell('name'))
    expect(within(cell('name')).getByRole('textbox').tagName).toBe('INPUT')
    await user.click(document.body)
    expect(within(cell('name')).getByRole('textbox').tagName).toBe('DIV')
  })

  it('[WG-181] keeps the cell open on a click in its drop-down', async () => {
    const options = [
      { value: 'a', text: '甲' },
      { value: 'b', text: '乙' },
    ]
    const { user, cell } = renderGrid([{ key: 'v', title: '项', type: 'select', options }], [{ id: '1', v: 'a' }], {
      alwaysEdit: false,
    })
    expect(cell('v').textContent).toBe('甲')
    await user.click(cell('v'))
    await user.click(within(cell('v')).getByRole('combobox'))
    await user.click(await screen.findByTitle('乙'))
    expect(cell('v').dataset['mode']).toBe('focus')
    await user.click(document.body)
    expect(cell('v').textContent).toBe('乙')
  })

  it('keeps arrow keys of an open drop-down from scrolling the grid, and closes it when a row is dragged', async () => {
    const options = [{ value: 'a', text: '甲' }]
    const { user, cell, row } = renderGrid([{ key: 'v', title: '项', type: 'select', options }], [{ id: '1', v: 'a' }])
    await user.click(cell('v'))
    const box = within(cell('v')).getByRole('combobox')
    await user.click(box)
    expect(box.getAttribute('aria-expanded')).toBe('true')
    expect(fireEvent.keyDown(box, { key: 'ArrowRight' })).toBe(false)
    expect(cell('v').dataset['mode']).toBe('focus')
    press(row('1').querySelector('[data-handle]')!, 'pointerdown')
    expect(cell('v').dataset['mode']).not.toBe('focus')
  })
})

describe('events', () => {
  it('[WG-201] report added, inserted, deleted and selected rows, changed values, saving and pages', async () => {
    const events = {
      onAdded: vi.fn(),
      onInserted: vi.fn(),
      onDeleted: vi.fn(),
      onSelectRowChange: vi.fn(),
      onValueChange: vi.fn(),
      onSave: vi.fn(),
      onPageChange: vi.fn(),
    }
    const page = open({ ...events, toolbar: ['add', 'remove', 'save'], page: { current: 1, total: 45 } })
    const { user, cell, run } = page
    await user.click(button(/新增$/))
    expect(events.onAdded.mock.calls[0]?.[0]).toMatchObject([{ orderNum: 4 }])
    fireEvent.doubleClick(page.row('1').querySelector('[data-handle]')!)
    expect(events.onInserted.mock.calls[0]?.slice(0)).toMatchObject([[{ orderNum: 2 }], 1])
    await user.click(tick('1'))
    expect(events.onSelectRowChange).toHaveBeenLastCalledWith(['1'])
    await user.click(cell('name'))
    await user.keyboard('新')
    const change = events.onValueChange.mock.calls.at(-1)?.[0]
    expect(change).toMatchObject({
      type: 'input',
      row: { id: '1' },
      column: { key: 'name' },
      oldValue: '行1',
      value: '新',
    })
    await user.click(button(/保存$/))
    expect(events.onSave).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('listitem', { name: '2' }))
    expect(events.onPageChange).toHaveBeenLastCalledWith({ current: 2, pageSize: 10 })
    run((handle) => handle.removeRows(['3']))
    expect(events.onDeleted).toHaveBeenLastCalledWith(['3'])
  })
})

describe('around the rows', () => {
  it('[WG-204] has pages of 10, 20 or 30 rows, with a jumper, the total and a loading state', async () => {
    const onPageChange = vi.fn()
    const page = open({ page: { current: 2, total: 45 }, onPageChange })
    expect(screen.getByText('11-20 共 45 条')).toBeTruthy()
    expect(screen.getByText(/跳至/)).toBeTruthy()
    const jumper = screen.getByRole('textbox', { name: '页' })
    await page.user.type(jumper, '4')
    // The pager reads the key code, which user-event does not send.
    fireEvent.keyUp(jumper, { key: 'Enter', keyCode: 13 })
    expect(onPageChange).toHaveBeenLastCalledWith({ current: 4, pageSize: 10 })
    await page.user.click(screen.getByRole('combobox', { name: /页/ }))
    expect((await screen.findAllByRole('option')).length).toBeGreaterThanOrEqual(1)
    const offered = new Set(screen.getAllByTitle(/条\/页$/).map(({ title }) => title))
    expect([...offered].sort()).toEqual(['10 条/页', '20 条/页', '30 条/页'])
    await page.user.click(screen.getByTitle('30 条/页'))
    expect(onPageChange).toHaveBeenLastCalledWith({ current: 1, pageSize: 30 })
    page.unmount()
    open({ loading: true, page: { current: 1, total: 3 } })
    expect(screen.getByRole('grid')).toHaveProperty('ariaBusy', 'true')
  })

  it('[WG-205] expands rows to a panel and collapses them', async () => {
    const { user } = open({ expandedRow: (row) => <p>{`内容 ${row.id}`}</p> })
    await user.click(button('展开第 2 行'))
    screen.getByText('内容 2')
    await user.click(button('收起第 2 行'))
    expect(screen.queryByText('内容 2')).toBeNull()
  })

  it('[WG-205] opens details at 1200 px with a title; the caller decides whether OK closes them', async () => {
    const onConfirm = vi.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true)
    const page = open({
      details: { mainForm: (row) => <p>{`主 ${row.id}`}</p>, subForm: () => <p>子</p>, onConfirm },
    })
    openMenu(page, '2')
    await page.user.click(await screen.findByRole('menuitem', { name: '详细信息' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toMatch(/详细信息.*主 2.*子/s)
    expect(dialog.style.width).toBe('1200px')
    const ok = () => within(dialog).getByRole('button', { name: /确\s*定/ })
    await page.user.click(ok())
    await waitFor(() => expect(onConfirm).toHaveBeenCalledTimes(1))
    expect(screen.queryByText('主 2')).toBeTruthy()
    await waitFor(() => expect(ok().className).not.toContain('loading'))
    await page.user.click(ok())
    await waitFor(() => expect(screen.queryByText('主 2')).toBeNull())
  })

  it('[WG-206] opens a sub-table at the clicked row, and closes it on a second click, a scroll or an edit', async () => {
    const page = open({ subTable: (row) => <p>{`子表 ${row.id}`}</p> })
    const { user, cell } = page
    const isOpen = () => screen.queryByText('子表 1') !== null
    await user.click(cell('name'))
    expect(isOpen()).toBe(true)
    await user.click(cell('name'))
    expect(isOpen()).toBe(false)
    await user.click(cell('name'))
    fireEvent.scroll(screen.getByRole('grid'))
    expect(isOpen()).toBe(false)
    await user.click(cell('name'))
    await user.keyboard('x')
    expect(isOpen()).toBe(false)
  })

  it('[WG-206] places the sub-table above the row where less than 350 px remain', async () => {
    const { user, cell, row } = open({ subTable: (r) => <p>{`子表 ${r.id}`}</p> })
    const place = () => screen.getByRole('region', { name: '子表' }).style
    row('1').getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 411, 800, 61)
    row('2').getBoundingClientRect = () => new DOMRect(0, window.innerHeight - 410, 800, 61)
    await user.click(cell('name', '1'))
    expect([place().top, place().bottom]).toEqual([`${window.innerHeight - 350}px`, ''])
    await user.click(cell('name', '2'))
    expect([place().top, place().bottom]).toEqual(['', '410px'])
  })

  it('[WG-206] [ER-39] retries three times, 100 ms apart, then reports it', async () => {
    const page = open({ subTable: () => <p>子表</p> })
    // A row removed before its sub-table is placed.
    const gone = document.createElement('i')
    gone.dataset['id'] = 'gone'
    page.cell('name', '1').append(gone)
    document.body.addEventListener('click', () => gone.remove(), { once: true })
    vi.useFakeTimers()
    fireEvent.click(gone)
    const hasFailed = () => screen.queryByText(MESSAGES['subTable.failed']) !== null
    act(() => vi.advanceTimersByTime(299))
    expect(hasFailed()).toBe(false)
    act(() => vi.advanceTimersByTime(1))
    vi.useRealTimers()
    await screen.findByText(MESSAGES['subTable.failed'])
  })

  it('[WG-209] has borders, four sizes, row numbers, and can be disabled as a whole', () => {
    const heights = (['medium', 'small', 'mini', 'tiny'] as const).map((size) => {
      const page = open({ size })
      const { height } = page.row('1').style
      page.unmount()
      return height
    })
    expect(heights).toEqual(['61px', '52px', '44px', '36px'])
    const plain = open({ bordered: false, rowNumber: false, dragSort: false, rowSelection: false, disabled: true })
    expect(plain.element('[class*="plainBorder"]')).toBeTruthy()
    expect(plain.row('1').querySelector('[class*="fixed"]')).toBeNull()
    expect(button(/新增$/)).toHaveProperty('disabled', true)
    expect(within(plain.cell('name')).getByRole('textbox')).toHaveProperty('ariaDisabled', 'true')
  })
})
