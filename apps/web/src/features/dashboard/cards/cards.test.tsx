import { alarmEndpoints } from '@natim/contract/mon/alarm'
import type { HomeSummary } from '@natim/contract/mon/home'
import { type HomeLayout, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { mapEndpoints } from '@natim/contract/mon/map'
import type { PermissionCode } from '@natim/contract/permissions'
import { visitEndpoints } from '@natim/contract/system/log'
import { myNoticeEndpoints } from '@natim/contract/system/notice'
import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildAlarm } from '../../../testing/build-alarm.ts'
import { buildMyNotice } from '../../../testing/build-notice.ts'
import { eventually } from '../../../testing/eventually.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '../../../testing/stub-api.ts'
import { stubLiveSocket } from '../../../testing/stub-live-socket.ts'
import { HomeCards } from '../home-cards.tsx'
import { useLayout } from '../use-layout.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') as number
const NONE = Array.from({ length: 24 }, () => 0)
const SUMMARY = {
  atMs: NOW,
  samplesByHour: NONE,
  alarms: null,
  alarmsByHour: null,
  provinces: [],
  limitWatch: [],
  recent: [],
} as unknown as HomeSummary

const AIR = {
  toMs: NOW - (NOW % HOUR_MS),
  standard: 2026,
  grades: [2, 5, 2, 1, 0, 0],
  missing: 3,
  best: [{ id: '540100', name: '拉萨', aqi: 22 }],
  worst: [{ id: '653100', name: '喀什', aqi: 174 }],
}

let api: ReturnType<typeof stubApi>
let layout: HomeLayout | null

beforeEach(() => {
  vi.setSystemTime(NOW)
  layout = null
  api = stubApi()
  api.on(homeCardEndpoints.layout, () => layout)
  api.on(homeCardEndpoints.saveLayout, ({ body }) => {
    layout = body
    return null
  })
  api.on(homeCardEndpoints.resetLayout, () => {
    layout = null
    return null
  })
  api.on(homeCardEndpoints.air, () => AIR)
  api.on(homeCardEndpoints.areas, () => ({
    unit: 'µg/m³',
    precision: 0,
    fromMs: NOW - 2 * HOUR_MS,
    toMs: NOW,
    stepMs: HOUR_MS,
    points: [{ tMs: NOW, value: 40, min: 10, max: 80 }],
    ranking: [
      { regionCode: '440000', name: '广东', value: 70, max: 80, instruments: 1 },
      { regionCode: '320000', name: '江苏', value: 20, max: 30, instruments: 2 },
    ],
  }))
  api.on(alarmEndpoints.list, ({ query }) => {
    const mine = buildAlarm({ id: '1', title: '氯气超 AEGL-2', triggerMs: NOW - 60_000 })
    const records = query.view === 'mine' ? [mine] : [mine, buildAlarm({ id: '2', title: '硫化氢超限', severity: 1 })]
    return pageOf(records)
  })
  api.on(myNoticeEndpoints.list, () => pageOf([buildMyNotice({ title: '平台例行维护', readFlag: '0' })]))
  api.on(mapEndpoints.worst, () => ({ atMs: NOW, total: 0, rows: [] }))
  api.on(homeCardEndpoints.events, () => [])
  api.on(homeCardEndpoints.passes, () => [])
  api.on(visitEndpoints.counts, () => ({ totalVisitCount: 3_120, todayVisitCount: 41, todayIp: 17 }))
  api.on(visitEndpoints.week, () => [{ visit: 41, ip: 17, tian: '2026-11-21', type: '11-21' }])
})

const RIGHTS: readonly PermissionCode[] = ['mon:home:view', 'mon:alarm:view', 'mon:aqi:view', 'system:log:list']

function Page({ isEditing = false, isPaused = true }: { readonly isEditing?: boolean; readonly isPaused?: boolean }) {
  const own = useLayout()
  return (
    <HomeCards
      home={SUMMARY}
      region="32"
      isBusy={false}
      isPaused={isPaused}
      layout={own}
      isEditing={isEditing}
      onEditEnd={() => undefined}
    />
  )
}

const show = (rights = RIGHTS) => renderPage(<Page />, { rights })
const edit = () => renderPage(<Page isEditing />, { rights: RIGHTS })
const hrefOf = (link: HTMLElement) => decodeURIComponent(link.getAttribute('href') ?? '')

