import { MARK_REASON } from '@natim/contract/dict'
import { type MarkEffect, sampleMarkEndpoints } from '@natim/contract/mon/sample-mark'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { type ExportJob, tsExportEndpoints } from '@natim/contract/mon/ts-export'
import { tsMarkEndpoints } from '@natim/contract/mon/ts-marks'
import { type TsNote, tsNoteEndpoints } from '@natim/contract/mon/ts-note'
import type { PermissionCode } from '@natim/contract/permissions'
import { savedViewEndpoints } from '@natim/contract/system/saved-view'
import { DAY_MS, HOUR_MS } from '@natim/domain/time'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, type stubApi } from '@/testing/stub-api.ts'
import { FROM, seriesOf, stubHistory, TO } from '@/testing/stub-history.ts'
import HistoryPage from './history-page.tsx'
import type { PAGE_DEFAULTS } from './history-state.ts'

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  localStorage.clear()
  api = stubHistory()
})

const open = (
  state: Partial<typeof PAGE_DEFAULTS> & { readonly to?: number } = {},
  rights?: readonly PermissionCode[],
) => {
  const link = JSON.stringify({ range: 'custom', from: FROM, to: TO, channels: [1], ...state })
  return renderPage(<HistoryPage />, { at: `/mon/history?~=${encodeURIComponent(link)}`, ...(rights && { rights }) })
}
const stateOf = () => JSON.parse(new URLSearchParams(window.location.search).get('~') ?? '{}')

const note = (given: Partial<TsNote> = {}): TsNote => ({
  id: 'n1',
  channelNo: 1,
  fromMs: FROM + 5 * HOUR_MS,
  toMs: FROM + 5 * HOUR_MS,
  text: '更换滤膜',
  author: '周海宁',
  isOwn: true,
  createMs: TO,
  revision: 7,
  ...given,
})

/** Drags with Shift along the plot; jsdom has no pointer events. */
async function brush(fromPx: number, toPx: number): Promise<void> {
  const host = await waitFor(() => {
    const canvas = document.querySelector('figure canvas')
    expect(canvas).not.toBeNull()
    return canvas?.closest('[data-zoomable]') as HTMLElement
  })
  for (const [type, clientX] of [
    ['pointerdown', fromPx],
    ['pointermove', toPx],
    ['pointerup', toPx],
  ] as const) {
    const event = new MouseEvent(type, { bubbles: true, button: 0, clientX, shiftKey: true })
    act(() => void host.dispatchEvent(Object.assign(event, { pointerType: 'mouse' })))
  }
}

describe('exceedances', () => {
  it('start the finding, and are listed with their limits in the figures', async () => {
    api.on(tsMarkEndpoints.exceedances, () => ({
      rows: [
        {
          channelNo: 1,
          name: '二级日均',
          avgPeriod: 'day' as const,
          values: [75, 60],
          exceeded: 2,
          judged: 7,
          worst: [
            { tsMs: TO, value: 102 },
            { tsMs: FROM, value: 66 },
          ],
        },
      ],
      uncounted: [2],
    }))
    open({ channels: [1, 2] })
    expect(await screen.findByText(/PM2\.5 超标 2 天：11-19 日均 66、11-20 日均 102。PM2\.5 均值 32/)).toBeDefined()
    expect(screen.getByRole('row', { name: /PM2\.5.*2 天 二级日均 75→60 µg\/m³/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /O2.*时段过长，未统计/ })).toBeDefined()
  })

  it('[BZ-07] say why nothing is counted for a channel', async () => {
    const mark = { name: 'MAC', value: 1, op: '>=', severity: 4, source: 'GBZ 2.1' } as const
    const limitsOf: readonly ReturnType<typeof seriesOf>['limits'][] = [
      [
        { ...mark, avgPeriod: 'instant' },
        { ...mark, avgPeriod: '60min', name: 'AEGL-1' },
      ],
      [],
    ]
    api.on(timeseriesEndpoints.query, ({ query }) => ({
      series: query.channels.map((no, i) => ({ ...seriesOf(no, query.from), limits: limitsOf[i] ?? [] })),
    }))
    open({ channels: [1, 2] })
    const row = await screen.findByRole('row', { name: /PM2\.5.*未统计 ?没有小时、日均限值/ })
    expect(
      within(row).getByTitle('该通道的限值针对瞬时值、60 min 均值，由报警判定；这里只统计小时均值和日均值'),
    ).toBeDefined()
    expect(within(screen.getByRole('row', { name: /O2/ })).getByTitle('该时段没有限值')).toBeDefined()
  })

  it('that fail to load leave the curves unchanged, with a notice', async () => {
    api.on(tsMarkEndpoints.exceedances, () => {
      throw new Refusal('系统繁忙')
    })
    open()
    expect(await screen.findByText('超标统计加载失败，曲线不受影响')).toBeDefined()
    expect(await screen.findByText(/均值 32/)).toBeDefined()
  })
})

