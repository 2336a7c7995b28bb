import { alarmEndpoints } from '@natim/contract/mon/alarm'
import type { HomeSummary } from '@natim/contract/mon/home'
import { type HomeEvent, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { infectionEndpoints } from '@natim/contract/mon/infection'
import { mapEndpoints } from '@natim/contract/mon/map'
import type { PermissionCode } from '@natim/contract/permissions'
import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { eventually } from '../../../testing/eventually.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Refusal, stubApi } from '../../../testing/stub-api.ts'
import { stubLiveSocket } from '../../../testing/stub-live-socket.ts'
import { HomeCards } from '../home-cards.tsx'
import type { useLayout } from '../use-layout.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') as number
const SUMMARY = { atMs: NOW } as HomeSummary
const LAYOUT = {
  layout: { main: ['toxic', 'events'], side: ['infection', 'passes'], hidden: [] },
  save: async () => undefined,
  reset: async () => undefined,
} as ReturnType<typeof useLayout>
const ALL: readonly PermissionCode[] = [
  'mon:home:view',
  'mon:alarm:view',
  'mon:nbc:view',
  'mon:sat:view',
  'mon:health:list',
]

const station = { regionCode: '370300', level: 4, value: 4, unit: '', precision: 0, atMs: NOW - 6_000 }
const step = { kind: 'alarm' as const, severity: 1 as const, place: '齐鲁化工园区', title: '硫化氢超限' }
const pass = { no: 'SAT-1', state: 'planned', sensor: 'SAR' }

const share = (n: number, of: number) => ({ n, of, share: n / of, low: 0, high: 1 })
const untold = { n: 'small' as const, of: 'small' as const, share: null, low: null, high: null }
const day = (fever: typeof untold | ReturnType<typeof share>, breath = untold) => ({
  fever,
  breath,
  hrZ: null,
  rrZ: null,
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  vi.setSystemTime(NOW)
  api = stubApi()
  api.on(mapEndpoints.worst, () => ({
    atMs: NOW,
    total: 9,
    rows: [{ ...station, id: 's1', name: '齐鲁化工园区 5#', note: 'H₂S 52.60 ppm' }],
  }))
  api.on(infectionEndpoints.situation, () => ({
    untilMs: NOW,
    days: ['2026-11-20', '2026-11-21'],
    date: '2026-11-21',
    sentence: '江苏 南京 发热人数达到预警线。',
    total: day(share(6, 120)),
    totals: [day(share(2, 100)), day(share(6, 120))],
    cities: [],
    city: null,
  }))
  api.on(homeCardEndpoints.events, (): HomeEvent[] => [
    { ...step, id: 'a1', step: 'up', atMs: NOW - 2 * MINUTE_MS },
    { ...step, kind: 'nbc', id: 'n1', step: 'detect', title: '核事件 Cs-137', severity: 3, atMs: NOW - HOUR_MS },
  ])
  api.on(homeCardEndpoints.passes, () => [
    { ...pass, taskId: 't1', satCode: 'GF-3', title: '长江口', startMs: NOW - 2 * HOUR_MS, endMs: NOW - HOUR_MS },
    { ...pass, taskId: 't2', satCode: 'GF-5B', title: '辽东湾', startMs: NOW - MINUTE_MS, endMs: NOW + MINUTE_MS },
    { ...pass, taskId: 't2', satCode: 'S1-C', title: '渤海湾', startMs: NOW + HOUR_MS, endMs: NOW + 2 * HOUR_MS },
  ])
})

const Page = ({ region, isPaused = true }: { readonly region?: string; readonly isPaused?: boolean }) => (
  <HomeCards
    home={SUMMARY}
    region={region}
    isBusy={false}
    isPaused={isPaused}
    layout={LAYOUT}
    isEditing={false}
    onEditEnd={() => undefined}
  />
)
const show = (rights = ALL, region?: string) =>
  renderPage(<Page {...(region !== undefined && { region })} />, { rights })
/** The card once its code is loaded; the placeholder is another element. */
async function card(name: string) {
  await eventually(() => expect(screen.getByRole('region', { name }).textContent).not.toContain('加载中'))
  return within(screen.getByRole('region', { name }))
}
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