describe('the cards of the dashboard', () => {
  it('[BZ-01] shows city air quality by grade, best and worst, each linked to its report', async () => {
    show()
    expect(
      await screen.findByRole('img', { name: /优良比例 70\.0 %：优 2 城，良 5 城，轻度污染 2 城，中度污染 1 城/ }),
    ).toBeTruthy()
    expect(screen.getByText('3 城数据不足')).toBeTruthy()
    expect(screen.getByText(/10 城 · 11-21 10:00 时均 · HJ 633-2026/)).toBeTruthy()
    expect(hrefOf(screen.getByRole('link', { name: /喀什\s*174/ }))).toBe(
      `/mon/aqi?~={"span":"hour","t":${AIR.toMs},"id":"653100"}`,
    )
    expect(api.callsOf(homeCardEndpoints.air).at(-1)?.query).toMatchObject({ region: '32' })
  })

  it('lists own alarms before unacknowledged ones, each alarm once', async () => {
    show()
    const card = within(await screen.findByRole('region', { name: '我的待办' }))
    expect(await card.findByText('我负责 1 · 未确认 2')).toBeTruthy()
    const links = card.getAllByRole('listitem').map((item) => item.textContent)
    expect(links).toHaveLength(2)
    expect(links[0]).toMatch(/氯气超 AEGL-2.*我负责/)
    expect(links[1]).toMatch(/硫化氢超限.*待确认/)
  })

  it('[BZ-01] updates as alarms are raised', async () => {
    const live = stubLiveSocket()
    renderPage(<Page isPaused={false} />, { rights: RIGHTS })
    await screen.findByText('我负责 1 · 未确认 2')
    const raised = buildAlarm({ id: '9', title: '光气超限' })
    api.on(alarmEndpoints.list, () => pageOf([raised]))
    live.sendAlarms([{ eid: 9, ev: 'raise', a: raised }])
    await eventually(() => expect(screen.getByRole('region', { name: '我的待办' }).textContent).toContain('光气超限'))
  })

  it('[BZ-01] shows the latest announcements and the visits, with links to all of them', async () => {
    show()
    const notices = within(await screen.findByRole('region', { name: '最新公告' }))
    expect(await notices.findByRole('button', { name: /平台例行维护/ })).toBeTruthy()
    expect(hrefOf(notices.getByRole('link', { name: '查看更多' }))).toBe('/isps/userAnnouncement')
    const visits = within(screen.getByRole('region', { name: '系统访问' }))
    expect(await visits.findByText('3,120')).toBeTruthy()
    expect(visits.getByText('41 次')).toBeTruthy()
    expect(visits.getByText('17 个 IP')).toBeTruthy()
    expect(hrefOf(visits.getByRole('link', { name: '日志' }))).toBe('/isystem/log')
  })

  it('reloads the visits every minute, unless the page is paused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { unmount } = renderPage(<Page isPaused={false} />, { rights: RIGHTS })
    await screen.findByText('3,120')
    api.on(visitEndpoints.counts, () => ({ totalVisitCount: 3_121, todayVisitCount: 42, todayIp: 17 }))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(await screen.findByText('3,121')).toBeTruthy()
    unmount()
    show()
    await screen.findByText('3,121')
    const asked = api.callsOf(visitEndpoints.counts).length
    await act(() => vi.advanceTimersByTimeAsync(180_000))
    expect(api.callsOf(visitEndpoints.counts)).toHaveLength(asked)
  })

  it('[BZ-03] draws a metric over time and ranks the areas; metric and period are kept in the address', async () => {
    const { user } = show()
    const card = within(await screen.findByRole('region', { name: '区域趋势与排名' }))
    const rows = await card.findAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual(['1广东70.0', '2江苏20.0'])
    await user.click(card.getByRole('button', { name: '近一年' }))
    await user.selectOptions(card.getByRole('combobox', { name: '因子' }), 'o3')
    await eventually(() =>
      expect(api.callsOf(homeCardEndpoints.areas).at(-1)?.query).toEqual({
        metric: 'o3',
        period: 'year',
        region: '32',
      }),
    )
    expect(decodeURIComponent(window.location.search)).toContain('"period":"year","metric":"o3"')
    expect(card.getByText('日均值 · µg/m³')).toBeTruthy()
  })

  it('loads the areas only when their card comes into view', async () => {
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
    await screen.findByText('我负责 1 · 未确认 2')
    for (const tell of observed) tell([{ isIntersecting: false }])
    expect(api.callsOf(homeCardEndpoints.areas)).toEqual([])
    act(() => observed.forEach((tell) => tell([{ isIntersecting: true }])))
    await eventually(() => expect(api.callsOf(homeCardEndpoints.areas)).toHaveLength(1))
  })

  it('hides cards without permission, and does not load them', async () => {
    show(['mon:home:view'])
    await screen.findByRole('region', { name: '最新公告' })
    expect(screen.queryByRole('region', { name: '空气质量' })).toBeNull()
    expect(screen.queryByRole('region', { name: '我的待办' })).toBeNull()
    expect(screen.queryByRole('link', { name: '日志' })).toBeNull()
    expect(api.callsOf(alarmEndpoints.list)).toEqual([])
    expect(api.callsOf(homeCardEndpoints.air)).toEqual([])
  })
})

describe('the layout of the dashboard', () => {
  const names = () =>
    screen.getAllByRole('button', { name: /^隐藏/ }).map((button) => button.getAttribute('aria-label'))

  it('is changed with buttons and saved at once: down, across, hidden, shown again, reset', async () => {
    const { user } = edit()
    await user.click(await screen.findByRole('button', { name: '下移限值关注' }))
    await eventually(() => expect(layout?.main).toEqual(['toxic', 'watch', 'provinces', 'areas', 'events']))
    await user.click(screen.getByRole('button', { name: '我的待办移到另一列' }))
    await eventually(() => expect(layout?.main).toEqual(['toxic', 'watch', 'provinces', 'areas', 'events', 'todo']))
    await user.click(screen.getByRole('button', { name: '隐藏系统访问' }))
    await eventually(() => expect(layout?.hidden).toEqual(['visits']))
    expect(names()).not.toContain('隐藏系统访问')
    await user.click(screen.getByRole('button', { name: '显示系统访问' }))
    await eventually(() => expect(layout?.side.at(-1)).toBe('visits'))
    await user.click(screen.getByRole('button', { name: '恢复默认' }))
    await eventually(() => expect(layout).toBeNull())
    await eventually(() => expect(names()[0]).toBe('隐藏限值关注'))
  })

  it('reverts to the stored layout when saving fails', async () => {
    api.on(homeCardEndpoints.saveLayout, () => {
      throw new Refusal('服务暂时不可用')
    })
    const { user } = edit()
    await user.click(await screen.findByRole('button', { name: '隐藏限值关注' }))
    expect(await screen.findByText('布局未能保存，已恢复上一次的布局')).toBeTruthy()
    await eventually(() => expect(names()).toContain('隐藏限值关注'))
  })
})
