import { type ImportJob, initialPasswordEndpoints, userImportEndpoints } from '@natim/contract/system/import'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubUploads } from '@/testing/stub-uploads.ts'
import { ImportWorkbench } from '@/widgets/import-workbench/import-workbench.tsx'
import { FirstPasswords } from './first-passwords.tsx'

const jobWith = (added: number) =>
  ({ id: 'j1', phase: 'done', summary: { new: added, changed: 3, same: 0, wrong: 0 } }) as ImportJob

it('downloads the sheet once; after a refusal it can be requested again', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const api = stubApi()
  let isReady = false
  api.on(initialPasswordEndpoints.take, () => {
    if (!isReady) throw new Refusal('请稍后再试')
    return new Blob(['x'])
  })
  const hold = vi.fn()
  const { user } = renderPage(<FirstPasswords job={jobWith(2)} hold={hold} />)
  expect(hold).toHaveBeenLastCalledWith(expect.stringContaining('还没有下载'))
  expect(screen.getByText(/只能在此下载一次/)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /下载初始密码/ })
  await user.click(button)
  await waitFor(() => expect(api.callsOf(initialPasswordEndpoints.take)).toHaveLength(1))
  expect(saved).not.toHaveBeenCalled()
  await waitFor(() => expect(button.className).not.toContain('loading'))
  isReady = true
  await user.click(button)
  expect(await screen.findByText(/初始密码表已下载/)).toBeTruthy()
  expect(saved).toHaveBeenCalledOnce()
  expect(api.callsOf(initialPasswordEndpoints.take).map(({ body }) => body)).toEqual([{ id: 'j1' }, { id: 'j1' }])
  expect(button.disabled).toBe(true)
  expect(hold).toHaveBeenLastCalledWith(undefined)
})

it('is not offered without new users', () => {
  const hold = vi.fn()
  renderPage(<FirstPasswords job={jobWith(0)} hold={hold} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(hold).toHaveBeenLastCalledWith(undefined)
})

it('is the only primary action at the end of an import, until downloaded', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const api = stubApi()
  const uploads = stubUploads()
  const job: ImportJob = {
    ...jobWith(2),
    done: 2,
    total: 5,
    fileName: '用户.xlsx',
    columns: [],
    headings: [],
    samples: [],
    mapping: {},
    message: '成功导入 2 行',
  }
  api.on(userImportEndpoints.job, () => job)
  api.on(initialPasswordEndpoints.take, () => new Blob(['x']))
  const { user } = renderPage(
    <ImportWorkbench
      endpoints={userImportEndpoints}
      file={new File(['x'], '用户.xlsx')}
      afterwards={(done, hold) => <FirstPasswords job={done} hold={hold} />}
      onDone={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]?.answer({ success: true, code: 200, message: '', result: job })
  const download = await screen.findByRole('button', { name: /下载初始密码/ })
  const first = () => [...document.querySelectorAll('.ant-btn-primary')].map(({ textContent }) => textContent)
  await waitFor(() => expect(first()).toEqual(['下载初始密码']))
  await user.click(download)
  await waitFor(() => expect(first()).toEqual(['完成']))
})
