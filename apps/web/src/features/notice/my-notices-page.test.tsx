import { type MyNoticeRow, myNoticeEndpoints, noticeEndpoints } from '@natim/contract/system/notice'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildMyNotice } from '../../testing/build-notice.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { pageOf, stubApi } from '../../testing/stub-api.ts'
import { hideNotice, useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import MyNoticesPage from './my-notices-page.tsx'

let api: ReturnType<typeof stubApi>
let rows: MyNoticeRow[]

beforeEach(() => {
  rows = [
    buildMyNotice({ id: 's1', anntId: 'n1', title: '夜间演练' }),
    buildMyNotice({ id: 's2', anntId: 'n2', title: '例行维护', readFlag: '1', msgCategory_dictText: '系统消息' }),
  ]
  api = stubApi()
  api.on(myNoticeEndpoints.list, () => pageOf(rows))
  api.on(noticeEndpoints.unread, () => {
    const unread = rows.filter(({ readFlag }) => readFlag === '0').length
    return { anntMsgList: [], anntMsgTotal: unread, sysMsgList: [], sysMsgTotal: 0 }
  })
  api.on(myNoticeEndpoints.markRead, ({ body }) => {
    rows = rows.map((row) => (row.anntId === body.anntId ? { ...row, readFlag: '1' as const } : row))
    return null
  })
  api.on(myNoticeEndpoints.markAllRead, () => {
    rows = rows.map((row) => ({ ...row, readFlag: '1' as const }))
    return null
  })
})
afterEach(() => act(hideNotice))

const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr') ?? document.body)

it('lists received announcements with sender, time, urgency and read state, and opens one', async () => {
  const { user } = renderPage(<MyNoticesPage />)
  const row = await rowOf('夜间演练')
  for (const text of ['通知公告', '重要消息', '周海宁', '2026-11-20 09:30:00', '未读'])
    expect(row.getByText(text)).toBeTruthy()
  await user.click(row.getByRole('button', { name: '查看 夜间演练' }))
  expect(useNoticeDesk.getState().open).toMatchObject({ id: 'n1', title: '夜间演练' })
  await waitFor(async () => expect((await rowOf('夜间演练')).getByText('已读')).toBeTruthy())
})

it('filters by title, sender, kind and state, under the parameter names of existing clients', async () => {
  const { user } = renderPage(<MyNoticesPage />)
  await screen.findByText('夜间演练')
  await user.type(screen.getByRole('searchbox', { name: '标题' }), '演练')
  await user.type(screen.getByRole('textbox', { name: '发布人' }), '周')
  await user.click(screen.getByRole('button', { name: '查询' }))
  await waitFor(() => {
    expect(api.callsOf(myNoticeEndpoints.list).at(-1)?.query).toMatchObject({ title: '演练', sender: '周' })
  })
})

it('marks all read after confirmation, and the selected ones without', async () => {
  rows = [...rows, buildMyNotice({ id: 's3', anntId: 'n3', title: '第三条' })]
  const { user } = renderPage(<MyNoticesPage />)
  await user.click((await rowOf('第三条')).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '标为已读' }))
  await waitFor(async () => expect((await rowOf('第三条')).getByText('已读')).toBeTruthy())
  expect(api.callsOf(myNoticeEndpoints.markRead).map(({ body }) => body)).toEqual([{ anntId: 'n3' }])

  await user.click(screen.getByRole('button', { name: '全部标注已读' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('1 条未读公告将标注为已读')).toBeTruthy()
  expect(api.callsOf(myNoticeEndpoints.markAllRead)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: /确\s*定/ }))
  await waitFor(async () => expect((await rowOf('夜间演练')).getByText('已读')).toBeTruthy())
  expect(screen.getByRole('button', { name: '全部标注已读' })).toHaveProperty('disabled', true)
})
