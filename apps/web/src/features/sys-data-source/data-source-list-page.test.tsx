import { type DataSourceRow, dataSource, dataSourceExtraEndpoints } from '@natim/contract/system/data-source.resource'
import { sessionEndpoints } from '@natim/contract/system/session'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import DataSourceListPage from './data-source-list-page.tsx'

const SOURCE: DataSourceRow = {
  id: 's1',
  code: 'archive',
  name: '历史库',
  remark: null,
  dbType: '6',
  dbType_dictText: 'postgresql',
  dbDriver: 'org.postgresql.Driver',
  dbUrl: 'jdbc:postgresql://db.example.org:5432/air',
  dbName: 'air',
  dbUsername: 'reader',
  dbPassword: '',
  sysOrgCode: null,
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
}

const item = (value: string, text: string) => ({ value, text, title: text, label: text })

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(dataSource.endpoints.list, () => pageOf([SOURCE]))
  api.on(sessionEndpoints.dictItems, () => [item('6', 'postgresql'), item('4', 'MYSQL5.7+'), item('14', 'H2')])
})

afterEach(() => {
  vi.unstubAllGlobals()
})

it('fills in driver and address when a kind is selected', async () => {
  const { user } = renderPage(<DataSourceListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 历史库' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByLabelText('数据库类型'))
  await user.click(await screen.findByTitle('MYSQL5.7+'))
  expect(dialog.getByLabelText('驱动类')).toHaveProperty('value', 'com.mysql.cj.jdbc.Driver')
  expect(dialog.getByLabelText('数据源地址')).toHaveProperty('value', 'jdbc:mysql://127.0.0.1:3306/database')
  expect(screen.queryByTitle('H2')).toBeNull()
})

it('sends a password only when one was typed', async () => {
  api.on(dataSource.endpoints.update, () => null)
  const { user } = renderPage(<DataSourceListPage />)
  await user.click(await screen.findByRole('button', { name: '编辑 历史库' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('密码')).toHaveProperty('value', '')
  fireEvent.change(dialog.getByLabelText('数据源名称'), { target: { value: '归档库' } })
  await user.click(dialog.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(api.callsOf(dataSource.endpoints.update)[0]?.body).toEqual({ id: 's1', name: '归档库' }))
})

it('tests a row with the stored password, and shows the result', async () => {
  api.on(dataSourceExtraEndpoints.test, () => null)
  const { user } = renderPage(<DataSourceListPage />)
  await user.click(await screen.findByRole('button', { name: '测试 历史库' }))
  await waitFor(() =>
    expect(api.callsOf(dataSourceExtraEndpoints.test)[0]?.body).toMatchObject({ id: 's1', dbUrl: SOURCE.dbUrl }),
  )
})

it('titles a phone card with the name, the code below', async () => {
  stubPhone()
  renderPage(<DataSourceListPage />)
  const card = (await screen.findByText('历史库')).closest('li')
  expect(card?.textContent).toMatch(/^历史库数据源编码archive/)
})
