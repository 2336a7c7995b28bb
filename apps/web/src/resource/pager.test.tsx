import { position } from '@natim/contract/system/position.resource'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import * as R from '@/resource/index.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'

const resource = R.defineResource({
  title: '职务管理',
  entityLabel: '职务',
  measureWord: '个',
  endpoints: position.endpoints,
  form: position.form,
  defaultSort: { field: 'createTime', order: 'desc' },
  fields: { code: { label: '职务编码', search: 'like', query: true, isSortable: true } },
})

function Page() {
  const list = R.useResourceList(resource)
  const editor = R.useResourceEditor(resource, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.SearchForm>
        <R.SearchField resource={resource} name="code" />
      </R.SearchForm>
      <R.Table resource={resource} />
      <R.Pager />
    </R.ResourcePage>
  )
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(position.endpoints.list, ({ query }) => pageOf([], 95, query.pageNo, query.pageSize))
})
const lastQuery = () => api.callsOf(position.endpoints.list).at(-1)?.query

it('[SY-05] starts with 20 rows a page, and offers 10, 20 and 30', async () => {
  const { user } = renderPage(<Page />)
  expect(await screen.findByText('1-20 共 95 条')).toBeTruthy()
  expect(lastQuery()).toMatchObject({ pageNo: 1, pageSize: 20 })
  await user.click(screen.getByRole('combobox', { name: /页码|page size/i }))
  await screen.findByTitle('10 条/页')
  const offered = new Set(screen.getAllByTitle(/条\/页$/).map(({ title }) => title))
  expect([...offered].sort()).toEqual(['10 条/页', '20 条/页', '30 条/页'])
  await user.click(screen.getByTitle('10 条/页'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 1, pageSize: 10 }))
  expect(await screen.findByText('1-10 共 95 条')).toBeTruthy()
})

it('[SY-05] jumps to the typed page number', async () => {
  const { user } = renderPage(<Page />)
  await screen.findByText('1-20 共 95 条')
  const jumper = screen.getByRole('textbox', { name: '页' })
  await user.type(jumper, '5')
  // The pager reads the key code, which user-event does not send.
  fireEvent.keyUp(jumper, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 5, pageSize: 20 }))
  expect(await screen.findByText('81-95 共 95 条')).toBeTruthy()
})

it('[SY-05] reloads from the first page when a filter changes', async () => {
  const { user } = renderPage(<Page />, { at: `/?~=${encodeURIComponent(JSON.stringify({ page: 3 }))}` })
  await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 3 }))
  await user.type(screen.getByLabelText('职务编码'), 'duty{Enter}')
  await waitFor(() => expect(lastQuery()).toMatchObject({ pageNo: 1, code: '*duty*' }))
})
