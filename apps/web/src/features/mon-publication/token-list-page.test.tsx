import { type ApiToken, apiTokenEndpoints } from '@natim/contract/mon/api-token'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import TokenListPage from './token-list-page.tsx'

const TOKEN: ApiToken = {
  id: 't1',
  name: '省气象局',
  hint: 'x9Qa',
  publicationId: 'pub-raw',
  publicationName: '实时发布',
  scopes: ['stations', 'latest'],
  regionPrefixes: ['32'],
  ratePerMin: 60,
  expiresMs: Date.parse('2027-11-21T00:00:00+08:00'),
  createBy: 'admin',
  createMs: 0,
  lastUsedMs: Date.parse('2026-11-21T10:00:00+08:00'),
  lastIp: '10.1.2.3',
  calls: 1200,
  state: 'valid',
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(apiTokenEndpoints.list, () => [TOKEN])
  api.on(apiTokenEndpoints.publications, () => [{ id: 'pub-raw', name: '实时发布', level: 'raw', delayMin: 0 }])
})

it('shows scope and last use of a token, never the token', async () => {
  renderPage(<TokenListPage />)
  expect(await screen.findByText('省气象局')).toBeTruthy()
  for (const text of ['…x9Qa', '站点、最新值', '江苏', '2027-11-21']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText(/11-21 10:00 · 10\.1\.2\.3 · 1,200 次/)).toBeTruthy()
})

it('confirms before a token is revoked', async () => {
  api.on(apiTokenEndpoints.revoke, () => null)
  const { user } = renderPage(<TokenListPage />)
  await user.click(await screen.findByRole('button', { name: '撤销 省气象局' }))
  expect(api.callsOf(apiTokenEndpoints.revoke)).toHaveLength(0)
  const dialog = within(await screen.findByRole('dialog', { name: '撤销「省气象局」？' }))
  await user.click(dialog.getByRole('button', { name: /撤\s*销/ }))
  await waitFor(() => expect(api.callsOf(apiTokenEndpoints.revoke)[0]?.body).toEqual({ id: 't1' }))
})

it('shows a new token once', async () => {
  api.on(apiTokenEndpoints.add, () => ({ id: 't2', token: 'natim_secret' }))
  const { user } = renderPage(<TokenListPage />)
  await user.click(await screen.findByRole('button', { name: /新增开放令牌/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('名称'), '高校')
  await user.click(dialog.getByLabelText('发布'))
  await user.click(await screen.findByText('实时发布', { selector: '.ant-select-item-option-content' }))
  await user.click(dialog.getByRole('button', { name: /生\s*成/ }))
  expect(await screen.findByText('natim_secret')).toBeTruthy()
  expect(api.callsOf(apiTokenEndpoints.add)[0]?.body).toMatchObject({
    name: '高校',
    publicationId: 'pub-raw',
    scopes: ['stations', 'latest'],
  })
  await user.click(screen.getByRole('button', { name: '我已保存' }))
  await waitFor(() => expect(screen.queryByText('natim_secret')).toBeNull())
})
