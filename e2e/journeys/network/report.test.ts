import { monReportEndpoints } from '@natim/contract/mon/mon-report'
import { expect, it } from 'vitest'
import { ADMIN } from '../../drivers/profiles.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('reports', () => {
  const stage = setStage()

  it('a daily report is made, looked at as a paper, and printed without the console around it', async () => {
    const operator = await stage.enter(ADMIN, '/mon/report')
    await operator.press('运行')
    await operator.within('空气质量日报的运行记录').shows('完成')
    const colleague = await stage.colleague()
    const [run] = await colleague.call(monReportEndpoints.runs, { query: { defId: 'rd-air-day' } })
    const { html } = await colleague.call(monReportEndpoints.get, { query: { id: run?.id ?? '' } })
    for (const part of ['空气质量日报', run?.periodText ?? '', '第 1 版', '@page', 'counter(pages)'])
      expect(html).toContain(part)
  })
})
