import { type LogRow, logEndpoints } from '@natim/contract/system/log'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import LogListPage from './log-list-page.tsx'

const LINE: LogRow = {
  id: '7',
  logType: 2,
  logType_dictText: '操作日志',
  logContent: '编辑职务：值班长',
  success: true,
  operateType: 3,
  operateType_dictText: '修改',
  userid: 'admin',
  username: '管理员',
  ip: '10.0.0.1',
  method: '/sys/position/edit',
  requestUrl: '/sys/position/edit',
  requestType: 'PUT',
  objectId: 'p1',
  requestParam: '{"id":"p1"}',
  detail: '{"table":"sys_position","before":{"name":"甲"},"after":{"name":"乙"}}',
  costTime: 12,
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(logEndpoints.list, () => pageOf([LINE]))
  api.on(sessionEndpoints.dictItems, () => [])
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('filters sign-ins by tab and by words, and expands what was sent', async () => {
  const { user } = renderPage(<LogListPage />)
  await screen.findByText('编辑职务：值班长')
  await user.click(screen.getByText('登录日志'))
  await waitFor(() => expect(api.callsOf(logEndpoints.list).at(-1)?.query).toMatchObject({ logType: '1' }))
  await user.type(screen.getByRole('searchbox', { name: '日志内容' }), '职务{Enter}')
  await waitFor(() =>
    expect(api.callsOf(logEndpoints.list).at(-1)?.query).toMatchObject({ logType: '1', keyWord: '职务' }),
  )
  await user.click(await screen.findByRole('button', { name: '展开 2026-11-21 08:00:00 编辑职务：值班长' }))
  expect(await screen.findByText('PUT /sys/position/edit')).toBeTruthy()
  expect(screen.getByText('12 ms')).toBeTruthy()
  expect(screen.getByText('管理员 · admin · 10.0.0.1')).toBeTruthy()
  expect(screen.getByText('p1')).toBeTruthy()
  expect(screen.getByText(/"id": "p1"/)).toBeTruthy()
  expect(screen.getByRole('row', { name: 'name 甲 乙' })).toBeTruthy()
})

it('filters by day together with the typed words', async () => {
  const { user } = renderPage(<LogListPage />)
  await screen.findByText('编辑职务：值班长')
  await user.type(screen.getByRole('searchbox', { name: '日志内容' }), '职务')
  await user.click(screen.getByLabelText('开始日期'))
  await user.type(screen.getByLabelText('开始日期'), '2026-11-20{Enter}')
  await waitFor(() =>
    expect(api.callsOf(logEndpoints.list).at(-1)?.query).toMatchObject({
      keyWord: '职务',
      createTime_begin: '2026-11-20',
    }),
  )
})

it('has no checkboxes: there are no actions on selected lines', async () => {
  renderPage(<LogListPage />)
  await screen.findByText('编辑职务：值班长')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('expands a line on a phone, too, by touch and by keyboard', async () => {
  stubPhone()
  const { user } = renderPage(<LogListPage />)
  await screen.findByText('编辑职务：值班长')
  const fold = screen.getByRole('button', { name: /^展开/ })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  await user.click(fold)
  expect(await screen.findByText('PUT /sys/position/edit')).toBeTruthy()
  screen.getByRole('button', { name: /^收起/ }).focus()
  await user.keyboard('{Enter}')
  expect(screen.queryByText('PUT /sys/position/edit')).toBeNull()
})
