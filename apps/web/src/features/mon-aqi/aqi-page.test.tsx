import {
  type AqiCalendar,
  type AqiPeriodReport,
  type AqiReport,
  type AqiRow,
  aqiEndpoints,
} from '@natim/contract/mon/aqi'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import AqiPage from './aqi-page.tsx'

const COLUMNS = [
  { pollutant: 'so2', mean: 'day' },
  { pollutant: 'no2', mean: 'day' },
  { pollutant: 'pm10', mean: 'day' },
  { pollutant: 'co', mean: 'day' },
  { pollutant: 'o3', mean: 'max8h' },
  { pollutant: 'pm25', mean: 'day' },
] as const
const figure = (value: number | null, iaqi: number | null, n = 24) => ({ value, iaqi, isPlanned: true, n })
const city = (id: string, name: string, aqi: number | null, given: Partial<AqiRow> = {}): AqiRow => ({
  id,
  name,
  regionName: '江苏',
  aqi,
  leading: aqi !== null && aqi > 50 ? ['pm25'] : [],
  figures: [figure(7, 7), figure(44, 55), figure(71, 65), figure(0.8, 20), figure(58, 29), figure(53, aqi)],
  rev: 1,
  computedMs: Date.parse('2026-11-21T00:30:00+08:00'),
  stations: 3,
  ...given,
})
const ROWS = [
  city('540100', '拉萨', 44),
  city('320100', '南京', 86, { rev: 3 }),
  city('650100', '喀什', 255, { leading: ['pm10'] }),
  city('420100', '武汉', null, { figures: [figure(null, null, 0), ...city('', '', 94).figures.slice(1)] }),
  city('542500', '阿里', null, {
    figures: city('', '', 18).figures.map((own, i) => (i === 5 ? own : { ...figure(null, null, 0), isPlanned: false })),
  }),
]
const REPORT: AqiReport = {
  toMs: Date.parse('2026-11-21T00:00:00+08:00'),
  date: '2026-11-20',
  standard: 2026,
  isTrial: false,
  isGasAt273K: false,
  due: null,
  columns: [...COLUMNS],
  rows: ROWS,
}
const CALENDAR: AqiCalendar = {
  id: '320100',
  name: '南京',
  year: 2026,
  changes: ['2026-03-01'],
  days: [
    { date: '2026-01-01', aqi: 120, leading: ['pm25'] },
    { date: '2026-01-02', aqi: null, leading: [] },
    { date: '2026-01-03', aqi: 60, leading: ['pm25'] },
  ],
  attainment: {
    due: 3,
    valid: 2,
    attained: 1,
    grades: [0, 1, 1, 0, 0, 0],
    missing: ['2026-01-02'],
    shareBefore: 0.4,
    exceeded: [{ pollutant: 'pm25', days: 1 }],
    other: { standard: 2012, attained: 2 },
    isYearValid: false,
  },
}

