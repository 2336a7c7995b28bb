import { dictEndpoints } from '@natim/contract/system/dict'
import { sessionEndpoints } from '@natim/contract/system/session'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderControl } from '@/testing/render-control.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { SearchSelect, type SearchSelectProps } from './search-select.tsx'

const USERS = 'sys_user,realname,username'
const item = (value: string, text: string) => ({ value, text, title: text, label: text })

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(dictEndpoints.search, ({ query }) =>
    query.keyword === undefined
      ? [item('zhou', '周海宁'), item('chen', '陈嘉禾')]
      : [item(query.keyword, `找到${query.keyword}`)],
  )
  api.on(dictEndpoints.texts, ({ query }) => query.key.split(',').map((key) => `名${key}`))
})

const show = (props: Partial<SearchSelectProps> = {}, value?: string) =>
  renderControl<string, string | undefined>(
    (held) => <SearchSelect aria-label="用户" dict={USERS} isAsync {...props} {...held} />,
    value,
  )
const box = () => screen.getByRole('combobox')
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
/** Renders answers that have arrived, without advancing the clock. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(0))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const keywords = () => api.callsOf(dictEndpoints.search).map(({ query }) => query.keyword)

describe('server-side search', () => {
  beforeEach(() => void vi.useFakeTimers())

  it('[WG-14] loads the first ten at once and searches 800 ms after the last key', async () => {
    show()
    await settle()
    fireEvent.mouseDown(box())
    expect(screen.getByTitle('周海宁')).toBeTruthy()
    expect(api.callsOf(dictEndpoints.search)[0]?.query.pageSize).toBe(10)
    type('c')
    await wait(500)
    type('ch')
    await wait(799)
    expect(keywords()).toEqual([undefined])
    await wait(1)
    expect(keywords()).toEqual([undefined, 'ch'])
    await settle()
    expect(screen.getByTitle('找到ch')).toBeTruthy()
    expect(screen.queryByTitle('周海宁')).toBeNull()
  })

  it('[WG-14] [ER-42] shows a spinner while loading, says when nothing was found, and shows the first items again when cleared', async () => {
    api.on(dictEndpoints.search, ({ query }) => (query.keyword === undefined ? [item('zhou', '周海宁')] : []))
    show()
    await settle()
    fireEvent.mouseDown(box())
    type('无人')
    expect(screen.getByText(/加载中…/)).toBeTruthy()
    expect(document.querySelector('.ant-spin')).toBeTruthy()
    await wait(800)
    await settle()
    expect(screen.getByText(/没有查询到任何数据/)).toBeTruthy()
    type('')
    await settle()
    expect(screen.getByTitle('周海宁')).toBeTruthy()
  })

  it('[ER-42] asks for a keyword when there are no first items', async () => {
    api.on(dictEndpoints.search, () => [])
    show()
    await settle()
    fireEvent.mouseDown(box())
    expect(screen.getByText(/请输入搜索内容/)).toBeTruthy()
  })

  it('[WG-14] ignores the late answer of an older search', async () => {
    const gates = new Map<string, () => void>()
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
      const keyword = new URL(address, window.location.href).searchParams.get('keyword')
      if (keyword !== null) await new Promise<void>((open) => gates.set(keyword, open))
      return answer(address, init)
    })
    show()
    await settle()
    fireEvent.mouseDown(box())
    type('a')
    await wait(800)
    type('b')
    await wait(800)
    gates.get('b')?.()
    await settle()
    expect(screen.getByTitle('找到b')).toBeTruthy()
    gates.get('a')?.()
    await settle()
    expect(screen.getByTitle('找到b')).toBeTruthy()
    expect(screen.queryByTitle('找到a')).toBeNull()
  })
})

it("[WG-15] shows the label of a stored value, requested without the dictionary's condition", async () => {
  show({ dict: `${USERS},status = 1` }, 'wu')
  expect(await screen.findByText('名wu')).toBeTruthy()
  expect(api.callsOf(dictEndpoints.texts)[0]).toMatchObject({ params: { dict: USERS }, query: { key: 'wu' } })
})

it('[WG-15] stores several as a comma list and requests no known label', async () => {
  const { onChange, user } = show({ isMulti: true }, 'wu,he')
  expect(await screen.findByText('名he')).toBeTruthy()
  await user.click(box())
  await user.click(await screen.findByTitle('陈嘉禾'))
  expect(onChange).toHaveBeenLastCalledWith('wu,he,chen')
  expect(screen.getByText('名wu')).toBeTruthy()
  expect(api.callsOf(dictEndpoints.texts)).toHaveLength(1)
})

it('shows a chosen label without a request, even when the list has changed since', async () => {
  const { user, onChange } = show()
  await user.click(box())
  await user.click(await screen.findByTitle('陈嘉禾'))
  expect(onChange).toHaveBeenLastCalledWith('chen')
  expect(api.callsOf(dictEndpoints.texts)).toEqual([])
})

it('warns when the search is refused', async () => {
  api.on(dictEndpoints.search, () => {
    throw new Refusal('没有这个字典表')
  })
  show()
  expect(await screen.findByText('没有这个字典表')).toBeTruthy()
})

it('[WG-16] filters by label locally and case-insensitively', async () => {
  api.on(sessionEndpoints.dictItems, () => [item('cl2', 'Chlorine 氯气'), item('co', 'Carbon monoxide')])
  const { user, onChange } = show({ isAsync: false, dict: 'gas' })
  await user.type(box(), 'CHLO')
  expect(await screen.findByTitle('Chlorine 氯气')).toBeTruthy()
  expect(screen.queryByTitle('Carbon monoxide')).toBeNull()
  await user.click(screen.getByTitle('Chlorine 氯气'))
  expect(onChange).toHaveBeenLastCalledWith('cl2')
  expect(api.callsOf(dictEndpoints.search)).toEqual([])
})
