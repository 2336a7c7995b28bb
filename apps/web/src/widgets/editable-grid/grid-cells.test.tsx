import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { CellEdit, CellKind } from './cells/cell-kind.ts'
import { renderGrid } from './testing/render-grid.tsx'

const drawn = vi.hoisted(() => ({ cells: [] as string[] }))

// Every idle element and control records its renders.
vi.mock('./cells/index.ts', async (load) => {
  const { CELLS } = await load<{ CELLS: Readonly<Record<string, CellKind>> }>()
  const counted = Object.entries(CELLS).map(([type, kind]) => {
    const { View, Edit } = kind
    const note = ({ column, value }: { column: { key: string }; value: unknown }) =>
      drawn.cells.push(`${column.key}=${String(value)}`)
    return [
      type,
      {
        ...kind,
        View: (props: Parameters<typeof View>[0]) => {
          note(props)
          return View(props)
        },
        Edit:
          Edit &&
          ((props: CellEdit) => {
            note(props)
            return <Edit {...props} />
          }),
      },
    ]
  })
  return { CELLS: Object.fromEntries(counted) }
})

const COLUMNS = Array.from({ length: 6 }, (_, n) => ({
  key: `k${n}`,
  title: `列${n}`,
  type: 'input' as const,
  width: 100,
}))
const ROWS = Array.from({ length: 100 }, (_, n) => ({
  id: `${n}`,
  ...Object.fromEntries(COLUMNS.map(({ key }) => [key, `${n}`])),
}))

describe('a key press', () => {
  it('re-renders one cell, and no other of a hundred rows', async () => {
    const { cell, user } = renderGrid(COLUMNS, ROWS)
    await user.click(cell('k1', '2'))
    drawn.cells.length = 0
    await user.keyboard('x')
    expect(new Set(drawn.cells)).toEqual(new Set(['k1=x']))
    expect(drawn.cells.length).toBeLessThanOrEqual(2)
  })

  it('happens with only the visible rows rendered, and scrolling renders only new ones', async () => {
    const { ids, element } = renderGrid(COLUMNS, ROWS)
    expect(ids().length).toBeLessThanOrEqual(9)
    const before = element('[data-id="3"]')
    drawn.cells.length = 0
    const scroller = screen.getByRole('grid')
    scroller.scrollTop = 61 * 2
    fireEvent.scroll(scroller)
    expect(element('[data-id="3"]')).toBe(before)
    expect(drawn.cells.some((text) => text.endsWith('=3'))).toBe(false)
    expect(ids()).toContain('8')
  })
})

describe('writing through the handle', () => {
  it('[WG-200] changes the given cells, emits the change and checks again; unknown cells are a warning', async () => {
    const onValueChange = vi.fn()
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const rules = [{ required: true, message: '必填' }]
    const { cell, grid, run } = renderGrid([{ ...COLUMNS[0]!, validateRules: rules }], ROWS.slice(0, 2), {
      onValueChange,
    })
    run((handle) =>
      handle.setValues([
        { id: '0', key: 'k0', value: '' },
        { id: 'nobody', key: 'k0', value: 1 },
        { id: '0', key: 'nothing', value: 1 },
      ]),
    )
    expect(within(cell('k0', '0')).getByText('必填')).toBeTruthy()
    expect(onValueChange).toHaveBeenCalledOnce()
    expect(log.mock.calls.map(([, what]) => what)).toEqual(['no row nobody', 'no column nothing'])
    expect(grid().getChangedRows()).toMatchObject([{ id: '0', k0: '' }])
    expect(grid().getRows({ ids: ['1'] })).toHaveLength(1)
  })
})

