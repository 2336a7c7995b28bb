import { type DataLogRow, dataLogEndpoints } from '@natim/contract/system/log'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import DataLogListPage from './data-log-list-page.tsx'

const version = (dataVersion: number, name: string, dataId = 'p1'): DataLogRow => ({
  id: `${dataId}-v${dataVersion}`,
  dataTable: 'sys_position',
  dataId,
  dataVersion,
  dataContent: JSON.stringify({ name, code: 'director' }),
  type: 'json',
  operateType: 3,
  operateType_dictText: '修改',
  createBy: 'admin',
  createTime: '2026-11-21 08:00:00',
  updateBy: null,
  updateTime: null,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(dataLogEndpoints.list, () => pageOf([version(2, '乙'), version(1, '甲'), version(1, '别的', 'p2')]))
  api.on(dataLogEndpoints.compare, () => [version(1, '甲'), version(2, '乙')])
  api.on(sessionEndpoints.dictItems, () => [])
})

it('compares exactly two versions of one row, the older first, and marks what changed', async () => {
  const { user } = renderPage(<DataLogListPage />)
  const boxes = async () => (await screen.findAllByRole('checkbox')).slice(1)
  const tick = async (index: number) => user.click((await boxes())[index] as HTMLElement)
  await screen.findAllByText('V1')
  await tick(0)
  await user.click(screen.getByRole('button', { name: '数据比较' }))
  expect(await screen.findByText('请选择同一条数据的两个版本进行比较')).toBeTruthy()
  await tick(2)
  await user.click(screen.getByRole('button', { name: '数据比较' }))
  expect(api.callsOf(dataLogEndpoints.compare)).toHaveLength(0)
  await tick(2)
  await tick(1)
  await user.click(screen.getByRole('button', { name: '数据比较' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('已修改')).toBeTruthy()
  expect(dialog.getByText(/1 个字段不同/)).toBeTruthy()
  expect(api.callsOf(dataLogEndpoints.compare)[0]?.query).toEqual({ dataId1: 'p1-v1', dataId2: 'p1-v2' })
})
