import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import * as R from '@/resource/index.ts'
import { renderPage } from '@/testing/render-page.tsx'

const LISTED = 'temp/202611/a.pdf,temp/202611/b.pdf'
const PICTURES = 'temp/202611/a.png,temp/202611/b.png'

it.each([
  ['下载', R.FileLink, ''],
  ['下载', R.FileLink, null],
  ['预览', R.PictureLink, ''],
  ['预览', R.PictureLink, undefined],
] as const)('[SY-14] «%s» of an empty value warns and opens nothing', async (word, Link, value) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = renderPage(<Link value={value}>{word}</Link>)
  await user.click(screen.getByRole('button', { name: word }))
  const line = await screen.findByText('未知的文件')
  expect(line.closest('.ant-message-warning') ?? document.querySelector('.ant-message-warning')).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('[SY-14] opens the first file of a comma list', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = renderPage(<R.FileLink value={LISTED}>下载</R.FileLink>)
  await user.click(screen.getByRole('button', { name: '下载 a.pdf' }))
  expect(opened.mock.calls.map(([url]) => url)).toEqual(['/jeecg-boot/sys/common/static/temp/202611/a.pdf'])
})

it('[SY-14] shows only the first picture of a comma list, until it is closed', async () => {
  const { user } = renderPage(<R.PictureLink value={PICTURES}>预览</R.PictureLink>)
  await user.click(screen.getByRole('button', { name: '预览 a.png' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'a.png' }))
  const sources = dialog.getAllByRole('img', { name: /png$/ }).map((picture) => picture.getAttribute('src'))
  expect(sources).toEqual(['/jeecg-boot/sys/common/static/temp/202611/a.png'])
  await user.click(dialog.getByRole('button', { name: /关\s*闭|close/i }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('uses the given name', async () => {
  const { user } = renderPage(
    <R.PictureLink value={PICTURES} name="现场.png">
      预览
    </R.PictureLink>,
  )
  await user.click(screen.getByRole('button', { name: '预览 现场.png' }))
  expect(await screen.findByRole('dialog', { name: '现场.png' })).toBeTruthy()
})
