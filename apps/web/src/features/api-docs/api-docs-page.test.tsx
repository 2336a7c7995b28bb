import { openApiOf } from '@natim/contract/doc/openapi'
import { position } from '@natim/contract/system/position.resource'
import { siteEndpoints } from '@natim/contract/system/site'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import ApiDocsPage from './api-docs-page.tsx'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  const document = openApiOf(Object.values(position.endpoints), { title: 'NATIM', version: '1', prefix: '/jeecg-boot' })
  api.on(siteEndpoints.openApi, () => document as { openapi: string })
})

it('moves from the search to a call, and on by arrow keys', async () => {
  const { user } = renderPage(<ApiDocsPage />)
  await screen.findByText('选择一个接口')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: '搜索接口' }))
  await user.keyboard('delete{ArrowDown}')
  const first = await screen.findByRole('article')
  expect(within(first).getByText('system:position:delete')).toBeTruthy()
  expect(document.activeElement?.getAttribute('data-key')).toBe(first.getAttribute('aria-label'))
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('article').getAttribute('aria-label')).not.toBe(first.getAttribute('aria-label'))
})

it('opens the call in the address, with its parameters and response', async () => {
  renderPage(<ApiDocsPage />, { at: '/docs/api?op=POST%20%2Fsys%2Fposition%2Fadd' })
  const article = await screen.findByRole('article', { name: 'POST /sys/position/add' })
  const body = within(article).getByRole('row', { name: /^code string 是/ })
  expect(body.textContent).toContain('最多 64 个字符')
  expect(within(article).getByRole('button', { name: '复制 curl 命令' })).toBeTruthy()
})

it('says that nothing was found, or that the server does not answer', async () => {
  const { user, unmount } = renderPage(<ApiDocsPage />)
  await user.type(await screen.findByRole('searchbox', { name: '搜索接口' }), 'nowhere')
  expect(await screen.findByText('没有找到接口')).toBeTruthy()
  unmount()
  api.on(siteEndpoints.openApi, () => {
    throw new Refusal('接口文档暂时不可用')
  })
  renderPage(<ApiDocsPage />)
  expect(await screen.findByText('接口文档暂时不可用')).toBeTruthy()
})
