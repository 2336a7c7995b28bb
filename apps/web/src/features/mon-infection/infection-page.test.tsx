import { type CityDay, type CityRow, type InfectionSituation, infectionEndpoints } from '@natim/contract/mon/infection'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import InfectionPage from './infection-page.tsx'

const QUIET = { need: 5, isSignal: false }
const DAY: CityDay = {
  breath: { n: 12, of: 60, share: 0.2, low: 0.118, high: 0.318 },
  fever: { n: 'small', of: 'hidden', share: null, low: null, high: null },
  hrZ: 0.42,
  rrZ: null,
  breathSignal: { need: 7, isSignal: true },
  feverSignal: QUIET,
}
const CALM: CityDay = { ...DAY, breath: { ...DAY.fever, of: 'small' }, hrZ: null, breathSignal: QUIET }
const row = (regionCode: string, regionName: string, day: CityDay, firstSignal: string | null): CityRow => ({
  ...day,
  regionCode,
  regionName,
  signalDays: firstSignal === null ? 0 : 2,
  firstSignal,
})
const SITUATION: InfectionSituation = {
  untilMs: Date.parse('2026-11-21T10:00:00+08:00'),
  days: ['2026-11-20', '2026-11-21'],
  date: '2026-11-21',
  sentence: '1 个城市出现信号：河北 石家庄（呼气疑似阳性 12 例，阈值 7）；发热占比 3.8 %。',
  total: { ...DAY, fever: { n: 9, of: 238, share: 9 / 238, low: 0.02, high: 0.07 } },
  totals: [CALM, DAY],
  cities: [row('130100', '河北 石家庄', DAY, '2026-11-20'), row('440100', '广东 广州', CALM, null)],
  city: { regionCode: '130100', regionName: '河北 石家庄', days: [CALM, DAY] },
}

let api: ReturnType<typeof stubApi>
let given: InfectionSituation
beforeEach(() => {
  api = stubApi()
  given = SITUATION
  api.on(infectionEndpoints.situation, () => given)
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<InfectionPage />, options)
const lastQuery = () => api.callsOf(infectionEndpoints.situation).at(-1)?.query
const rowOf = async (name: RegExp) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement

describe('感染态势', () => {
  it('starts with the finding, and names its thresholds', async () => {
    open()
    expect(await screen.findByText(/^1 个城市出现信号：河北 石家庄/)).toBeTruthy()
    expect(document.body.textContent).toContain('信号：当日 ≥ 5 例，且高于 t−9…t−3 日均值 + 3 倍标准差')
    const totals = screen.getByRole('region', { name: '合计' })
    expect(totals.textContent).toContain('发热占比3.8 %9 / 238 人 2.0–7.0 %')
    expect(totals.textContent).toContain('心率偏离+0.42')
  })

  it('suppresses small counts, and shows signals by word', async () => {
    open()
    const north = await rowOf(/石家庄/)
    expect(north.textContent).toContain('▲ 呼气2 天 · 自 11-2020.0 % 11.8–31.8 %12 / 607')
    expect(north.textContent).toContain('<5 / —')
    const south = await rowOf(/广州/)
    expect(south.textContent).toContain('无<5 <5 / <55')
    expect(south.textContent).toContain('— / —')
  })

  it('opens the days of a city', async () => {
    const { user } = open()
    expect((await rowOf(/石家庄/)).hasAttribute('data-chosen')).toBe(true)
    expect(await screen.findByText('95 % 区间')).toBeTruthy()
    expect(screen.queryByText('最小–最大')).toBeNull()
    const days = screen.getByRole('table', { name: '河北 石家庄 逐日' })
    expect(
      within(days)
        .getAllByRole('row')
        .map(({ textContent }) => textContent?.slice(0, 5)),
    ).toEqual(['日期阳性 ', '11-21', '11-20'])
    await user.click(await screen.findByRole('button', { name: '广东 广州' }))
    await waitFor(() => expect(lastQuery()).toMatchObject({ days: 14, regionCode: '440100' }))
  })

  it('loads thirty days, and another day', async () => {
    const { user } = open()
    await rowOf(/石家庄/)
    await user.click(screen.getByText('30 天'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ days: 30 }))
    await user.click(screen.getByRole('combobox', { name: '日期' }))
    await user.click(await screen.findByTitle('2026-11-20'))
    await waitFor(() => expect(lastQuery()).toMatchObject({ days: 30, date: '2026-11-20' }))
  })

  it('says when there is nobody, and when loading failed', async () => {
    given = { ...SITUATION, cities: [], city: null }
    const { unmount } = open()
    expect(await screen.findByText('时段内没有佩戴者，也没有有效的呼气检测')).toBeTruthy()
    unmount()
    let isDown = true
    api.on(infectionEndpoints.situation, () => {
      if (isDown) throw new Refusal('服务暂时不可用')
      return SITUATION
    })
    const { user } = open()
    expect(await screen.findByText('服务暂时不可用')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: /重\s*试/ }))
    expect(await rowOf(/石家庄/)).toBeTruthy()
  })

  it('offers the file only with permission to export', async () => {
    const { unmount } = open()
    expect(await screen.findByRole('button', { name: /导\s*出/ })).toBeTruthy()
    unmount()
    open({ rights: ['mon:health:list'] })
    await rowOf(/石家庄/)
    expect(screen.queryByRole('button', { name: /导\s*出/ })).toBeNull()
  })
})
