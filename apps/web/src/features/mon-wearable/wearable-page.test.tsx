import { type WearableCard, wearableEndpoints } from '@natim/contract/mon/wearable'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import WearablePage from './wearable-page.tsx'

const vital = (value: number | null, low = 60, high = 80) => ({ value, tsMs: null, band: { low, high } })
const SMALL = 'small' as const
const HIDDEN = 'hidden' as const
const SCORED = {
  rr: 22,
  spo2: 93,
  spo2Scale: 1 as const,
  onOxygen: null,
  sbp: null,
  hr: 118,
  consciousness: null,
  temp: 38.6,
}
const card = (id: string, given: Partial<WearableCard> = {}): WearableCard => ({
  id,
  subjectCode: `B-${id}****TD`,
  ageBand: '60-74',
  sex: 'male',
  place: '河北 石家庄',
  unit: '发热病区',
  site: 'wrist',
  deviceName: null,
  clientId: null,
  status: 'online',
  batteryPct: 48,
  isWorn: true,
  lastMs: null,
  vitals: { hr: vital(118), spo2: vital(93, 95, 98), rr: vital(22, 14, 18), temp: vital(38.6, 36.4, 37.1) },
  skin: null,
  score: { windowMs: null, points: [2, 2, null, null, 2, null, 1], total: 7, severity: 2, vitals: SCORED },
  exclusion: null,
  ...given,
})
const CALM = {
  windowMs: null,
  points: [0, 0, null, null, 0, null, 0],
  total: 0,
  severity: null,
  vitals: { ...SCORED, hr: 70, rr: 16, spo2: 97, temp: null },
}
const CARDS = [
  // The pulse has risen since the window ended.
  card('Q8V2', {
    vitals: { hr: vital(131), spo2: vital(93, 95, 98), rr: vital(22, 14, 18), temp: vital(38.6, 36.4, 37.1) },
  }),
  card('X1R6', {
    score: CALM,
    vitals: { hr: vital(70), spo2: vital(97, 95, 98), rr: vital(16, 14, 18), temp: vital(null) },
    skin: 34.1,
  }),
  card('R8D5', { isWorn: false }),
  card('N3P9', { status: 'offline', batteryPct: 7 }),
  card('K7Z5', { score: null, exclusion: '孕期不适用 NEWS2' }),
]
const COUNTS = { all: 5, severe: 1, raised: 0, calm: 1, unworn: 1, offline: 1, low: 1 }

let api: ReturnType<typeof stubApi>
let cards: WearableCard[]
let hasScaleOrder: boolean
beforeEach(() => {
  api = stubApi()
  cards = CARDS
  hasScaleOrder = false
  api.on(wearableEndpoints.board, () => ({ cards, total: cards.length, counts: COUNTS, units: ['发热病区', '医护组'] }))
  api.on(wearableEndpoints.exposure, () => ({ fromMs: null, toMs: null, hasPlace: false, dose: null, toxics: null }))
  api.on(wearableEndpoints.wearer, () => ({
    card: CARDS[0] as WearableCard,
    boundFrom: null,
    hasScaleOrder,
    entries: [],
    bindings: [],
    alarms: [],
    position: null,
  }))
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<WearablePage />, options)
const cardOf = (id: string) => screen.findByRole('button', { name: new RegExp(`^B-${id}`) })
const lastQuery = () => api.callsOf(wearableEndpoints.board).at(-1)?.query

describe('the board', () => {
  it('scores only wearers whose device is worn and online, and never labels a risk as low', async () => {
    open()
    const worst = await cardOf('Q8V2')
    expect(worst.textContent).toContain('NEWS27部分 4/7')
    expect(worst.getAttribute('data-severity')).toBe('2')
    for (const [id, why] of [
      ['R8D5', '未佩戴，不评分'],
      ['N3P9', '设备离线，不评分'],
      ['K7Z5', '孕期不适用 NEWS2'],
    ] as const) {
      const quiet = await cardOf(id)
      expect(quiet.getAttribute('aria-label')).toContain(why)
      expect(quiet.textContent).toContain('NEWS2—不评分')
      expect(quiet.hasAttribute('data-severity')).toBe(false)
    }
    expect(document.body.textContent).not.toContain('低风险')
  })

  it('shows NA where only skin temperature was measured, and low battery by word', async () => {
    open()
    expect((await cardOf('X1R6')).textContent).toContain('体温NA体表 34.1 ℃ 不计分')
    expect((await cardOf('N3P9')).textContent).toContain('电量 7 % 低电')
  })

  it('marks values outside the personal band by shape', async () => {
    open()
    const worst = await cardOf('Q8V2')
    expect(worst.querySelectorAll('path[class*=out]')).toHaveLength(4)
    expect((await cardOf('X1R6')).querySelectorAll('circle')).toHaveLength(3)
  })

  it('filters by risk, unit and code, and says when nobody is left', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /离线/ }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ filter: 'offline', pageNo: 1 }))
    cards = []
    await user.type(screen.getByRole('textbox', { name: '受试者码' }), 'Q8')
    await waitFor(() => expect(lastQuery()).toMatchObject({ q: 'Q8' }))
    expect(await screen.findByText('没有符合条件的佩戴者')).toBeTruthy()
    cards = CARDS
    await user.click(screen.getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('q'))
    expect(await cardOf('Q8V2')).toBeTruthy()
  })

  it('unmasks codes only when a permitted user asks for it', async () => {
    const { user, unmount } = open()
    await cardOf('Q8V2')
    expect(lastQuery()).toMatchObject({ open: false })
    await user.click(screen.getByRole('switch'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ open: true }))
    unmount()
    open({ rights: ['mon:health:list'] })
    await cardOf('Q8V2')
    expect(screen.queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('button', { name: '绑定设备' })).toBeNull()
  })

  it('keeps its order while the pointer is over it', async () => {
    const { user, queryClient } = open()
    await user.hover(await cardOf('X1R6'))
    cards = CARDS.toReversed()
    await queryClient.invalidateQueries()
    await waitFor(() => expect(api.callsOf(wearableEndpoints.board).length).toBeGreaterThan(1))
    const order = () => screen.getAllByRole('button', { name: /^B-/ }).map((one) => one.getAttribute('data-row'))
    expect(order()[0]).toBe('Q8V2')
    await user.unhover(await cardOf('X1R6'))
    await user.hover(screen.getByRole('heading', { name: '可穿戴' }))
    await waitFor(() => expect(order()[0]).toBe('K7Z5'))
  })

  it('shows a failure with a retry', async () => {
    api.on(wearableEndpoints.board, () => {
      throw new Refusal('服务暂时不可用')
    })
    open()
    expect(await screen.findByText(/服务暂时不可用/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /重试/ })).toBeTruthy()
  })
})

