import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { type DataColumn, widthsOf } from './data-column.ts'
import { DataTable } from './data-table.tsx'
import type { DataTableProps } from './data-table-props.ts'
import type { TableSort } from './table-sort.ts'

interface Sample {
  readonly id: string
  readonly name: string
}

const ROWS: readonly Sample[] = ['甲', '乙', '丙'].map((name, index) => ({ id: String(index + 1), name }))
const rowKey = ({ id }: Sample) => id
const rowName = ({ name }: Sample) => name

const drawn = vi.fn<(name: string) => void>()
const COLUMNS: readonly DataColumn<Sample>[] = [
  {
    key: 'name',
    title: '名称',
    width: 100,
    isSortable: true,
    render: ({ name }) => {
      drawn(name)
      return name
    },
  },
  { key: 'link', title: '操作', width: 80, fixed: 'end', render: ({ id }) => <a href={`#${id}`}>详情</a> },
]

const tableOf = (props: Partial<DataTableProps<Sample>> = {}) => (
  <DataTable label="样品" columns={COLUMNS} rows={ROWS} rowKey={rowKey} rowName={rowName} {...props} />
)

const rowOf = (name: string) => screen.getByRole('row', { name: new RegExp(name) })

describe('order', () => {
  function Sorted() {
    const [sort, setSort] = useState<TableSort>()
    return tableOf({ sort, onSort: setSort })
  }
  const head = () => screen.getByRole('columnheader', { name: '名称' }).getAttribute('aria-sort')

  it('cycles from none to ascending, descending and back, by mouse and keyboard', async () => {
    const user = userEvent.setup()
    render(<Sorted />)
    expect(head()).toBe('none')
    await user.click(screen.getByRole('columnheader', { name: '名称' }))
    expect(head()).toBe('ascending')
    screen.getByRole('button', { name: '名称' }).focus()
    await user.keyboard('{Enter}')
    expect(head()).toBe('descending')
    await user.keyboard(' ')
    expect(head()).toBe('none')
    expect(screen.getByRole('columnheader', { name: '操作' }).hasAttribute('aria-sort')).toBe(false)
  })
})

