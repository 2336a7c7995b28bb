import { userEndpoints } from '@natim/contract/system/pickers'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildUser } from '@/testing/build-picker.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import UserListPage from './user-list-page.tsx'

it('neither freezes nor deletes the own account, alone or with others, and says why', async () => {
  const why = '不能冻结或删除自己的账号'
  const own = buildUser('me', { realname: '本人', refusals: { freeze: why, remove: why } })
  stubApi().on(userEndpoints.list, () => pageOf([own, buildUser('li', { realname: '李四' })], 2))
  const { user } = renderPage(<UserListPage />)
  await user.click(await screen.findByRole('button', { name: '更多操作 本人' }))
  for (const name of ['冻结', '删除']) {
    expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-disabled')).toBe('true')
  }
  await user.hover(screen.getByText('冻结'))
  expect(await screen.findByText(why)).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('checkbox', { name: '选择 li' }))
  const bar = within(screen.getByRole('toolbar', { name: '批量操作' }))
  expect(bar.getByRole('button', { name: /冻结/ }).getAttribute('aria-disabled')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: '选择 me' }))
  for (const name of [/冻结/, /删除/]) {
    expect(bar.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
  }
})