let api: ReturnType<typeof stubApi>
let report: AqiReport
beforeEach(() => {
  api = stubApi()
  report = REPORT
  api.on(aqiEndpoints.day, () => report)
  api.on(aqiEndpoints.hour, () => report)
  api.on(aqiEndpoints.calendar, () => CALENDAR)
  api.on(aqiEndpoints.rank, () => ({
    period: 'day' as const,
    fromMs: 0,
    toMs: 0,
    rows: ROWS.flatMap(({ id, name, aqi }, i) =>
      aqi === null ? [] : [{ rank: i + 1, id, name, aqi, valid: 1, attained: aqi <= 100 ? 1 : 0 }],
    ),
  }))
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<AqiPage />, options)
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

describe('the report', () => {
  it('has the columns of the standard, and begins with the finding', async () => {
    open()
    expect(await screen.findByText(/3 城优良率/)).toBeDefined()
    expect(screen.getByText('66.7 %')).toBeDefined()
    const table = await screen.findByRole('table', { name: '城市空气质量报表' })
    const heads = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(heads.slice(0, 11)).toEqual([
      '城市', 'SO₂ 24 h', 'NO₂ 24 h', 'PM10 24 h', 'CO 24 h', 'O₃ 8 h 最大', 'PM2.5 24 h',
      'AQI', '首要污染物', '级别', '类别',
    ]) // biome-ignore format: in the order of the columns
    expect((await row('喀什')).textContent).toContain('PM10五级重度污染')
  })

  it('distinguishes NA from /, and says why', async () => {
    open()
    const wuhan = within(await row('武汉')).getAllByText('NA')
    expect(wuhan[0]?.title).toBe('SO₂ 没有站点有效')
    expect(within(await row('阿里')).getAllByText('/')[0]?.title).toBe('SO₂ 未列入监测计划')
    expect(screen.getByText(/武汉 SO₂ 没有站点有效/)).toBeDefined()
  })

  it('selects a row by click and by arrow keys; the year and the advice follow', async () => {
    open()
    fireEvent.click(await row('喀什'))
    expect(await screen.findByText(/应停留在室内/)).toBeDefined()
    fireEvent.keyDown(await row('喀什'), { key: 'ArrowUp' })
    await waitFor(async () => expect((await row('南京')).getAttribute('aria-selected')).toBe('true'))
    await waitFor(() => expect(api.callsOf(aqiEndpoints.calendar).at(-1)?.query).toMatchObject({ id: '320100' }))
  })

  it('links to previous revisions', async () => {
    api.on(aqiEndpoints.revisions, () =>
      [3, 2].map((rev) => ({
        rev,
        standard: 2026 as const,
        aqi: 80 + rev,
        leading: ['pm25' as const],
        columns: [...COLUMNS],
        figures: ROWS[1]?.figures.map((own, i) => (i === 5 ? { ...own, value: 50 + rev } : own)) ?? [],
        computedMs: REPORT.toMs,
        replacedMs: rev === 3 ? null : REPORT.toMs,
      })),
    )
    open()
    fireEvent.click(await row('南京'))
    fireEvent.click(await screen.findByRole('button', { name: /南京第 2 次修订/ }))
    const table = await screen.findByRole('table', { name: '修订记录' })
    expect(within(table).getByText('PM2.5 24 h 52 → 53')).toBeDefined()
  })

  it('marks a trial standard as not published, and returns to the published one', async () => {
    report = { ...REPORT, standard: 2012, isTrial: true }
    open()
    expect(await screen.findByText('按 HJ 633-2012 试算，非发布值')).toBeDefined()
    fireEvent.click(screen.getByText('2012'))
    await waitFor(() => expect(api.callsOf(aqiEndpoints.day).at(-1)?.query).toMatchObject({ standard: '2012' }))
  })

  it("says when the day's report is due while there is none", async () => {
    report = {
      ...REPORT,
      due: { atMs: Date.parse('2026-11-21T12:00:00+08:00'), hours: 9 },
      rows: ROWS.map((own) => ({ ...own, aqi: null, leading: [] })),
    }
    open()
    expect(await screen.findByText(/11-20 日报将于 11-21 12:00 前发布，已有 9 小时/)).toBeDefined()
  })

  it('loads hours, and keeps its state in the address', async () => {
    open()
    fireEvent.click(await screen.findByText('实时报'))
    await waitFor(() => expect(api.callsOf(aqiEndpoints.hour)).not.toEqual([]))
    expect(decodeURIComponent(window.location.search)).toContain('"span":"hour"')
  })

  it('says why it could not be loaded, and hides the export without permission', async () => {
    api.on(aqiEndpoints.day, () => {
      throw new Refusal('报表暂时不可用')
    })
    const { unmount } = open()
    expect(await screen.findByText(/报表暂时不可用/)).toBeDefined()
    unmount()
    api.on(aqiEndpoints.day, () => REPORT)
    open({ rights: ['mon:aqi:view'] })
    await row('南京')
    expect(screen.queryByRole('button', { name: /标准格式导出/ })).toBeNull()
  })

  it('uses cards on a phone, with the pollutants of the tapped one', async () => {
    stubPhone()
    open()
    const card = await screen.findByRole('button', { name: /喀什 ?重度污染 PM10/ })
    expect(card.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(card)
    await waitFor(() => expect(card.getAttribute('aria-expanded')).toBe('true'))
    expect(screen.getByText('O₃ 8 h 最大')).toBeDefined()
  })
})

describe('the year', () => {
  it('has one cell per day, which opens the day; arrow keys move on', async () => {
    open()
    const day = await screen.findByRole('button', { name: '2026-01-01 AQI 120 轻度污染 PM2.5' })
    expect(day.textContent).toBe('3')
    fireEvent.keyDown(day, { key: 'ArrowRight' })
    await waitFor(() => expect(api.callsOf(aqiEndpoints.day).at(-1)?.query).toMatchObject({ date: '2026-01-02' }))
    fireEvent.click(screen.getByRole('button', { name: '2026-01-03 AQI 60 良 PM2.5' }))
    await waitFor(() => expect(api.callsOf(aqiEndpoints.day).at(-1)?.query).toMatchObject({ date: '2026-01-03' }))
  })

  it('counts attained and missing days, and compares with the other standard', async () => {
    open()
    expect(await screen.findByRole('img', { name: '达标 1 天，有效 2 天' })).toBeDefined()
    expect(screen.getByText('+10.0')).toBeDefined()
    expect(screen.getByText('01-02')).toBeDefined()
    expect(screen.getByText('达标 2 天，多 1 天')).toBeDefined()
  })
})

describe('a month', () => {
  const monthly = (value: number | null, given: object = {}) => ({
    value,
    isPlanned: true,
    n: 31,
    isAbove: false,
    ...given,
  })
  const six = [6, 32, 45, 0.9, 28].map((value) => monthly(value))
  const PERIOD: AqiPeriodReport = {
    period: 'month',
    fromMs: Date.parse('2026-10-01T00:00:00+08:00'),
    toMs: Date.parse('2026-11-01T00:00:00+08:00'),
    days: 31,
    isRunning: false,
    standard: null,
    isGasAt273K: false,
    columns: COLUMNS.map(({ pollutant }) => ({
      pollutant,
      stat: pollutant === 'co' ? 'p95' : pollutant === 'o3' ? 'p90' : 'mean',
      limit: 60,
    })),
    rows: [
      { id: '540100', name: '拉萨', regionName: '西藏', rank: 1, index: 2.1, figures: [...six, monthly(9)], valid: 31, attained: 31 },
      { id: '320100', name: '南京', regionName: '江苏', rank: 2, index: 3.51, figures: [...six, monthly(61, { isAbove: true })], valid: 31, attained: 29 },
      { id: '420100', name: '武汉', regionName: '湖北', rank: null, index: null, figures: [monthly(null, { isPlanned: false, n: 0 }), ...six.slice(1), monthly(null, { n: 26 })], valid: 26, attained: 26 },
    ], // biome-ignore format: a place a line
  }

  it('is queried by its last day, ranked by index, and shows what is missing and why', async () => {
    api.on(aqiEndpoints.period, () => PERIOD)
    const { user } = open()
    await row('喀什')
    await user.click(screen.getByText('月报', { selector: '.ant-segmented-item-label' }))
    expect(
      await screen.findByText(/2026-10 3 城，达标天数 86 \/ 88（97\.7 %）；综合指数 拉萨 2\.10 最低，南京 3\.51 最高/),
    ).toBeDefined()
    expect((await row('南京')).textContent).toBe('南京23.51632450.92861 ↑29 / 3193.5 %')
    expect((await row('武汉')).textContent).toBe('武汉—NA/32450.928NA26 / 26100.0 %')
    expect(screen.getByTitle('PM2.5 有效 26 天，不足 27')).toBeDefined()
    expect(screen.getByText(/每月至少 27 天/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: '前一月' }))
    const dates = api.callsOf(aqiEndpoints.period).map(({ query }) => query.date?.slice(5) ?? '')
    expect(dates.at(-1)).toMatch(/^(?:01-31|02-2[89]|0[3578]-31|0[469]-30|1[02]-31|11-30)$/)
  })

  it('in progress is marked as cumulative', async () => {
    api.on(aqiEndpoints.period, () => ({ ...PERIOD, toMs: Date.parse('2026-10-04T00:00:00+08:00'), isRunning: true }))
    open({ at: `/mon/aqi?~=${encodeURIComponent('{"span":"month"}')}` })
    expect(await screen.findByText(/截至 2026-10-03 3 城/)).toBeDefined()
    expect(screen.getByText(/至今的累计值，不作有效性判定/)).toBeDefined()
  })

  it('uses cards on a phone', async () => {
    stubPhone()
    api.on(aqiEndpoints.period, () => PERIOD)
    const { user } = open({ at: `/mon/aqi?~=${encodeURIComponent('{"span":"year"}')}` })
    await user.click(await screen.findByRole('button', { name: /武汉/ }))
    expect(screen.getByText('PM2.5 有效 26 天，不足 27')).toBeDefined()
  })
})
