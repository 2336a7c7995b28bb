import { type NoticeRow, noticeEndpoints } from '@natim/contract/system/notice'
import { sessionEndpoints } from '@natim/contract/system/session'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildNotice } from '@/testing/build-notice.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import { hideNotice, useNoticeDesk } from '@/widgets/notice/notice-desk.ts'
import NoticeListPage from './notice-list-page.tsx'

let api: ReturnType<typeof stubApi>
let rows: NoticeRow[]

const change = (id: string, part: Partial<NoticeRow>) => {
  rows = rows.map((row) => (row.id === id ? { ...row, ...part } : row))
}

beforeEach(() => {
  rows = [
    buildNotice({ id: 'n1', title: '草稿一', sendStatus: '0', sendStatus_dictText: '未发布', sendTime: null }),
    buildNotice({ id: 'n2', title: '已发布的', cancelTime: null }),
    buildNotice({ id: 'n3', title: '已撤销的', sendStatus: '2', sendStatus_dictText: '已撤销' }),
  ]
  api = stubApi()
  api.on(noticeEndpoints.list, () => pageOf(rows))
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(noticeEndpoints.release, ({ query }) => {
    change(query.id, { sendStatus: '1', sendStatus_dictText: '已发布' })
    return null
  })
  api.on(noticeEndpoints.revoke, ({ query }) => {
    change(query.id, { sendStatus: '2', sendStatus_dictText: '已撤销' })
    return null
  })
})
afterEach(() => act(hideNotice))

const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr') ?? document.body)
const actionsOf = async (title: string) =>
  (await rowOf(title)).getAllByRole('button').map((button) => button.textContent?.trim())

it('offers actions by state: drafts and revoked ones can be edited and deleted, published ones revoked', async () => {
  const { user } = renderPage(<NoticeListPage />)
  expect(await actionsOf('草稿一')).toEqual(['查看', '发布', '编辑', '删除'])
  expect(await actionsOf('已发布的')).toEqual(['查看', '撤销'])
  expect(await actionsOf('已撤销的')).toEqual(['查看', '发布', '编辑', '删除'])
  await user.click((await rowOf('已发布的')).getByRole('button', { name: '查看 已发布的' }))
  expect(useNoticeDesk.getState().open).toMatchObject({ id: 'n2' })
})

it('releases and revokes after confirmation, and shows the new state', async () => {
  const { user } = renderPage(<NoticeListPage />)
  await user.click((await rowOf('草稿一')).getByRole('button', { name: '发布 草稿一' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('将通知全体用户')).toBeTruthy()
  expect(api.callsOf(noticeEndpoints.release)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: /发\s*布/ }))
  await waitFor(async () => expect((await rowOf('草稿一')).getByText('已发布')).toBeTruthy())
  await user.click((await rowOf('草稿一')).getByRole('button', { name: '撤销 草稿一' }))
  const asked = (await screen.findAllByRole('dialog')).at(-1) ?? document.body
  await user.click(within(asked).getByRole('button', { name: /撤\s*销/ }))
  await waitFor(async () => expect((await rowOf('草稿一')).getByText('已撤销')).toBeTruthy())
})

it('asks for receivers and for the page to open only where they apply, and shows refusals', async () => {
  api.on(noticeEndpoints.create, () => {
    throw new Refusal('请选择接收用户')
  })
  const { user } = renderPage(<NoticeListPage />)
  await user.click((await screen.findAllByRole('button', { name: /新增通告/ }))[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('接收用户')).toBeNull()
  expect(dialog.queryByLabelText('打开页面')).toBeNull()
  const choose = async (label: string, option: string) => {
    await user.click(dialog.getByLabelText(label))
    await user.click(await screen.findByTitle(option))
  }
  await choose('通告对象', '指定用户')
  await choose('消息类型', '系统消息')
  expect(await dialog.findByText('接收用户')).toBeTruthy()
  expect(dialog.getByLabelText('打开页面')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('标题'), { target: { value: '演练' } })
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  expect(await dialog.findByText('请选择接收用户')).toBeTruthy()
  expect(api.callsOf(noticeEndpoints.create)[0]?.body).toMatchObject({
    title: '演练',
    msgType: 'USER',
    msgCategory: '2',
    priority: 'L',
  })
})

it('offers only viewing to read-only users', async () => {
  renderPage(<NoticeListPage />, { rights: ['system:announcement:list'] })
  expect(await actionsOf('草稿一')).toEqual(['查看'])
  expect(screen.queryByRole('button', { name: /新增通告/ })).toBeNull()
})
