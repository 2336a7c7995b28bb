import { type BreathRow, breathEndpoints } from '@natim/contract/mon/breath'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildListRow } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import BreathListPage from './breath-list-page.tsx'
import { TEST } from './testing/breath-detail.ts'

const row = (given: Partial<BreathRow>): BreathRow => ({ ...TEST, ...given })
const ROWS = [
  row({}),
  row({
    id: 't2',
    no: 'BT20261121-0418',
    status: 'invalid',
    verdict: null,
    score: null,
    isAdequate: false,
    exitReason: '采样容积未测得',
  }),
  row({
    id: 't3',
    no: 'BT20261121-0419',
    status: 'created',
    verdict: null,
    score: null,
    isAdequate: null,
    subjectCode: null,
    sampleMs: null,
  }),
]

let api: ReturnType<typeof stubApi>
let rows: BreathRow[]
beforeEach(() => {
  api = stubApi()
  rows = ROWS
  api.on(breathEndpoints.list, () => pageOf(rows))
  const period = { fromMs: 0, toMs: 1, bands: [], cities: [] }
  api.on(breathEndpoints.summary, () => ({ ...period, valid: '126', presumptive: '<5' }))
  api.on(deviceEndpoints.list, () => pageOf([]))
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<BreathListPage />, options)
const rowOf = async (no: string) => (await screen.findByRole('row', { name: new RegExp(no) })).textContent
const lastQuery = () => api.callsOf(breathEndpoints.list).at(-1)?.query

describe('the list of breath tests', () => {
  it('[BZ-11] shows each test by dictionary texts, masked', async () => {
    open()
    const first = await rowOf('0417')
    for (const word of ['B-7K2Q****TD', '40–59 岁', '11-21 09 时', '疑似阳性（需确证）', '0.78', '合格', '待复核'])
      expect(first).toContain(word)
    const invalid = await rowOf('0418')
    expect(invalid).toContain('样本无效')
    expect(invalid).toContain('采样容积未测得')
    expect(await rowOf('0419')).toContain('未关联')
    expect(screen.getByText(/疑似阳性均需确证；本结果不作为诊断依据/)).toBeTruthy()
  })

  it('shows the persons of the week with small counts suppressed', async () => {
    open()
    expect(await screen.findByText(/近 7 天有效检测 126 人，其中疑似阳性（需确证）<5 人/)).toBeTruthy()
    expect(api.callsOf(breathEndpoints.summary)[0]?.query).toEqual({ days: 7 })
  })

  it('unmasks codes by the switch, for permitted users', async () => {
    const { user, unmount } = open()
    await rowOf('0417')
    expect(lastQuery()?.open).not.toBe(true)
    await user.click(screen.getByRole('switch', { name: '显示受试者码与确切时间' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ open: true }))
    await user.click(screen.getByRole('switch', { name: '显示受试者码与确切时间' }))
    await waitFor(() => expect(lastQuery()?.open).not.toBe(true))
    unmount()
    open({ rights: ['mon:health:list'] })
    await rowOf('0417')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: '新增检测' })).toBeNull()
    expect(screen.queryByRole('button', { name: /导\s?出/ })).toBeNull()
  })

  it('opens a test', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: 'BT20261121-0417' }))
    expect(window.location.pathname).toBe('/mon/breath/detail/t1')
  })

  it('shows a failure and retries', async () => {
    api.on(breathEndpoints.list, () => {
      throw new Refusal('服务暂时不可用')
    })
    const { user } = open()
    expect(await screen.findByText(/服务暂时不可用/)).toBeTruthy()
    api.on(breathEndpoints.list, () => pageOf(rows))
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await rowOf('0417')).toBeTruthy()
  })
})

describe('a new test', () => {
  const fill = async () => {
    api.on(deviceEndpoints.list, () => pageOf([buildListRow({ id: 'd3', name: '呼气 3#', kind: 'breath' })]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '新增检测' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: '新增呼气检测' })) }
  }

  it('requires a code and a device, with an error at each field', async () => {
    const { user, dialog } = await fill()
    await user.type(dialog.getByRole('textbox', { name: '受试者码' }), 'B-12')
    await user.click(dialog.getByRole('button', { name: /新\s?增/ }))
    expect(await dialog.findByText('受试者码应为 B- 加 10 位字母或数字')).toBeTruthy()
    expect(dialog.getByText('请选择设备')).toBeTruthy()
    expect(api.callsOf(breathEndpoints.create)).toEqual([])
  })

  it('accepts a code as typed by people, then opens the test; a refusal keeps the input', async () => {
    let refuses = true
    api.on(breathEndpoints.create, () => {
      if (refuses) throw new Refusal('受试者码不存在或无权查看')
      return { id: 't9', no: 'BT20261121-0420' }
    })
    const { user, dialog } = await fill()
    const code = dialog.getByRole('textbox', { name: '受试者码' })
    await user.type(code, 'b7k2q8m3xtd')
    await user.click(dialog.getByRole('combobox', { name: '呼气检测仪' }))
    await user.click(await screen.findByText('呼气 3#', { selector: '.ant-select-item-option-content' }))
    await user.click(dialog.getByRole('button', { name: /新\s?增/ }))
    await screen.findByText('受试者码不存在或无权查看')
    expect(code).toHaveProperty('value', 'b7k2q8m3xtd')
    refuses = false
    await user.click(dialog.getByRole('button', { name: /新\s?增/ }))
    await waitFor(() => expect(window.location.pathname).toBe('/mon/breath/detail/t9'))
    expect(api.callsOf(breathEndpoints.create).at(-1)?.body).toMatchObject({
      subjectCode: 'B-7K2Q8M3XTD',
      deviceId: 'd3',
      method: 'GC-MS',
      platePos: null,
    })
  })
})