describe('checking', () => {
  const RULES = [{ required: true, message: '${title}必填' }, { pattern: 'n' }]
  const open = (validateRules: readonly object[] = RULES) =>
    renderGrid([{ ...COLUMNS[0]!, validateRules } as never, COLUMNS[1]!], ROWS.slice(0, 3))

  it('[WG-202] [VA-53] happens on input, 100 ms after leaving, and when values are read', async () => {
    const { cell, user, grid } = open()
    const message = (text: string, id = '0') => within(cell('k0', id)).queryByText(text) !== null
    await user.click(cell('k0', '0'))
    await user.keyboard('x')
    expect(message('列0格式不正确')).toBe(true)
    await user.keyboard('{Backspace}')
    expect(message('列0必填')).toBe(true)
    expect(within(cell('k0', '0')).getByRole('textbox')).toHaveProperty('ariaInvalid', 'true')
    await user.keyboard('5')
    expect(message('列0必填')).toBe(false)

    await act(async () => {
      grid().setValues([{ id: '1', key: 'k0', value: 'y' }])
    })
    let reading = await act(() => grid().validate())
    expect(reading).toEqual({ isOk: false, errors: [{ id: '1', key: 'k0', message: '列0格式不正确' }] })
    await act(async () => grid().setValues([{ id: '1', key: 'k0', value: '6' }]))
    reading = await act(() => grid().validate())
    expect(reading).toMatchObject({ isOk: true, deletedIds: [] })
  })

  it('[VA-53] happens 100 ms after leaving a cell that was not changed', async () => {
    const { cell, user } = renderGrid(
      [{ ...COLUMNS[0]!, validateRules: [{ required: true, message: '必填' }] }, COLUMNS[1]!],
      [{ id: '1', k0: '', k1: '' }],
    )
    await user.click(cell('k0'))
    vi.useFakeTimers()
    fireEvent.pointerDown(document.body)
    act(() => vi.advanceTimersByTime(99))
    expect(within(cell('k0')).queryByText('必填')).toBeNull()
    act(() => vi.advanceTimersByTime(1))
    expect(within(cell('k0')).queryByText('必填')).not.toBeNull()
  })

  it('[VA-43] ignores an answer that arrives after its cell was checked again', async () => {
    const answers: ((text: string | undefined) => void)[] = []
    const handler = () => new Promise<string | undefined>((resolve) => answers.push(resolve))
    const { cell, user } = open([{ handler }])
    await user.click(cell('k0', '0'))
    await user.keyboard('ab')
    await act(async () => answers[1]?.(undefined))
    await act(async () => answers[0]?.('过时'))
    expect(within(cell('k0', '0')).queryByText('过时')).toBeNull()
    await user.keyboard('c')
    await act(async () => answers[2]?.('已占用'))
    expect(within(cell('k0', '0')).queryByText('已占用')).not.toBeNull()
  })

  it('[VA-42] marks both cells with a shared value, and clears both when one changes', async () => {
    const { cell, user } = open([{ unique: true, message: '重复' }])
    const marked = () => ['0', '1', '2'].filter((id) => within(cell('k0', id)).queryByText('重复') !== null)
    await user.click(cell('k0', '0'))
    await user.keyboard('2')
    expect(marked()).toEqual(['0', '2'])
    await user.keyboard('2')
    expect(marked()).toEqual([])
  })
})

describe('the keyboard', () => {
  const focused = () => {
    const cell = document.activeElement?.closest<HTMLElement>('[data-key]')
    return `${cell?.closest<HTMLElement>('[data-id]')?.dataset['id']}/${cell?.dataset['key']}`
  }

  it('moves by Tab, arrows and Enter with the text selected, so that typing replaces it', async () => {
    const { cell, user, grid } = renderGrid(COLUMNS, ROWS.slice(0, 4))
    await user.click(cell('k0', '0'))
    await user.keyboard('{Tab}')
    expect(focused()).toBe('0/k1')
    await user.keyboard('{Enter}{ArrowDown}{ArrowUp}')
    expect(focused()).toBe('1/k1')
    await user.keyboard('neu{ArrowRight}')
    expect(focused()).toBe('1/k2')
    expect(grid().getRows()[1]).toMatchObject({ k1: 'neu' })
    await user.keyboard('{Shift>}{Tab}{Tab}{Tab}{/Shift}')
    expect(focused()).toBe('0/k5')
  })

  it('reverts the cell with Esc, and the last change with Ctrl+Z', async () => {
    const { cell, user, grid } = renderGrid(COLUMNS, ROWS.slice(0, 2))
    await user.click(cell('k0', '0'))
    await user.keyboard('abc{Escape}')
    expect(grid().getRows()[0]).toMatchObject({ k0: '0' })
    await user.keyboard('x{Tab}y{Control>}z{/Control}')
    expect(grid().getRows()[0]).toMatchObject({ k0: 'x', k1: '0' })
    await user.keyboard('{Control>}z{/Control}')
    expect(grid().getRows()[0]).toMatchObject({ k0: '0', k1: '0' })
    await user.keyboard('{Control>}yy{/Control}')
    expect(grid().getRows()[0]).toMatchObject({ k0: 'x', k1: 'y' })
  })

  it('fills down, clears, copies and pastes a block as a spreadsheet does', async () => {
    const { cell, user, grid } = renderGrid(COLUMNS, ROWS.slice(0, 3))
    await user.click(cell('k0', '0'))
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    expect(
      grid()
        .getRows()
        .map(({ k0 }) => k0),
    ).toEqual(['0', '0', '0'])
    const data = { text: '', setData: (_: string, text: string) => (data.text = text), getData: () => data.text }
    fireEvent.copy(document.activeElement!, { clipboardData: data })
    expect(data.text).toBe('0\n0\n0')
    await user.keyboard('{Delete}')
    expect(
      grid()
        .getRows()
        .map(({ k0 }) => k0),
    ).toEqual(['', '', ''])
    data.text = 'p\tq\r\nr\ts\r\nt\tu\r\nneu\tv\r\n'
    fireEvent.paste(document.activeElement!, { clipboardData: data })
    expect(
      grid()
        .getRows()
        .map(({ k0, k1 }) => `${k0}${k1}`),
    ).toEqual(['pq', 'rs', 'tu', 'neuv'])
  })
})
