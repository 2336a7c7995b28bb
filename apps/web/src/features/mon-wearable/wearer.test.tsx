import { type WearableCard, wearableEndpoints } from '@natim/contract/mon/wearable'
import { PERMISSION_CODES } from '@natim/contract/permissions'
import { parseGmt8 } from '@natim/domain/time'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import WearablePage from './wearable-page.tsx'

const NINE_MS = parseGmt8('2026-11-21 09:00:00') ?? 0
const vital = (value: number | null) => ({ value, tsMs: null, band: null })
const VITALS = {
  rr: 16,
  spo2: 97,
  spo2Scale: 1 as const,
  onOxygen: null,
  sbp: null,
  hr: 70,
  consciousness: null,
  temp: null,
}
const card = (id: string, given: Partial<WearableCard> = {}): WearableCard => ({
  id,
  subjectCode: `B-${id}****TD`,
  ageBand: null,
  sex: 'female',
  place: '河北 石家庄',
  unit: '发热病区',
  site: 'chest',
  deviceName: null,
  clientId: null,
  status: 'online',
  batteryPct: null,
  isWorn: true,
  lastMs: null,
  vitals: { hr: vital(70), spo2: vital(97), rr: vital(16), temp: vital(null) },
  skin: null,
  score: { windowMs: null, points: [0, 0, null, null, 0, null, null], total: 0, severity: null, vitals: VITALS },
  exclusion: null,
  ...given,
})
const CARDS = [card('A1A1'), card('B2B2'), card('C3C3', { exclusion: '孕期不适用 NEWS2', score: null })]
const COUNTS = { all: 3, severe: 0, raised: 0, calm: 3, unworn: 0, offline: 0, low: 0 }