describe('ticks', () => {
  function Ticked({ isDisabled }: { readonly isDisabled?: (row: Sample) => boolean }) {
    const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
    return tableOf({
      selection: {
        keys,
        onToggle: ({ id }) => setKeys(new Set(keys.has(id) ? [...keys].filter((key) => key !== id) : [...keys, id])),
        onToggleAll: (rows, isTicked) => setKeys(new Set(isTicked ? rows.map(rowKey) : [])),
        ...(isDisabled && { isDisabled }),
      },
    })
  }
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const all = () => box('选择本页')

  it('show none, some and all in the head', async () => {
    const user = userEvent.setup()
    render(<Ticked />)
    expect([all().checked, all().indeterminate]).toEqual([false, false])
    await user.click(box('选择 乙'))
    expect([all().checked, all().indeterminate]).toEqual([false, true])
    await user.click(all())
    expect([all().checked, all().indeterminate]).toEqual([true, false])
    expect(box('选择 丙').checked).toBe(true)
    await user.click(all())
    expect([all().checked, box('选择 甲').checked]).toEqual([false, false])
  })

  it('exclude rows that may not be ticked', async () => {
    const user = userEvent.setup()
    render(<Ticked isDisabled={({ id }) => id === '2'} />)
    await user.click(box('选择 乙'))
    await user.click(all())
    expect([box('选择 甲').checked, box('选择 乙').checked, all().checked]).toEqual([true, false, true])
    rowOf('乙').focus()
    await user.keyboard(' ')
    expect(box('选择 乙').checked).toBe(false)
  })

  it('are toggled by the space bar on the row', async () => {
    const user = userEvent.setup()
    render(<Ticked />)
    rowOf('甲').focus()
    await user.keyboard('{ArrowDown} ')
    expect([box('选择 甲').checked, box('选择 乙').checked]).toEqual([false, true])
  })

  it('re-render only one row', async () => {
    const user = userEvent.setup()
    render(<Ticked />)
    drawn.mockClear()
    await user.click(box('选择 乙'))
    expect(drawn.mock.calls).toEqual([['乙']])
  })

  it('are radios in single mode', async () => {
    const onToggle = vi.fn()
    render(tableOf({ selection: { kind: 'one', keys: new Set(['1']), onToggle } }))
    expect(screen.getByRole<HTMLInputElement>('radio', { name: '选择 甲' }).checked).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: '选择 丙' }))
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(ROWS[2])
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('rows', () => {
  it('re-render only the changed one', () => {
    const { rerender } = render(tableOf())
    drawn.mockClear()
    rerender(tableOf({ rows: ROWS.map((row) => (row.id === '2' ? { ...row, name: '乙二' } : row)) }))
    expect(drawn.mock.calls).toEqual([['乙二']])
    expect(rowOf('乙二')).toBeTruthy()
  })

  it('open by click, double click and Enter, but not through their links', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    const onDoubleClick = vi.fn()
    render(tableOf({ onOpen, onDoubleClick }))
    await user.click(screen.getByText('甲'))
    expect(onOpen).toHaveBeenLastCalledWith(ROWS[0])
    rowOf('丙').focus()
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(ROWS[2])
    await user.dblClick(screen.getByText('乙'))
    expect(onDoubleClick).toHaveBeenCalledExactlyOnceWith(ROWS[1])
    onOpen.mockClear()
    await user.click(within(rowOf('甲')).getByRole('link'))
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('expand and collapse', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    render(tableOf({ expand: ({ name }) => <p>{name}的详情</p>, onOpen }))
    await user.click(screen.getByRole('button', { name: '展开 乙' }))
    expect(screen.getByText('乙的详情')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '收起 乙', expanded: true }))
    expect(screen.queryByText('乙的详情')).toBeNull()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('keep their roles when there are so many that they are rendered in groups', () => {
    const rows = Array.from({ length: 201 }, (_, index) => ({ id: String(index), name: `第 ${index} 行` }))
    render(tableOf({ rows }))
    const table = screen.getByRole('table', { name: '样品' })
    expect([table, ...table.querySelectorAll('thead, tbody, tr, th, td')].every((part) => part.role)).toBe(true)
    expect(within(table).getAllByRole('row')).toHaveLength(202)
    expect(table.querySelectorAll('tbody')).toHaveLength(5)
  })
})

describe('without rows', () => {
  it("shows the empty text, or the page's own", () => {
    const { rerender } = render(tableOf({ rows: [] }))
    expect(screen.getByText('暂无数据')).toBeTruthy()
    rerender(tableOf({ rows: [], empty: <p>还没有样品</p> }))
    expect(screen.getByText('还没有样品')).toBeTruthy()
  })

  it('shows that it loads', () => {
    render(tableOf({ rows: [], isLoading: true }))
    expect(screen.getByRole('status', { name: '加载中' })).toBeTruthy()
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByText('暂无数据')).toBeNull()
  })

  it('draws skeleton rows in its own columns, hidden from screen readers', () => {
    const selection = { keys: new Set<string>(), onToggle: () => undefined, onToggleAll: () => undefined }
    const { container, rerender } = render(tableOf({ rows: [], isLoading: true, waitingRows: 3, selection }))
    expect(screen.queryByRole('checkbox')).toBeNull()
    const heads = [...container.querySelectorAll('thead th')]
    const lines = [...container.querySelectorAll('tbody tr')]
    expect(lines).toHaveLength(3)
    const looks = (cells: Iterable<Element>) =>
      [...cells].map((cell) => [cell.className, cell.getAttribute('data-fixed'), cell.getAttribute('style')])
    for (const line of lines) expect(looks(line.children)).toEqual(looks(heads))
    expect(container.querySelector('tbody')?.getAttribute('aria-hidden')).toBe('true')
    rerender(tableOf({ rows: [], error: { message: '加载失败', onRetry: () => undefined }, isLoading: true }))
    expect(screen.queryByRole('status', { name: '加载中' })).toBeNull()
  })

  it('shows the failure with a retry; stale rows stay below it', async () => {
    const onRetry = vi.fn()
    const error = { message: '加载失败：网络超时', onRetry }
    const { rerender } = render(tableOf({ rows: [], error }))
    expect(screen.getByRole('alert').textContent).toContain('加载失败：网络超时')
    await userEvent.click(screen.getByRole('button', { name: /重试/ }))
    expect(onRetry).toHaveBeenCalledOnce()
    rerender(tableOf({ error }))
    expect(screen.getByRole('alert')).toBeTruthy()
    expect(rowOf('甲')).toBeTruthy()
  })
})

it('shares the width among columns that all have one, so that checkboxes keep theirs', () => {
  expect(widthsOf([{ width: 150 }, { width: 50 }])).toEqual(['75%', '25%'])
  expect(widthsOf([{ width: 150 }, {}])).toEqual([150, undefined])
  expect(widthsOf([{ width: 150 }, { width: 50, from: 'laptop' }])).toEqual([150, 50])
})
