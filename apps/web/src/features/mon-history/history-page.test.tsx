import { MAX_QUERY_CHANNELS } from '@natim/contract/constants'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import type { stubApi } from '@/testing/stub-api.ts'
import { FROM, stubHistory, TO } from '@/testing/stub-history.ts'
import HistoryPage from './history-page.tsx'
import type { PAGE_DEFAULTS } from './history-state.ts'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  localStorage.clear()
  api = stubHistory()
})

const open = (state: Partial<typeof PAGE_DEFAULTS> = {}) => {
  const link = JSON.stringify({ range: 'custom', from: FROM, to: TO, ...state })
  return renderPage(<HistoryPage />, { at: `/mon/history?~=${encodeURIComponent(link)}` })
}
const stateOf = () => JSON.parse(new URLSearchParams(window.location.search).get('~') ?? '{}')
const chosen = () => within(screen.getByRole('list', { name: '已选通道' }))

describe('the history of channels', () => {
  it('is loaded for channels found by name, and kept in the address', async () => {
    const { user } = open()
    expect(await screen.findByText('请选择通道')).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: '搜索通道' }), '北门')
    await user.click(await screen.findByRole('checkbox', { name: /PM2\.5/ }))
    await user.click(await screen.findByRole('checkbox', { name: /O2/ }))
    expect(await screen.findByText(/均值 32 µg\/m³；11-21 00:00 最高 44；完整率 100\.0 %；另有 1 个通道/)).toBeDefined()
    expect(stateOf().channels).toEqual([1, 2])
    expect(api.callsOf(timeseriesEndpoints.query).at(-1)?.query).toMatchObject({ channels: [1, 2], from: FROM, to: TO })
    await user.click(chosen().getByRole('button', { name: /移除 PM2\.5/ }))
    expect(stateOf().channels).toEqual([2])
  })

  it('is also shown as a table, newest first, with quality in words', async () => {
    const { user } = open({ channels: [1] })
    await user.click(await screen.findByRole('tab', { name: '数据表 24' }))
    const rows = within(screen.getByRole('table', { name: '数据表' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('2026-11-21 00:00:0042–44 43')
    expect(rows[24]?.textContent).toContain('2026-11-20 01:00:0019–21 20异常跳变')
  })

  it('is compared with the previous week: the lines are loaded, and the figures show the difference', async () => {
    open({ channels: [1], compare: 'week' })
    expect(await screen.findByRole('columnheader', { name: '较上周同期' })).toBeDefined()
    const asked = api.callsOf(timeseriesEndpoints.query).map(({ query }) => query.from)
    expect(asked.toSorted((a, b) => a - b)).toEqual([FROM - 7 * DAY_MS, FROM])
    expect((await screen.findByRole('row', { name: /PM2\.5.*\+10/ })).textContent).toContain('北门空气站')
    expect(screen.getByText('虚线为上周同期：11-13 00:00 – 11-14 00:00')).toBeDefined()
  })

  it('moves to the same range a year before, and back to this month', async () => {
    const { user } = open({ channels: [1] })
    await screen.findByText(/均值 32/)
    await user.click(screen.getByText('去年同期', { selector: '.ant-segmented-item-label' }))
    expect(stateOf()).toMatchObject({ from: parseGmt8('2025-11-20'), to: parseGmt8('2025-11-21') })
    await user.click(screen.getByText('本月', { selector: '.ant-segmented-item-label' }))
    expect(stateOf()).toMatchObject({ range: 'month' })
  })

  it('shows no comparison where the calendar has no such day', async () => {
    const may31 = parseGmt8('2026-05-31') ?? 0
    const link = JSON.stringify({ range: 'custom', from: may31, to: may31 + DAY_MS, channels: [1], compare: 'month' })
    renderPage(<HistoryPage />, { at: `/mon/history?~=${encodeURIComponent(link)}` })
    expect(await screen.findByText('上月同期没有对应的日期')).toBeDefined()
    expect(api.callsOf(timeseriesEndpoints.query)).toHaveLength(1)
  })

  it('rejects a 21st channel, and says why', async () => {
    const { user } = open({ channels: Array.from({ length: MAX_QUERY_CHANNELS }, (_, i) => i + 11) })
    expect(await screen.findByText('最多 20 个通道，先移除一个')).toBeDefined()
    await user.type(screen.getByRole('searchbox', { name: '搜索通道' }), '北门')
    expect(await screen.findByRole('checkbox', { name: /PM2\.5/ })).toHaveProperty('disabled', true)
  })

  it('names channels in a shared link that the user may not see, so that they can be removed', async () => {
    const { user } = open({ channels: [1, 99] })
    expect(await screen.findByText(/数据不存在或无权查看/)).toBeDefined()
    expect(await screen.findByText('找不到，可能已删除')).toBeDefined()
    await user.click(screen.getByRole('button', { name: '移除 通道 99' }))
    expect(await screen.findByText(/均值 32/)).toBeDefined()
  })

  it('treats the address as input: invalid values are dropped', async () => {
    const at = `/mon/history?~=${encodeURIComponent('{"channels":[1,"x",-2,1.5,1],"level":"5m","compare":"ever","tab":9}')}`
    renderPage(<HistoryPage />, { at })
    expect(await screen.findByText('1 / 20')).toBeDefined()
    const { query } = api.callsOf(timeseriesEndpoints.query)[0] ?? {}
    expect(query).toMatchObject({ channels: [1], agg: 'auto' })
  })
})