describe('one wearer', () => {
  const openWearer = async () => {
    const view = open()
    await view.user.click(await cardOf('Q8V2'))
    await screen.findByRole('region', { name: '护士补录' })
    return view
  }
  const fill = async ({ user }: Awaited<ReturnType<typeof openWearer>>) => {
    await user.type(screen.getByRole('spinbutton', { name: '收缩压' }), '104')
    await user.type(screen.getByRole('spinbutton', { name: '舒张压' }), '62')
    await user.click(within(screen.getByRole('radiogroup', { name: '吸氧' })).getByText('空气'))
    await user.click(within(screen.getByRole('radiogroup', { name: '意识 ACVPU' })).getByText('A'))
  }

  it('previews the score of an entry before saving, and keeps the input after a refusal', async () => {
    let refuses = true
    api.on(wearableEndpoints.enter, () => {
      if (refuses) throw new Refusal('只能补录 15 分钟以内的测量！')
      return CARDS[0] as WearableCard
    })
    const view = await openWearer()
    const save = screen.getByRole('button', { name: '保存补录' })
    expect(save).toHaveProperty('disabled', true)
    await fill(view)
    expect(screen.getByText(/保存后 7 4\/7/).textContent).toBe('保存后 7 4/7 → 8 完整 7/7 · 高')
    expect(screen.getAllByText('待保存')).toHaveLength(3)
    await view.user.click(save)
    expect((await screen.findByRole('alert')).textContent).toBe('只能补录 15 分钟以内的测量！')
    expect(screen.getByRole('spinbutton', { name: '收缩压' })).toHaveProperty('value', '104')
    refuses = false
    await view.user.click(save)
    await waitFor(() =>
      expect(api.callsOf(wearableEndpoints.enter).at(-1)?.body).toEqual({
        id: 'Q8V2',
        sbp: 104,
        dbp: 62,
        onOxygen: false,
        consciousness: 'A',
        spo2Scale: 1,
      }),
    )
  })

  it('shows the scored medians, not the latest values', async () => {
    await openWearer()
    const pulse = screen.getByRole('row', { name: /^脉搏/ })
    expect(
      within(pulse)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['118 次/分', '2 分', '设备'])
    const pressure = screen.getByRole('row', { name: /^收缩压/ })
    expect(
      within(pressure)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['—', '缺', '待补录'])
  })

  it('offers scale 2 only where it was ordered', async () => {
    const { unmount } = await openWearer()
    expect(screen.getByRole('radio', { name: '标度 2 须医嘱' })).toHaveProperty('disabled', true)
    unmount()
    hasScaleOrder = true
    await openWearer()
    expect(screen.getByRole('radio', { name: '标度 2' })).toHaveProperty('disabled', false)
  })

  it('loads no curve while times are masked', async () => {
    await openWearer()
    expect(screen.getByText(/曲线含确切时间/)).toBeTruthy()
    expect(api.callsOf(wearableEndpoints.timeline)).toEqual([])
  })
})

describe('units by day', () => {
  it('print small counts as suppressed, and the interval with the total', async () => {
    api.on(wearableEndpoints.cohort, () => ({
      days: ['2026-11-20', '2026-11-21'],
      units: [
        {
          unit: '一区',
          cells: [
            { wearers: 20, fever: 5, hrZ: 1.24, rrZ: null },
            { wearers: SMALL, fever: SMALL, hrZ: null, rrZ: null },
          ],
        },
        {
          unit: '二区',
          cells: [
            { wearers: 12, fever: HIDDEN, hrZ: -0.4, rrZ: 0.2 },
            { wearers: 12, fever: 6, hrZ: 0, rrZ: 0 },
          ],
        },
      ],
      total: [
        { wearers: 32, fever: 8, share: 0.25, low: 0.13, high: 0.42 },
        { wearers: SMALL, fever: SMALL, share: null, low: null, high: null },
      ],
    }))
    const { user } = open({ at: `/?~=${encodeURIComponent('{"tab":"cohort"}')}` })
    const texts = async (name: string) =>
      within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(await texts('一区')).toEqual(['25.0 %', '<5'])
    expect(await texts('二区')).toEqual(['—', '50.0 %'])
    expect(await texts('合计')).toEqual(['25.0 %', '<5'])
    expect(screen.getByTitle('8 / 32 人，95 % 区间 13.0 % – 42.0 %')).toBeTruthy()
    await user.click(screen.getByText('心率偏离'))
    expect(await texts('一区')).toEqual(['+1.2', '—'])
  })
})