let api: ReturnType<typeof stubApi>
let cards: WearableCard[]
let more: object
beforeEach(() => {
  api = stubApi()
  cards = CARDS
  more = {}
  api.on(wearableEndpoints.board, () => ({ cards, total: cards.length, counts: COUNTS, units: ['发热病区'] }))
  api.on(wearableEndpoints.exposure, () => ({ fromMs: null, toMs: null, hasPlace: false, dose: null, toxics: null }))
  api.on(wearableEndpoints.wearer, ({ query: { id } }) => ({
    card: CARDS.find((one) => one.id === id) ?? card(id),
    boundFrom: null,
    hasScaleOrder: false,
    entries: [],
    bindings: [],
    alarms: [],
    position: null,
    ...more,
  }))
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<WearablePage />, options)
const tab = (name: string) => ({ at: `/?~=${encodeURIComponent(JSON.stringify({ tab: name }))}` })
const cardOf = (id: string) => screen.findByRole('button', { name: new RegExp(`^B-${id}`) })
const asked = () => api.callsOf(wearableEndpoints.wearer).at(-1)?.query.id

describe('the wearer beside the board', () => {
  const openFirst = async (options?: Parameters<typeof renderPage>[1]) => {
    const view = open(options)
    await view.user.click(await cardOf('A1A1'))
    await screen.findByRole('region', { name: 'NEWS2 分项' })
    return view
  }

  it('is navigated by J and K and by buttons, and closed by Esc', async () => {
    const { user } = await openFirst()
    expect(screen.getByRole('button', { name: '上一位' })).toHaveProperty('disabled', true)
    await user.keyboard('j')
    await waitFor(() => expect(asked()).toBe('B2B2'))
    await user.click(screen.getByRole('button', { name: '下一位' }))
    await waitFor(() => expect(asked()).toBe('C3C3'))
    expect(screen.getByRole('button', { name: '下一位' })).toHaveProperty('disabled', true)
    await user.keyboard('k')
    await waitFor(() => expect(asked()).toBe('B2B2'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'NEWS2 分项' })).toBeNull())
  })

  it('offers no entry for an unscored wearer, nor without permission', async () => {
    const { user, unmount } = await openFirst()
    expect(screen.getByRole('region', { name: '护士补录' })).toBeTruthy()
    await user.keyboard('jj')
    await waitFor(() => expect(screen.queryByRole('region', { name: '护士补录' })).toBeNull())
    unmount()
    await openFirst({ rights: ['mon:health:list', 'mon:health:view'] })
    expect(screen.queryByRole('region', { name: '护士补录' })).toBeNull()
    expect(screen.queryByRole('button', { name: '解除绑定' })).toBeNull()
  })

  it('removes a cleared field from the entry', async () => {
    const { user } = await openFirst()
    const pressure = screen.getByRole('spinbutton', { name: '收缩压' })
    await user.type(pressure, '104')
    await user.type(screen.getByRole('spinbutton', { name: '舒张压' }), '62')
    await user.click(within(screen.getByRole('radiogroup', { name: '吸氧' })).getByText('空气'))
    await user.click(within(screen.getByRole('radiogroup', { name: '意识 ACVPU' })).getByText('A'))
    const save = screen.getByRole('button', { name: '保存补录' })
    expect(save).toHaveProperty('disabled', false)
    await user.clear(pressure)
    await user.tab()
    expect([pressure.getAttribute('value'), save.hasAttribute('disabled')]).toEqual(['', true])
    expect(screen.queryByText(/保存后/)).toBeNull()
  })

  it('shows alarms, entries, bindings and the reported place', async () => {
    const entry = {
      id: 'e',
      sbp: 104,
      dbp: 62,
      onOxygen: true,
      consciousness: 'V' as const,
      spo2Scale: 2,
      madeName: '钱护士',
    }
    more = {
      boundFrom: '2026-11-18 08:30:00',
      alarms: [{ id: 'a1', severity: 2, title: '评分升至 7', tsMs: NINE_MS, isActive: true }],
      entries: [{ ...entry, tsMs: NINE_MS }],
      bindings: [
        {
          id: 'A1A1',
          clientId: 'W-77',
          deviceName: '手环',
          unit: '留观 A 区',
          site: 'wrist',
          boundFrom: '2026-11-18 08:30:00',
          boundTo: null,
        },
      ],
      position: { lng: 114.5, lat: 38.04 },
    }
    await openFirst()
    expect((await screen.findByRole('link', { name: '评分升至 7' })).closest('li')?.textContent).toContain('未恢复')
    expect(screen.getByText('104/62 mmHg · 吸氧 · V · 标度 2').closest('li')?.textContent).toContain('钱护士')
    expect(screen.getByText('W-77').closest('li')?.textContent).toContain('2026-11-18 08:30 – 至今')
    expect(screen.getByText(/绑定 11-18 08:30 起 · 位置 114.5000, 38.0400/)).toBeTruthy()
    expect(screen.getAllByText(/年龄段未知，按成人/).length).toBeGreaterThan(0)
  })

  it('returns a device after confirmation', async () => {
    api.on(wearableEndpoints.unbind, () => null)
    const { user } = await openFirst()
    await user.click(screen.getByRole('button', { name: '解除绑定' }))
    expect(api.callsOf(wearableEndpoints.unbind)).toEqual([])
    await user.click(await screen.findByRole('button', { name: /^解\s?除$/ }))
    await waitFor(() => expect(api.callsOf(wearableEndpoints.unbind).at(-1)?.body).toEqual({ id: 'A1A1' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'NEWS2 分项' })).toBeNull())
  })

  it('shows a failure, and retries', async () => {
    api.on(wearableEndpoints.wearer, () => {
      throw new Refusal('未找到对应数据')
    })
    const { user } = open()
    await user.click(await cardOf('A1A1'))
    expect(await screen.findByText('未找到对应数据')).toBeTruthy()
    const before = api.callsOf(wearableEndpoints.wearer).length
    await user.click(screen.getByRole('button', { name: /重试/ }))
    await waitFor(() => expect(api.callsOf(wearableEndpoints.wearer).length).toBeGreaterThan(before))
  })
})

