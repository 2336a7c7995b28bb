import { filesEndpoints, type StoredFileRow } from '@natim/contract/system/files'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import FileListPage from './file-list-page.tsx'

const FILE: StoredFileRow = {
  id: 'f1',
  fileName: '现场.jpg',
  url: 'temp/a.jpg',
  biz: 'temp',
  mimeType: 'image/jpeg',
  fileSize: 1_468_006,
  createBy: 'zhouhn',
  createTime: '2026-11-21 08:00:00',
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(filesEndpoints.list, () =>
    pageOf([
      FILE,
      { ...FILE, id: 'f2', fileName: '报告.pdf', url: 'temp/b.pdf', mimeType: 'application/pdf' },
      { ...FILE, id: 'f3', fileName: '数据.csv', url: 'temp/c.csv', mimeType: 'text/csv' },
    ]),
  )
  api.on(sessionEndpoints.dictItems, () => [])
})

const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr') ?? document.body)

it('shows pictures in the page, PDF in a new tab, and offers to download the rest', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = renderPage(<FileListPage />)
  expect((await rowOf('现场.jpg')).getByText('1.4 MB')).toBeTruthy()
  await user.click((await rowOf('现场.jpg')).getByRole('button', { name: '预览 现场.jpg' }))
  const picture = within(await screen.findByRole('dialog')).getByRole('img', { name: '现场.jpg' })
  expect(picture.getAttribute('src')).toContain('/sys/common/static/temp/a.jpg')
  await user.click((await rowOf('报告.pdf')).getByRole('button', { name: '预览 报告.pdf' }))
  expect(open.mock.calls[0]?.[0]).toContain('/sys/common/static/temp/b.pdf')
  expect((await rowOf('数据.csv')).queryByRole('button', { name: '预览 数据.csv' })).toBeNull()
  expect((await rowOf('数据.csv')).getByRole('button', { name: '下载 数据.csv' })).toBeTruthy()
})

it('deletes after confirmation', async () => {
  api.on(filesEndpoints.remove, () => null)
  const { user } = renderPage(<FileListPage />)
  await user.click((await rowOf('数据.csv')).getByRole('button', { name: '删除 数据.csv' }))
  const question = await screen.findByRole('tooltip')
  expect(api.callsOf(filesEndpoints.remove)).toHaveLength(0)
  await user.click(within(question).getByRole('button', { name: /确\s*[定认]|删\s*除/ }))
  await waitFor(() => expect(api.callsOf(filesEndpoints.remove)[0]?.query).toEqual({ id: 'f3' }))
})
