import { type ReviewCell, type ReviewDay, type ReviewMonth, reviewEndpoints } from '@natim/contract/mon/review'
import { type MarkEffect, sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { NO_CAPTURE, sumCaptures } from '@natim/domain/capture'
import { HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import ReviewPage from './review-page.tsx'

const D0 = parseGmt8('2026-10-18') ?? 0
const CAPTURE = {
  ...NO_CAPTURE,
  expected: 1_440,
  received: 1_404,
  valid: 1_376,
  planned: 24,
  captured: 1_376,
  missing: 36,
  calibration: 24,
  device: 4,
  late: 18,
}
const cell = (day: number, given: Partial<ReviewCell> = {}): ReviewCell => ({
  day: `2026-10-${day}`,
  state: 'auto',
  version: 0,
  doubts: 0,
  hasData: true,
  ...given,
})
const MONTH: ReviewMonth = {
  month: '2026-10',
  nowMs: D0,
  isCut: false,
  stations: [
    {
      stationId: 's1',
      name: '江北化工园区',
      regionCode: '320100',
      capture: CAPTURE,
      cells: [cell(17, { state: 'approved', version: 2 }), cell(18, { doubts: 3 }), cell(19)],
    },
    {
      stationId: 's2',
      name: '玄武湖国控站',
      regionCode: '320100',
      capture: CAPTURE,
      cells: [cell(17, { state: 'approved', version: 2 }), cell(18, { state: 'reviewed', version: 1 }), cell(19)],
    },
  ],
}
const channel = (channelNo: number, name: string): ReviewDay['channels'][number] => ({
  channelNo,
  deviceId: 'd1',
  deviceName: '北门空气站',
  name,
  metricCode: 'pm25',
  unit: 'µg/m³',
  precision: 0,
  periodS: 60,
  value: 40,
  validHours: 23,
  capture: CAPTURE,
  doubts: channelNo === 1 ? [{ kind: 'jump', fromMs: D0 + 13 * HOUR_MS, toMs: D0 + 14 * HOUR_MS }] : [],
  neighbours: Array.from({ length: 24 }, () => 38),
})
const DAY: ReviewDay = {
  stationId: 's1',
  stationName: '江北化工园区',
  day: '2026-10-18',
  state: 'auto',
  version: 0,
  fromMs: D0,
  toMs: D0 + 24 * HOUR_MS,
  nowMs: D0 + 48 * HOUR_MS,
  reviewedBy: null,
  reviewedMs: null,
  approvedBy: null,
  approvedMs: null,
  capture: CAPTURE,
  gaps: [{ cause: 'offline', ms: 36 * MINUTE_MS }],
  channels: [channel(1, 'PM2.5'), channel(2, 'PM10')],
  marks: [],
  lines: [],
  isPending: false,
  revisedMs: null,
}
const EFFECT: MarkEffect = {
  channelNo: 1,
  name: 'PM2.5',
  deviceName: '北门空气站',
  unit: 'µg/m³',
  precision: 0,
  n: 60,
  changed: 60,
  hours: [
    {
      endMs: D0 + 14 * HOUR_MS,
      before: { value: 161, valid: 60, isValid: true },
      after: { value: null, valid: 0, isValid: false },
    },
  ],
  days: [
    {
      endMs: D0 + 24 * HOUR_MS,
      before: { value: 58, valid: 1_376, isValid: true },
      after: { value: 53, valid: 1_316, isValid: true },
      captureBefore: 0.972,
      captureAfter: 0.932,
    },
  ],
}

let api: ReturnType<typeof stubApi>
let day: ReviewDay
beforeEach(() => {
  api = stubApi()
  day = DAY
  api.on(reviewEndpoints.month, () => MONTH)
  api.on(reviewEndpoints.day, ({ query }) => ({ ...day, stationId: query.stationId, day: query.day }))
  api.on(timeseriesEndpoints.query, () => ({ series: [] }))
  api.on(sampleMarkEndpoints.effect, ({ body }) => ({
    channels: body.channelNos.map((channelNo) => ({ ...EFFECT, channelNo })),
  }))
  for (const call of ['review', 'withdraw', 'approve', 'reopen'] as const)
    api.on(reviewEndpoints[call], ({ body }) => ({ n: body.days.length }))
  for (const call of ['invalidate', 'validate', 'undo'] as const)
    api.on(sampleMarkEndpoints[call], () => ({ batchId: 'b1', n: 60 }))
})
const LINK = '/mon/review?~={"month":"2026-10"}'
const open = (options: Parameters<typeof renderPage>[1] = {}) => renderPage(<ReviewPage />, { at: LINK, ...options })
const cellNamed = (name: string | RegExp) => screen.findByRole('button', { name })

describe('the month', () => {
  it('shows pending days, names each state, and opens a clicked day', async () => {
    const { user } = open()
    expect(await screen.findByText('1 站日有疑点')).toBeDefined()
    expect(screen.getByText(/待审 3 站日/)).toBeDefined()
    await user.click(await cellNamed('玄武湖国控站 2026-10-18 已审'))
    expect(await screen.findByRole('heading', { name: /江北化工园区/ })).toBeDefined()
    expect(api.callsOf(reviewEndpoints.day).at(-1)?.query).toEqual({ stationId: 's2', day: '2026-10-18' })
    expect(window.location.search).toContain('s2')
  })

  it('moves by arrow keys; Shift selects a block, Space reviews its pending days, A approves reviewed ones', async () => {
    const { user } = open()
    const first = await cellNamed('江北化工园区 2026-10-17 已批')
    first.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('江北化工园区 2026-10-18 自动，3 处疑点')
    await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift} ')
    expect(api.callsOf(reviewEndpoints.review).at(-1)?.body).toEqual({
      days: [
        { stationId: 's1', day: '2026-10-18', version: 0 },
        { stationId: 's1', day: '2026-10-19', version: 0 },
        { stationId: 's2', day: '2026-10-19', version: 0 },
      ],
    })
    await user.keyboard('a')
    expect(api.callsOf(reviewEndpoints.approve).at(-1)?.body).toEqual({
      days: [{ stationId: 's2', day: '2026-10-18', version: 1 }],
    })
    await user.keyboard('k')
    first.focus()
    await user.keyboard('{Escape}')
  })

  it('hides actions without permission', async () => {
    const { user } = open({ rights: ['mon:review:view', 'mon:ts:view'] })
    const waiting = await cellNamed('江北化工园区 2026-10-18 自动，3 处疑点')
    waiting.focus()
    await user.keyboard(' ')
    expect(api.callsOf(reviewEndpoints.review)).toEqual([])
    await screen.findByText('传输率')
    for (const name of ['审核通过', '数据可信', '查看并处理', '标记时段', '导入样本', /批准已审/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('says why loading failed, or that it is empty', async () => {
    api.on(reviewEndpoints.month, () => {
      throw new Refusal('暂时不可用')
    })
    const { unmount } = open()
    expect(await screen.findByText(/暂时不可用/)).toBeDefined()
    unmount()
    api.on(reviewEndpoints.month, () => ({ ...MONTH, stations: [] }))
    open()
    expect(await screen.findByText('本月没有待审的站日')).toBeDefined()
  })

  it('is a list on a phone, doubts first, and the day fills the screen', async () => {
    stubPhone()
    const { user } = open()
    const list = await screen.findByRole('list', { name: '站日' })
    const [first] = within(list).getAllByRole('button')
    expect(first?.textContent).toContain('3 处疑点')
    if (first) await user.click(first)
    expect(await screen.findByRole('button', { name: '返回列表' })).toBeDefined()
    expect(screen.queryByRole('list', { name: '站日' })).toBeNull()
  })
})

describe('the channels of a large station', () => {
  const many = Array.from({ length: 13 }, (_, i) => ({ ...channel(i + 10, `通道 ${i + 1}`), doubts: [] }))

  it.each([
    [12, 'chips', false],
    [13, 'a list', false],
    [2, 'a list on a phone', true],
  ])('that has %i are %s', async (count, _, isPhone) => {
    if (isPhone) stubPhone()
    api.on(reviewEndpoints.day, () => ({ ...DAY, channels: many.slice(0, count) }))
    const { user } = open()
    if (isPhone)
      await user.click(
        within(await screen.findByRole('list', { name: '站日' })).getAllByRole('button')[0] as HTMLElement,
      )
    if (count > 12 || isPhone) {
      expect(await screen.findByRole('combobox', { name: '通道' })).toBeDefined()
      expect(screen.queryByRole('group', { name: '通道' })).toBeNull()
    } else {
      expect(within(await screen.findByRole('group', { name: '通道' })).getAllByRole('button')).toHaveLength(count)
    }
  })

  it('are sorted doubtful first, and are searchable', async () => {
    api.on(reviewEndpoints.day, () => ({ ...DAY, channels: [...many, channel(1, 'PM2.5')] }))
    const { user } = open()
    const box = await screen.findByRole('combobox', { name: '通道' })
    expect(screen.getByText('14 个通道，1 个有疑点')).toBeDefined()
    expect(screen.getByTitle('PM2.5（1 处疑点）')).toBeDefined()
    await user.click(box)
    await user.type(box, '通道 7')
    await user.keyboard('{Enter}')
    expect(await screen.findByTitle('通道 7')).toBeDefined()
  })
})

describe('the rates of a month', () => {
  const part = (given: Partial<typeof CAPTURE>) => ({ ...NO_CAPTURE, ...given })
  const GOOD = part({ expected: 1_000, received: 1_000, valid: 990, captured: 990, check: 10 })
  const BAD = part({
    expected: 1_000,
    received: 600,
    valid: 500,
    planned: 200,
    captured: 500,
    missing: 400,
    manual: 100,
  })
  const row = (channelNo: number, name: string, on: string, capture: typeof GOOD) => ({
    channelNo,
    name,
    deviceName: '北门空气站',
    stationName: '江北化工园区',
    day: on,
    capture,
  })
  const lines = (table: HTMLElement) =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((line) =>
        within(line)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent?.trim()),
      )
  beforeEach(() => {
    api.on(reviewEndpoints.capture, () => ({
      rows: [row(1, 'PM2.5', '2026-10-18', GOOD), row(2, 'PM10', '2026-10-18', BAD), row(2, 'PM10', '2026-10-17', BAD)],
      total: sumCaptures([GOOD, BAD, BAD]),
    }))
  })

  it('are listed by channel, worst first, with their losses, and by day', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '江北化工园区 捕集率 97.2 %' }))
    const dialog = await screen.findByRole('dialog', { name: '捕集率 · 江北化工园区 · 2026-10' })
    const table = await within(dialog).findByRole('table', { name: '各通道捕集率' })
    await within(table).findByText('PM10')
    expect(lines(table)).toEqual([
      ['合计', '', '73.3 %', '90.5 %', '76.5 %', '3,000', '400', '26.7 %', '', '', '0.3 %', '6.7 %'],
      ['PM10', '北门空气站', '60.0 %', '83.3 %', '62.5 %', '2,000', '400', '40.0 %', '', '', '', '10.0 %'],
      ['PM2.5', '北门空气站', '100.0 %', '99.0 %', '99.0 %', '1,000', '0', '', '', '', '1.0 %', ''],
    ])
    expect(dialog.textContent).toContain('捕集率 = 有效 /（应收 − 计划维护）')
    await user.click(within(dialog).getByText('按日'))
    const days = await within(dialog).findByRole('table', { name: '每日捕集率' })
    expect(lines(days).map((cells) => [cells[0], cells[4]])).toEqual([
      ['合计', '3,000'],
      ['2026-10-17', '1,000'],
      ['2026-10-18', '2,000'],
    ])
    expect(api.callsOf(reviewEndpoints.capture)).toHaveLength(1)
    expect(window.location.search).toContain('rates')
    await user.keyboard('{Escape}')
    expect(window.location.search).not.toContain('rates')
  })

  it('are also opened from the day, and show an error', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '全月捕集率' }))
    await screen.findByRole('dialog', { name: '捕集率 · 江北化工园区 · 2026-10' })
    api.on(reviewEndpoints.capture, () => {
      throw new Refusal('统计繁忙')
    })
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: '玄武湖国控站 捕集率 97.2 %' }))
    const dialog = await screen.findByRole('dialog', { name: '捕集率 · 玄武湖国控站 · 2026-10' })
    expect(await within(dialog).findByText(/统计繁忙/)).toBeDefined()
  })
})