describe('cards that load when seen', () => {
  it('[BZ-01] lists stations at ATL 2 or above, each linked to the map with it open', async () => {
    show(ALL, '3703')
    const toxic = await card('空气毒性等级 ATL ≥ 2')
    const row = await toxic.findByRole('link', { name: /齐鲁化工园区 5#.*H₂S 52\.60 ppm.*4 致命/ })
    expect(hrefOf(row)).toBe('/mon/homemap?~={"layer":"atl","station":"s1"}')
    expect(toxic.getByText('自有指数 · 9 个站点')).toBeTruthy()
    expect(hrefOf(toxic.getByRole('link', { name: '地图' }))).toBe('/mon/homemap?~={"layer":"atl","region":"370000"}')
    expect(api.callsOf(mapEndpoints.worst).at(-1)?.query).toEqual({ layer: 'atl', level: 2, limit: 6, region: '3703' })
  })

  it('says that no station reaches the level, or why a list could not be loaded', async () => {
    api.on(mapEndpoints.worst, () => ({ atMs: NOW, total: 0, rows: [] }))
    api.on(homeCardEndpoints.events, () => {
      throw new Refusal('服务暂时不可用')
    })
    api.on(homeCardEndpoints.passes, () => [])
    show()
    expect(await screen.findByText('没有 ATL 2 级及以上的站点')).toBeTruthy()
    expect(await (await card('最近事件')).findByText(/服务暂时不可用/)).toBeTruthy()
    expect(await screen.findByText('今天没有过境')).toBeTruthy()
    api.on(homeCardEndpoints.events, () => [])
    act(() => screen.getByRole('button', { name: /重试/ }).click())
    expect(await screen.findByText('24 小时内没有事件')).toBeTruthy()
  })

  it('[BZ-01] lists the latest events, each linked to its page, and updates as alarms are raised', async () => {
    const live = stubLiveSocket()
    renderPage(<Page isPaused={false} region="37" />, { rights: ALL })
    const events = await card('最近事件')
    const links = await events.findAllByRole('listitem')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('报警加重 齐鲁化工园区 硫化氢超限10:40'),
      expect.stringContaining('核生化 齐鲁化工园区 核事件 Cs-1370'),
    ])
    expect(hrefOf(events.getByRole('link', { name: /报警加重/ }))).toContain('"alarm":"a1"')
    expect(hrefOf(events.getByRole('link', { name: /核事件/ }))).toBe('/mon/nbc/event/n1')
    expect(hrefOf(events.getByRole('link', { name: '全部报警' }))).toContain('{"view":"all","region":"37"}')
    const before = api.callsOf(homeCardEndpoints.events).length
    live.sendAlarms([{ eid: 9, ev: 'raise', a: buildAlarm({ id: '9' }) }])
    await eventually(() => expect(api.callsOf(homeCardEndpoints.events).length).toBeGreaterThan(before))
  })

  it('[BZ-01] lists upcoming passes before past ones, each linked to its task', async () => {
    show()
    const passes = await card('今日过境')
    const rows = await passes.findAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^GF-5B辽东湾 · SAR10:41 · 过境中$/),
      expect.stringMatching(/^S1-C渤海湾 · SAR11:42 · −1:00:00$/),
      expect.stringMatching(/^GF-3长江口 · SAR08:42 · 已过境$/),
    ])
    expect(passes.getByText('卫星任务 2 项 · 过境 3 次')).toBeTruthy()
    expect(hrefOf(passes.getByRole('link', { name: /渤海湾/ }))).toBe('/mon/sat/task/t2')
  })

  it('[BZ-01] draws the shares of the last 14 days, and suppresses counts below five persons', async () => {
    show()
    const infection = await card('感染态势')
    expect(await infection.findByRole('img', { name: '发热占比 近 14 天' })).toBeTruthy()
    expect(infection.getByText('5.00 %')).toBeTruthy()
    expect(infection.getByText('今日 120')).toBeTruthy()
    expect(infection.getByText('今日不足 5 人')).toBeTruthy()
    expect(infection.getByText('江苏 南京 发热人数达到预警线。')).toBeTruthy()
    expect(hrefOf(infection.getByRole('link', { name: '感染态势' }))).toBe('/mon/infection')
    expect(api.callsOf(infectionEndpoints.situation).at(-1)?.query).toMatchObject({ days: 14 })
  })

  it('hides cards without permission, and does not load them', async () => {
    show(['mon:home:view'])
    await card('空气毒性等级 ATL ≥ 2')
    await eventually(() => expect(api.callsOf(mapEndpoints.worst)).toHaveLength(1))
    expect(screen.queryByRole('region', { name: '最近事件' })).toBeNull()
    expect(screen.queryByRole('region', { name: '今日过境' })).toBeNull()
    expect(api.callsOf(homeCardEndpoints.events)).toEqual([])
    expect(api.callsOf(homeCardEndpoints.passes)).toEqual([])
    expect(screen.queryByRole('region', { name: '感染态势' })).toBeNull()
    expect(api.callsOf(infectionEndpoints.situation)).toEqual([])
    expect(api.callsOf(alarmEndpoints.list)).toEqual([])
  })

  it('loads a list only when its card comes into view', async () => {
    const observed: ((entries: { isIntersecting: boolean }[]) => void)[] = []
    class HandObserver {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        observed.push(tell)
      }
      observe() {}
      disconnect() {}
    }
    vi.stubGlobal('IntersectionObserver', HandObserver)
    show()
    expect(await screen.findByRole('region', { name: '今日过境' })).toBeTruthy()
    for (const tell of observed) tell([{ isIntersecting: false }])
    expect(api.callsOf(homeCardEndpoints.passes)).toEqual([])
    act(() => observed.forEach((tell) => tell([{ isIntersecting: true }])))
    await eventually(() => expect(api.callsOf(homeCardEndpoints.passes)).toHaveLength(1))
    expect(api.callsOf(mapEndpoints.worst)).toHaveLength(1)
  })
})
