import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { drawnRows, rowsOf } from './tree-rows.ts'
import { TreeTable, type TreeTableProps } from './tree-table.tsx'

const COLUMNS = [
  { key: 'name', title: '名称', dataIndex: 'name' },
  { key: 'code', title: '编码', dataIndex: 'code' },
]
const CHINA = { id: '1', name: '国家', hasChildren: true }
const EMPTY = { id: '2', name: '空省', hasChildren: true }
const JIANGSU = { id: '11', name: '江苏', hasChildren: false }

const asked: URL[] = []
/** Answers by parent; a function may delay its answer. */
let answers: Readonly<Record<string, unknown>>
beforeEach(() => {
  asked.length = 0
  answers = { '': [CHINA, EMPTY], '1': { records: [JIANGSU], total: 1 }, '2': [] }
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, window.location.href)
    asked.push(url)
    const given = answers[url.searchParams.get('parentId') ?? url.searchParams.get('pid') ?? '']
    const result: unknown = typeof given === 'function' ? await given() : given
    const isFailure = typeof result === 'string'
    return Response.json({ success: !isFailure, message: isFailure ? result : '', code: 200, result, timestamp: 1 })
  })
})

const show = (props: Partial<TreeTableProps> = {}) =>
  renderPage(<TreeTable url="/sys/tree" columns={COLUMNS} {...props} />)
const row = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement
const expander = async (text: string) => (await row(text)).querySelector('.ant-table-row-expand-icon') as HTMLElement
const hasExpander = async (text: string) => !(await expander(text)).className.includes('spaced')

describe('the rows', () => {
  it('[WG-70] loads the roots first, children when a row is expanded, with a loading row meanwhile', async () => {
    let open: (result: unknown) => void = () => undefined
    answers = { ...answers, '1': () => new Promise((resolve) => (open = resolve)) }
    const { user } = show({ topValue: '', condition: '{"a":1}' })
    await user.click(await expander('国家'))
    expect(screen.getByText(/加载中…/)).toBeTruthy()
    open({ records: [JIANGSU] })
    expect(await screen.findByText('江苏')).toBeTruthy()
    expect(screen.queryByText(/加载中…/)).toBeNull()
    expect(
      asked.map((url) => [url.pathname, url.searchParams.get('parentId'), url.searchParams.get('condition')]),
    ).toEqual([
      ['/jeecg-boot/sys/tree', null, '{"a":1}'],
      ['/jeecg-boot/sys/tree', '1', '{"a":1}'],
    ])
    await user.click(await expander('国家'))
    await user.click(await expander('国家'))
    expect(asked).toHaveLength(2)
  })

  it('[WG-70] uses configured parameter, top value and child address', async () => {
    answers = { ...answers, top: [CHINA] }
    const { user } = show({ queryKey: 'pid', topValue: 'top', childrenUrl: '/sys/children' })
    await user.click(await expander('国家'))
    await screen.findByText('江苏')
    expect(asked.map((url) => `${url.pathname.split('/').at(-1)} ${url.searchParams.get('pid')}`)).toEqual([
      'tree top',
      'children 1',
    ])
  })

  it('[WG-70] [ER-38] reports an answer of unknown form', async () => {
    answers = { '': { rows: [] } }
    show()
    const [line] = await screen.findAllByText('返回数据类型不识别', { selector: '.ant-message-notice *' })
    expect(line?.closest('.ant-message-notice')?.innerHTML).toContain('error')
    expect(() => rowsOf(null)).toThrow('返回数据类型不识别')
    expect(() => rowsOf('x')).toThrow('返回数据类型不识别')
  })

  it('[WG-71] removes the expander of a row without children', async () => {
    const { user } = show()
    expect(await hasExpander('空省')).toBe(true)
    await user.click(await expander('空省'))
    await waitFor(async () => expect(await hasExpander('空省')).toBe(false))
    expect(await hasExpander('国家')).toBe(true)
  })

  it('collapses a row whose children are refused, so that it can be expanded again', async () => {
    answers = { ...answers, '1': '没有权限' }
    const { user } = show()
    await user.click(await expander('国家'))
    expect(await screen.findByText('没有权限')).toBeTruthy()
    expect((await expander('国家')).getAttribute('aria-expanded')).toBe('false')
    answers = { ...answers, '1': [JIANGSU] }
    await user.click(await expander('国家'))
    expect(await screen.findByText('江苏')).toBeTruthy()
  })
})

it('[WG-71] reloads and collapses every row when its parameters change', async () => {
  function Filtered() {
    const [type, setType] = useState('a')
    return (
      <>
        <button type="button" onClick={() => setType('b')}>
          换
        </button>
        <TreeTable url="/sys/tree" columns={COLUMNS} query={{ type }} />
      </>
    )
  }
  const { user } = renderPage(<Filtered />)
  await user.click(await expander('国家'))
  await screen.findByText('江苏')
  await user.click(screen.getByText('换'))
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('type')).toBe('b'))
  await screen.findByText('国家')
  expect(screen.queryByText('江苏')).toBeNull()
  expect((await expander('国家')).getAttribute('aria-expanded')).toBe('false')
})

it('[WG-71] reports before a request, its answer, and its end, also after a failure', async () => {
  const events: string[] = []
  const listen: Partial<TreeTableProps> = {
    onBefore: (parent) => events.push(`before ${parent}`),
    onSuccess: (rows, parent) => events.push(`success ${parent} ${rows.length}`),
    onFinally: (parent) => events.push(`finally ${parent}`),
  }
  answers = { ...answers, '1': '拒绝' }
  const { user } = show(listen)
  await user.click(await expander('国家'))
  await waitFor(() => expect(events).toEqual(['before ', 'success  2', 'finally ', 'before 1', 'finally 1']))
})

it('renders loaded rows, and a placeholder for others', () => {
  const drawn = drawnRows([CHINA, EMPTY, JIANGSU], new Map([['2', []]]))
  expect(drawn).toEqual([{ ...CHINA, children: [{ id: '1 loading', isLoading: true }] }, EMPTY, JIANGSU])
})
