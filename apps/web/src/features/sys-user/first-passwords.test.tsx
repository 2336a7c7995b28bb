import { type ImportJob, initialPasswordEndpoints } from '@natim/contract/system/import'
import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { FirstPasswords } from './first-passwords.tsx'

const jobWith = (added: number) =>
  ({ id: 'j1', phase: 'done', summary: { new: added, changed: 3, same: 0, wrong: 0 } }) as ImportJob

it('takes the sheet once; after a refusal it can be asked for again', async () => {
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

it('is not offered where nobody is new', () => {
  const hold = vi.fn()
  renderPage(<FirstPasswords job={jobWith(0)} hold={hold} />)
  expect(screen.queryByRole('button')).toBeNull()
  expect(hold).toHaveBeenLastCalledWith(undefined)
})
