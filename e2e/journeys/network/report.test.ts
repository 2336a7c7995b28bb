import { readFile } from 'node:fs/promises'
import { monReportEndpoints } from '@natim/contract/mon/mon-report'
import { reportDef } from '@natim/contract/mon/mon-report.resource'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Shell } from '../../drivers/shell.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('reports', () => {
  const stage = setStage()

  it('a report is run, previewed, rerun as a further revision, and downloaded', async () => {
    const colleague = await stage.colleague()
    const name = '旅程日报'
    await colleague.call(reportDef.endpoints.create, { body: { name, kind: 'air_day', formats: ['html', 'csv'] } })
    const { records } = await colleague.call(reportDef.endpoints.list, { query: { pageNo: 1, pageSize: 30 } })
    const defId = records.find((row) => row.name === name)?.id ?? ''
    const link = `/mon/report?~=${encodeURIComponent(JSON.stringify({ def: defId }))}`
    const operator = await stage.enter(ADMIN, link)
    await operator.shows('还没有运行')
    await operator.press('运行')
    await operator.shows('完成')
    const [first] = await colleague.call(monReportEndpoints.runs, { query: { defId } })
    const paper = new Shell(operator).frame(`${name} ${first?.periodText}`)
    await paper.shows('空气质量日报')
    await paper.shows('第 1 版')
    await operator.press('重新生成')
    await operator.shows('已被修订')
    await paper.shows('第 2 版')
    const { name: fileName, path } = await operator.saves(async () => {
      await operator.press('下载')
      await operator.part('menuitem', 'CSV').click()
    })
    expect(fileName).toBe(`${name}_${first?.periodText}_v2.csv`)
    expect(await readFile(path, 'utf8')).toMatch(/^\uFEFF# 空气质量日报 /)
    const runs = await colleague.call(monReportEndpoints.runs, { query: { defId } })
    expect(runs.map(({ revision, state }) => [revision, state])).toEqual([
      [2, 'done'],
      [1, 'done'],
    ])
  })
})