describe('assigning a device', () => {
  const openDialog = async () => {
    const view = open()
    await view.user.click(await screen.findByRole('button', { name: '绑定设备' }))
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: '绑定可穿戴设备' })) }
  }

  it('names missing fields, and keeps the input after a refusal', async () => {
    let refuses = true
    api.on(wearableEndpoints.bind, () => {
      if (refuses) throw new Refusal('该设备在该时段已有绑定，请先解除！')
      return { id: 'b9' }
    })
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: /绑\s?定/ }))
    for (const text of ['请输入受试者码', '请输入设备客户端ID', '请输入单位'])
      expect(await dialog.findByText(text)).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: '受试者码' }), 'b-7k2q8m3xtd')
    await user.type(dialog.getByRole('textbox', { name: '设备客户端ID' }), 'W-77')
    await user.type(dialog.getByRole('textbox', { name: '单位' }), '留观 A 区')
    await user.click(dialog.getByRole('button', { name: /绑\s?定/ }))
    expect((await dialog.findByRole('alert')).textContent).toBe('该设备在该时段已有绑定，请先解除！')
    expect(dialog.getByRole('textbox', { name: '单位' })).toHaveProperty('value', '留观 A 区')
    refuses = false
    await user.click(dialog.getByRole('button', { name: /绑\s?定/ }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '绑定可穿戴设备' })).toBeNull())
    expect(api.callsOf(wearableEndpoints.bind).at(-1)?.body).toMatchObject({
      subjectCode: 'B-7K2Q8M3XTD',
      clientId: 'W-77',
      site: 'wrist',
      unit: '留观 A 区',
    })
  })

  it('is suggested on an empty board, with permission', async () => {
    cards = []
    const { unmount } = open()
    expect(await screen.findByText('还没有人佩戴设备')).toBeTruthy()
    expect(screen.getByText(/用「绑定设备」/)).toBeTruthy()
    unmount()
    open({ rights: PERMISSION_CODES.filter((code) => code !== 'mon:health:edit') })
    expect(await screen.findByText('还没有人佩戴设备')).toBeTruthy()
    expect(screen.queryByText(/用「绑定设备」/)).toBeNull()
  })
})

describe('devices that report too little', () => {
  it('are listed with what is wrong; masked, without device and time', async () => {
    const row = { subjectCode: 'B-A1A1****TD', unit: '一区', clientId: null, sinceMs: null, batteryPct: null }
    api.on(wearableEndpoints.hygiene, () => [
      { ...row, id: '1', fault: 'unworn' as const, batteryPct: 48 },
      { ...row, id: '2', fault: 'unsynced' as const },
      { ...row, id: '3', fault: 'flat' as const, clientId: 'W-77' },
    ])
    open(tab('hygiene'))
    expect(await screen.findByText('3 台需要处理')).toBeTruthy()
    const textOf = (word: string) => screen.getByText(word).closest('tr')?.textContent
    expect(textOf('未佩戴超过 1 小时')).toBe('B-A1A1****TD一区已隐藏未佩戴超过 1 小时—48 %')
    expect(textOf('超过 2 小时未同步')).toContain('已隐藏')
    expect(textOf('心率 2 小时不变')).toContain('W-77')
  })

  it('shows when there are none, and retries after a failure', async () => {
    api.on(wearableEndpoints.hygiene, () => {
      throw new Refusal('服务暂时不可用')
    })
    const { user } = open(tab('hygiene'))
    expect(await screen.findByText(/服务暂时不可用/)).toBeTruthy()
    api.on(wearableEndpoints.hygiene, () => [])
    await user.click(screen.getByRole('button', { name: /重试/ }))
    expect(await screen.findByText('所有设备都在正常上报')).toBeTruthy()
  })
})

describe('units', () => {
  it('shows when there are none', async () => {
    api.on(wearableEndpoints.cohort, () => ({ days: ['2026-11-21'], units: [], total: [] }))
    open(tab('cohort'))
    expect(await screen.findByText('14 天内没有佩戴者')).toBeTruthy()
  })
})