it('[BZ-07] says of a range that ends in the future that it is under way', async () => {
  const { unmount } = open({ to: Date.now() + HOUR_MS })
  expect(await screen.findByText(/^1 通道 · .*（进行中）$/)).toBeDefined()
  unmount()
  open()
  expect(await screen.findByText(/^1 通道 · 2026-11-20 00:00 – 11-21 00:00$/)).toBeDefined()
})

it('[BZ-07] says from when limits hold: own ones from the instant of their change', async () => {
  open()
  expect(await screen.findByText('（起，止] · 只计有效样本 · 限值按所在日')).toBeDefined()
  api.on(timeseriesEndpoints.query, ({ query }) => ({
    series: query.channels.map((no) => ({ ...seriesOf(no, query.from), limitChangesMs: [FROM + HOUR_MS] })),
  }))
  open({ channels: [2] })
  expect(await screen.findByText(/公布的限值按所在日，自定限值自更改的时刻起/)).toBeDefined()
  expect(await screen.findByRole('figure', { name: /11-20 01:00:00 自定限值更改/ })).toBeDefined()
})

describe('alarms on the curves', () => {
  it('are loaded only with permission to see alarms', async () => {
    open({}, ['mon:ts:view'])
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    expect(api.callsOf(tsMarkEndpoints.alarms)).toHaveLength(0)
    expect(api.callsOf(tsNoteEndpoints.list)).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
  })
})

describe('an empty range', () => {
  it('links to the nearest data on both sides', async () => {
    const before = FROM - 30 * HOUR_MS
    api.on(timeseriesEndpoints.query, ({ query }) => ({
      series: query.channels.map((no) => ({
        ...seriesOf(no, query.from),
        timesMs: [],
        avg: [],
        min: [],
        max: [],
        q: [],
      })),
    }))
    api.on(tsMarkEndpoints.nearest, () => ({ beforeMs: before, afterMs: TO + 5 * HOUR_MS }))
    const { user } = open()
    expect(await screen.findByText('该时段无数据')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: '之前最近：11-18 18:00' }))
    expect(stateOf()).toMatchObject({ from: before - DAY_MS, to: before })
    await user.click(await screen.findByRole('button', { name: '之后最近：11-21 05:00' }))
    expect(stateOf()).toMatchObject({ from: TO + 4 * HOUR_MS, to: TO + 4 * HOUR_MS + DAY_MS })
  })
})

describe('notes', () => {
  it('are listed; authors edit them, and undo a deletion', async () => {
    let held: TsNote[] = [note(), note({ id: 'n2', isOwn: false, text: '风机检修' })]
    api.on(tsNoteEndpoints.list, () => held)
    api.on(tsNoteEndpoints.edit, () => null)
    api.on(tsNoteEndpoints.remove, () => {
      held = held.slice(1)
      return null
    })
    api.on(tsNoteEndpoints.restore, () => null)
    const { user } = open({ tab: 'notes' })
    const foreign = await screen.findByRole('row', { name: /风机检修/ })
    expect(within(foreign).queryByRole('button')).toBeNull()
    await user.click(screen.getByRole('button', { name: '修改批注' }))
    const dialog = within(await screen.findByRole('dialog', { name: '修改批注' }))
    await user.type(dialog.getByRole('textbox', { name: '内容' }), '并校准')
    await user.click(dialog.getByRole('button', { name: '保存' }))
    await waitFor(() =>
      expect(api.callsOf(tsNoteEndpoints.edit)[0]?.body).toEqual({ id: 'n1', text: '更换滤膜并校准', seenRevision: 7 }),
    )
    await user.click(await screen.findByRole('button', { name: '删除批注' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /更换滤膜/ })).toBeNull())
    await user.click(await screen.findByRole('button', { name: '撤销' }))
    await waitFor(() => expect(api.callsOf(tsNoteEndpoints.restore)[0]?.body).toEqual({ id: 'n1' }))
  })

  it('are added to a range marked with Shift', async () => {
    api.on(tsNoteEndpoints.add, () => ({ id: 'n3' }))
    const { user } = open()
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    await brush(300, 420)
    const bar = within(await screen.findByRole('toolbar', { name: '选中的时段' }))
    await user.click(bar.getByRole('button', { name: '备注' }))
    await user.type(await screen.findByRole('textbox', { name: '内容' }), '施工')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(api.callsOf(tsNoteEndpoints.add)).toHaveLength(1))
    const sent = api.callsOf(tsNoteEndpoints.add)[0]?.body
    if (sent === undefined) throw new Error('nothing was sent')
    const { fromMs, toMs, channelNo, text } = sent
    expect({ channelNo, text }).toEqual({ channelNo: 1, text: '施工' })
    expect(fromMs).toBeGreaterThan(FROM)
    expect(toMs).toBeGreaterThan(fromMs)
    expect(toMs).toBeLessThan(TO)
    expect(stateOf().zoom).toBeUndefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '选中的时段' })).toBeNull())
  })

  it('are added at the cursor by N; arrow keys move it by a point, brackets step the range, T shows the table', async () => {
    const { user } = open()
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    const keys = await screen.findByRole('button', { name: /图表：← → 移动光标/ })
    keys.focus()
    await user.keyboard('n')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}n')
    expect(within(await screen.findByRole('dialog')).getByText('2026-11-20 22:00:00')).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    keys.focus()
    await user.keyboard('{Home}n')
    expect(within(await screen.findByRole('dialog')).getByText('2026-11-20 01:00:00')).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    keys.focus()
    await user.keyboard('[[')
    expect(stateOf()).toMatchObject({ from: FROM - DAY_MS, to: FROM })
    await user.keyboard('t')
    expect(stateOf()).toMatchObject({ tab: 'table' })
  })

  it('are hidden without permission', async () => {
    open({ tab: 'notes' }, ['mon:ts:view'])
    expect(await screen.findByText('该时段没有批注')).toBeDefined()
    await brush(300, 420)
    const bar = within(await screen.findByRole('toolbar', { name: '选中的时段' }))
    expect(bar.queryByRole('button', { name: '备注' })).toBeNull()
  })
})

