import { type StationRow, station } from '@natim/contract/mon/station.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { buildRow } from '@/testing/build-row.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { fromContract } from './from-contract.ts'
import { initialListState } from './list-state.ts'
import { plainPage } from './plain-page.tsx'
import { extentOf } from './print-extent.ts'
import { MAX_PRINTED, readAll } from './use-print.ts'

const StationPage = plainPage(station)
const row = (n: number): StationRow => buildRow(station, { id: String(n), name: `站点 ${n}`, code: `S-${n}` })

let api: ReturnType<typeof stubApi>
let total: number
/** Rows and the line above them at the time of printing. */
let sheets: { rows: number; line: string | undefined }[]
const print = () => {
  const line = screen.getByText(/打印于/).textContent?.replace(/ · 打印于.*/, '')
  sheets.push({ rows: screen.queryAllByText(/^站点 \d+$/).length, line })
}

beforeEach(() => {
  api = stubApi()
  total = 42
  sheets = []
  vi.stubGlobal('print', print)
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(station.endpoints.list, ({ query }) => {
    const { pageNo = 1, pageSize = 20 } = query ?? {}
    const from = (pageNo - 1) * pageSize
    const size = Math.max(0, Math.min(pageSize, total - from))
    return pageOf(
      Array.from({ length: size }, (_, index) => row(from + index + 1)),
      total,
    )
  })
})

const open = async (at = '/') => {
  const page = renderPage(<StationPage />, { at })
  await screen.findByText('站点 1')
  return page
}

it('prints every page of the list, then shows its own page again', async () => {
  const { user } = await open()
  expect(screen.getAllByText(/^站点 \d+$/)).toHaveLength(20)
  await user.click(screen.getByRole('button', { name: '打印' }))
  await waitFor(() => expect(sheets).toEqual([{ rows: 42, line: '条件：无 · 共 42 条' }]))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await waitFor(() => expect(screen.getAllByText(/^站点 \d+$/)).toHaveLength(20))
})

it('prints the filtered rows in the order shown, and names the filters', async () => {
  const { user } = await open(`/?~=${encodeURIComponent(JSON.stringify({ filters: { name: '站点' } }))}`)
  await user.click(screen.getByRole('button', { name: '打印' }))
  await waitFor(() => expect(sheets[0]?.line).toBe('条件：站点名称：站点 · 共 42 条'))
  const asked = api.callsOf(station.endpoints.list).at(-1)?.query
  expect(asked).toMatchObject({ name: '*站点*', column: 'createTime', order: 'desc', pageNo: 1, pageSize: 500 })
})

it('prints all pages on Ctrl+P, and leaves a single page to the browser', async () => {
  await open()
  expect(fireEvent.keyDown(window, { key: 'p', ctrlKey: true })).toBe(false)
  await waitFor(() => expect(sheets).toHaveLength(1))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  total = 3
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  await screen.findByText(/共 3 条$/)
  expect(fireEvent.keyDown(window, { key: 'p', ctrlKey: true })).toBe(true)
})

it('says so when the list exceeds the print limit', async () => {
  total = 2_345
  await open()
  // Printing from the browser menu prints the current page only.
  expect(screen.getByText(/打印于/).textContent).toContain('共 2,345 条，只打印本页 20 条')
  expect(await readAll(fromContract(station), initialListState(station.sort))).toHaveLength(MAX_PRINTED)
  expect(extentOf(total, MAX_PRINTED, true)).toBe('共 2,345 条，只打印前 2,000 条')
})

it('prints nothing when the rest cannot be read, and says why', async () => {
  const { user } = await open()
  api.on(station.endpoints.list, () => {
    throw new Error('no')
  })
  await user.click(screen.getByRole('button', { name: '打印' }))
  await waitFor(() => expect(screen.getByRole('button', { name: '打印' }).className).not.toContain('loading'))
  expect(sheets).toEqual([])
  expect(screen.getAllByText(/^站点 \d+$/)).toHaveLength(20)
})
