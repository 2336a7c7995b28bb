import { type DataLogRow, dataLogEndpoints } from '@natim/contract/system/log'
import { sessionEndpoints } from '@natim/contract/system/session'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
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

afterEach(() => {
  vi.unstubAllGlobals()
})

it('compares exactly two versions of one row, older first, and marks changes', async () => {
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

it('compares two versions on a phone: cards are selected by touch and with the space bar', async () => {
  stubPhone()
  const { user } = renderPage(<DataLogListPage />)
  await user.click(await screen.findByRole('checkbox', { name: '选择 sys_position p1 V2' }))
  screen.getByRole('checkbox', { name: '选择 sys_position p1 V1' }).focus()
  await user.keyboard(' ')
  await user.click(screen.getByRole('button', { name: '数据比较' }))
  expect(await within(await screen.findByRole('dialog')).findByText('已修改')).toBeTruthy()
  expect(api.callsOf(dataLogEndpoints.compare)[0]?.query).toEqual({ dataId1: 'p1-v1', dataId2: 'p1-v2' })
})

it('shows instants in China time, and marks stamps without counting them', async () => {
  const stamped = (number: number, name: string, updateTime: string) => ({
    ...version(number, name),
    dataContent: JSON.stringify({ name, updateBy: `u${number}`, updateTime, version: number }),
  })
  api.on(dataLogEndpoints.compare, () => [
    stamped(1, '甲', '2026-11-20T08:04:05.000Z'),
    stamped(2, '乙', '2026-11-21T08:04:05.123Z'),
  ])
  const { user } = renderPage(<DataLogListPage />)
  await user.click(await screen.findByRole('checkbox', { name: '选择 sys_position p1 V1' }))
  await user.click(screen.getByRole('checkbox', { name: '选择 sys_position p1 V2' }))
  await user.click(screen.getByRole('button', { name: '数据比较' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/1 个字段不同/)).toBeTruthy()
  expect(dialog.getByText('2026-11-21 16:04:05')).toBeTruthy()
  expect(dialog.getAllByText('系统记录')).toHaveLength(3)
  expect(dialog.getAllByText('已修改')).toHaveLength(1)
})