const EFFECT: readonly MarkEffect[] = [
  {
    channelNo: 1,
    name: 'PM2.5',
    deviceName: '1# 监测仪',
    unit: 'µg/m³',
    precision: 0,
    n: 12,
    changed: 12,
    hours: [],
    days: [],
  },
]

describe('a marked range', () => {
  it('is invalidated with a reason after its effect was shown, and the curves are reloaded', async () => {
    api.on(sampleMarkEndpoints.effect, () => ({ channels: [...EFFECT] }))
    api.on(sampleMarkEndpoints.invalidate, () => ({ batchId: 'b1', n: 12 }))
    const { user } = open()
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    await brush(300, 420)
    const bar = within(await screen.findByRole('toolbar', { name: '选中的时段' }))
    const asked = api.callsOf(timeseriesEndpoints.query).length
    await user.click(bar.getByRole('button', { name: '置为无效' }))
    const form = within(await screen.findByRole('form', { name: '置为无效' }))
    await user.click(form.getByRole('button', { name: '置为无效' }))
    expect((await form.findByRole('alert')).textContent).toContain('请选择原因')
    expect(api.callsOf(sampleMarkEndpoints.invalidate)).toEqual([])
    await user.click(form.getByRole('combobox', { name: '原因' }))
    await user.click(await screen.findByTitle(Object.values(MARK_REASON)[0] as string))
    await user.type(form.getByRole('textbox', { name: /说明/ }), '采样口堵塞')
    await user.click(form.getByRole('button', { name: '置为无效' }))
    await waitFor(() => expect(api.callsOf(sampleMarkEndpoints.invalidate)).toHaveLength(1))
    expect(api.callsOf(sampleMarkEndpoints.invalidate)[0]?.body).toMatchObject({ channelNos: [1], note: '采样口堵塞' })
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: '选中的时段' })).toBeNull())
    await waitFor(() => expect(api.callsOf(timeseriesEndpoints.query).length).toBeGreaterThan(asked))
  })

  it('offers decisions only to permitted users', async () => {
    open({}, ['mon:ts:view', 'mon:ts:note'])
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    await brush(300, 420)
    const bar = within(await screen.findByRole('toolbar', { name: '选中的时段' }))
    expect(bar.getByRole('button', { name: '备注' })).toBeDefined()
    expect(bar.queryByRole('button', { name: '置为无效' })).toBeNull()
    expect(bar.queryByRole('button', { name: '判为有效' })).toBeNull()
  })
})

describe('another range', () => {
  it("of the user's own is aligned at the start of the shown one", async () => {
    const other = FROM - 40 * DAY_MS + 3 * HOUR_MS
    open({ compare: 'other', otherFrom: other, otherTo: other + DAY_MS })
    expect(await screen.findByText(/虚线为另一时段：/)).toBeDefined()
    expect(await screen.findByRole('columnheader', { name: '较另一时段' })).toBeDefined()
    expect(await screen.findByRole('row', { name: /PM2\.5.*\+10/ })).toBeDefined()
    expect(api.callsOf(timeseriesEndpoints.query).map(({ query }) => query.from)).toContain(other)
  })
})

