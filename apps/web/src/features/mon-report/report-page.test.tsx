import { monReportEndpoints, type ReportRun } from '@natim/contract/mon/mon-report'
import { type ReportDefRow, reportDef } from '@natim/contract/mon/mon-report.resource'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, Refusal, stubApi } from '@/testing/stub-api.ts'
import ReportPage from './report-page.tsx'

const def = (given: Partial<ReportDefRow>): ReportDefRow => ({
  id: 'd1',
  name: '空气质量日报',
  kind: 'air_day',
  status: 'on',
  cron: '0 30 0 * * ? *',
  region: '',
  place: 'city',
  stationId: null,
  formats: ['html', 'xlsx'],
  receivers: 'a,b',
  sortNo: 1,
  isBuiltin: true,
  nextRunAt: '2026-11-22 00:30:00',
  createBy: null,
  createTime: '2026-11-01 00:00:00',
  updateBy: null,
  updateTime: null,
  ...given,
})
const run = (given: Partial<ReportRun>): ReportRun => ({
  id: 'r1',
  defId: 'd1',
  name: '空气质量日报',
  kind: 'air_day',
  fromMs: Date.parse('2026-11-20T00:00:00+08:00'),
  toMs: Date.parse('2026-11-21T00:00:00+08:00'),
  periodText: '2026-11-20',
  revision: 1,
  state: 'done',
  progress: 100,
  cause: 'schedule',
  requestedBy: null,
  createMs: Date.parse('2026-11-21T00:30:00+08:00'),
  doneMs: Date.parse('2026-11-21T00:30:02+08:00'),
  rows: 119,
  ms: 30,
  error: null,
  isSuperseded: false,
  stale: null,
  ...given,
})

let api: ReturnType<typeof stubApi>
let runs: ReportRun[]
beforeEach(() => {
  runs = [run({})]
  api = stubApi()
  api.on(reportDef.endpoints.list, () =>
    pageOf([def({}), def({ id: 'd2', name: '本省日报', isBuiltin: false, cron: null, region: '32', receivers: '' })]),
  )
  api.on(monReportEndpoints.runs, () => runs)
  api.on(monReportEndpoints.abilities, () => ({ pdf: '本服务器没有安装 Chromium' }))
  api.on(monReportEndpoints.get, ({ query }) => ({
    run: runs.find(({ id }) => id === query.id) ?? run({}),
    html: '<h1>报告正文</h1>',
  }))
})

describe('the report centre', () => {
  it('shows next run and recipients of a definition, and previews the latest run', async () => {
    renderPage(<ReportPage />)
    const list = await screen.findByRole('button', { name: /空气质量日报.*每天 00:30:00.*下次 11-22 00:30.*收件 2 人/ })
    expect(list.getAttribute('aria-pressed')).toBe('true')
    const paper = await screen.findByTitle('空气质量日报 2026-11-20')
    expect(paper.getAttribute('srcdoc')).toContain('报告正文')
    expect(paper.getAttribute('sandbox')).not.toContain('allow-scripts')
  })

  it('runs the latest complete period and shows the run in progress', async () => {
    runs = []
    api.on(monReportEndpoints.run, () => {
      const made = run({ id: 'r9', state: 'running', progress: 50, doneMs: null })
      runs = [made]
      return made
    })
    const { user } = renderPage(<ReportPage />)
    expect(await screen.findByText('还没有运行')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '运行' }))
    await waitFor(() => expect(api.callsOf(monReportEndpoints.run)[0]?.body).toEqual({ defId: 'd1' }))
    expect(await screen.findByText('运行中 50 %')).toBeTruthy()
  })

  it('shows why a run failed, and reruns it', async () => {
    runs = [run({ state: 'failed', error: '查询超时，请缩小区域后重跑', doneMs: null })]
    api.on(monReportEndpoints.rerun, () => run({ id: 'r2', revision: 2, state: 'waiting' }))
    const { user } = renderPage(<ReportPage />)
    await user.click(await screen.findByRole('button', { name: '原因 2026-11-20' }))
    expect(within(await screen.findByRole('dialog')).getByText('查询超时，请缩小区域后重跑')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '知道了' }))
    await user.click(screen.getByRole('button', { name: '重跑 2026-11-20' }))
    await waitFor(() => expect(api.callsOf(monReportEndpoints.rerun)[0]?.body).toEqual({ id: 'r1' }))
  })

  it('marks stale and superseded runs, also in its first line', async () => {
    runs = [
      run({ id: 'r2', revision: 2, stale: { atMs: 1, text: '苏州 AQI 55 → 57' } }),
      run({ id: 'r1', isSuperseded: true }),
    ]
    renderPage(<ReportPage />)
    expect(await screen.findByText('数据已修订')).toBeTruthy()
    expect(screen.getByText('已被修订')).toBeTruthy()
    expect(screen.getByText(/空气质量日报 2026-11-20 的数据已修订，可重新生成/)).toBeTruthy()
  })

  it('is operated by keys: R reruns', async () => {
    api.on(monReportEndpoints.rerun, () => run({ id: 'r2', revision: 2, state: 'waiting' }))
    renderPage(<ReportPage />)
    await screen.findByText('完成')
    fireEvent.keyDown(screen.getByRole('table', { name: '空气质量日报的运行记录' }), { key: 'r' })
    await waitFor(() => expect(api.callsOf(monReportEndpoints.rerun)).toHaveLength(1))
  })

  it('says why there is no PDF', async () => {
    const { user } = renderPage(<ReportPage />)
    await user.click(await screen.findByRole('button', { name: /下\s*载$/ }))
    const item = await screen.findByRole('menuitem', { name: /PDF/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('没有安装 Chromium')
  })

  it('finds definitions by tab and by name', async () => {
    const { user } = renderPage(<ReportPage />)
    await user.click(await screen.findByRole('button', { name: /自定义/ }))
    expect(screen.getByRole('button', { name: /本省日报.*手动.*江苏/ })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: '筛选报告定义' }), '没有的')
    expect(screen.getByText('没有报告定义')).toBeTruthy()
  })

  it('says why definitions cannot be loaded', async () => {
    api.on(reportDef.endpoints.list, () => {
      throw new Refusal('网络超时')
    })
    renderPage(<ReportPage />)
    expect(await screen.findByRole('button', { name: /重试/ })).toBeTruthy()
  })
})