describe('the day', () => {
  it('shows the three rates with their fractions, and losses by cause', async () => {
    open()
    const rates = (await screen.findByText('传输率')).closest('dl') as HTMLElement
    expect(rates.textContent).toMatch(/97\.5 %1,404 \/ 1,440.*98\.0 %1,376 \/ 1,404.*97\.2 %1,376 \/ 1,416/)
    const loss = screen.getByRole('region', { name: '损失' })
    expect(loss.textContent).toContain('校准/零跨 24 分')
    expect(loss.textContent).toContain('迟到已补 18 分')
    expect(loss.textContent).toContain('设备离线 36 分')
  })

  it('requires reason and note before samples are marked, and shows the effect first', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '查看并处理' }))
    const form = await screen.findByRole('form', { name: '置为无效' })
    expect(await within(form).findByText('无效')).toBeDefined()
    expect(form.textContent).toMatch(/161 → 无效 有效不足 45 分钟.*58 → 53.*97\.2 % → 93\.2 %/)
    await user.click(within(form).getByRole('button', { name: '置为无效' }))
    expect(await within(form).findByText('请选择原因', { selector: '[class*=alert] *' })).toBeDefined()
    await user.click(within(form).getByRole('combobox', { name: '原因' }))
    await user.click(await screen.findByText('人为干扰采样'))
    await user.type(within(form).getByRole('textbox', { name: '说明' }), '路面切割作业')
    await user.click(within(form).getByRole('checkbox', { name: 'PM10' }))
    await user.click(within(form).getByRole('button', { name: '置为无效' }))
    await screen.findByRole('button', { name: '撤销' })
    expect(api.callsOf(sampleMarkEndpoints.invalidate).at(-1)?.body).toEqual({
      channelNos: [1, 2],
      from: D0 + 13 * HOUR_MS,
      to: D0 + 14 * HOUR_MS,
      reason: 'interference',
      note: '路面切割作业',
    })
    expect(screen.queryByRole('form')).toBeNull()
    await user.click(screen.getByRole('button', { name: '撤销' }))
    expect(api.callsOf(sampleMarkEndpoints.undo).at(-1)?.body).toEqual({ batchId: 'b1' })
  })

  it('keeps the form after a refusal, with the reason', async () => {
    api.on(sampleMarkEndpoints.validate, () => {
      throw new Refusal('江北化工园区 2026-10-18 已由周海宁批准，需先撤回批准！')
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '数据可信' }))
    expect(await screen.findByText(/已由周海宁批准/)).toBeDefined()
  })

  it('is locked once approved, and reopened with a reason', async () => {
    day = { ...DAY, state: 'approved', version: 2, approvedBy: '周海宁' }
    const { user } = open()
    expect(await screen.findByText('已由周海宁批准，撤回批准后才能修改样本')).toBeDefined()
    expect(screen.queryByRole('button', { name: '标记时段' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '撤回批准' }))
    await user.type(await screen.findByRole('textbox', { name: '原因' }), '比对后发现漂移{Enter}')
    await expect
      .poll(() => api.callsOf(reviewEndpoints.reopen).at(-1)?.body)
      .toEqual({
        days: [{ stationId: 's1', day: '2026-10-18', version: 2 }],
        note: '比对后发现漂移',
      })
  })
})