describe('devices', () => {
  it('are shown in separate charts on request', async () => {
    api.on(timeseriesEndpoints.query, ({ query }) => ({
      series: query.channels.map((no) => ({ ...seriesOf(no, query.from), deviceName: `设备 ${no}` })),
    }))
    const { user } = open({ channels: [1, 2] })
    expect(await screen.findAllByRole('figure')).toHaveLength(1)
    await user.click(await screen.findByRole('checkbox', { name: '按设备分图' }))
    expect(screen.getAllByRole('figure')).toHaveLength(2)
    expect(screen.getByRole('region', { name: '设备 2' })).toBeDefined()
    expect(stateOf().split).toBe(true)
  })
})

describe('saved views', () => {
  it('keep channels, range and comparison, and restore them', async () => {
    api.on(savedViewEndpoints.audiences, () => [])
    const link = { channels: '[2,1]', range: '"7d"', compare: '"week"', nonsense: '1', level: 'x' }
    const view = {
      id: 'v1',
      name: '江北复盘',
      content: { filters: link, sort: { field: 'time', order: 'asc' as const }, columns: {} },
      isOwn: true,
      owner: 'u',
      audience: null,
    }
    api.on(savedViewEndpoints.list, () => [view])
    api.on(savedViewEndpoints.save, () => ({ id: 'v2' }))
    const { user } = open({ level: '1h' })
    await user.click(await screen.findByRole('button', { name: '视图' }))
    await user.type(await screen.findByRole('textbox', { name: '视图名称' }), '一天')
    await user.click(screen.getByRole('button', { name: '保存视图' }))
    await waitFor(() => expect(api.callsOf(savedViewEndpoints.save)).toHaveLength(1))
    expect(api.callsOf(savedViewEndpoints.save)[0]?.body).toMatchObject({
      listPath: '/mon/history',
      name: '一天',
      content: { filters: { channels: '[1]', range: '"custom"', from: String(FROM), to: String(TO), level: '"1h"' } },
    })
    await user.click(await screen.findByText('江北复盘'))
    expect(stateOf()).toEqual({ channels: [2, 1], range: '7d', compare: 'week' })
  })
})

describe('an export', () => {
  const job = (given: Partial<ExportJob>): ExportJob => ({
    id: 'e1',
    fileName: '历史数据.csv',
    format: 'csv',
    state: 'waiting',
    progress: 0,
    rows: null,
    sizeBytes: null,
    error: null,
    createMs: TO,
    expiresMs: null,
    ...given,
  })

  it('of a large range shows its progress, and offers the file when it is done', async () => {
    let jobs: ExportJob[] = []
    api.on(tsExportEndpoints.list, () => jobs)
    api.on(tsExportEndpoints.start, () => {
      jobs = [job({ state: 'running', progress: 40 })]
      return job({})
    })
    api.on(tsExportEndpoints.file, () => 'a,b')
    const { user } = open({ level: 'raw' })
    expect(await screen.findByText(/均值 32/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: /导出/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Parquet' }))
    expect(await screen.findByText('数据较多，正在后台生成，进度见右上角通知，完成后提示下载')).toBeDefined()
    expect(api.callsOf(tsExportEndpoints.start)[0]?.body).toEqual({
      channels: [1],
      from: FROM,
      to: TO,
      agg: 'raw',
      format: 'parquet',
    })
    expect(await screen.findByRole('progressbar')).toBeDefined()
    jobs = [job({ state: 'done', progress: 100, rows: 3, sizeBytes: 2_048 })]
    expect(await screen.findByText(/3 点 · 2\.0 KB/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: '下载 历史数据.csv' }))
    await waitFor(() => expect(api.callsOf(tsExportEndpoints.file)[0]?.query).toEqual({ id: 'e1' }))
  })

  it('that failed shows why', async () => {
    api.on(tsExportEndpoints.list, () => [job({ state: 'failed', error: '有通道已不存在或无权查看' })])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /导出/ }))
    await user.click(await screen.findByRole('menuitem', { name: '导出记录' }))
    expect(await screen.findByText(/有通道已不存在或无权查看/)).toBeDefined()
  })
})

describe('the analysis', () => {
  it('uses hourly means: a line through two channels, boxes, and a calendar', async () => {
    const { user } = open({ channels: [1, 2], show: 'analysis' })
    expect(await screen.findByText(/y = 1 x \+ 0 · R² 1\.00 · 斜率 95 % 区间 1 至 1/)).toBeDefined()
    expect(screen.getByText('没有风的数据')).toBeDefined()
    expect(screen.getByRole('img', { name: '小时均值的分布' })).toBeDefined()
    expect(screen.getByRole('img', { name: 'PM2.5 每天每小时的均值，1 天' })).toBeDefined()
    expect(new Set(api.callsOf(timeseriesEndpoints.query).map(({ query }) => query.agg))).toEqual(
      new Set(['auto', '1h', '1d']),
    )
    await user.click(screen.getByRole('checkbox', { name: '散点' }))
    expect(screen.queryByText(/R²/)).toBeNull()
  })
})
