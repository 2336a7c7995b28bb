import { readFile } from 'node:fs/promises'
import { homeEndpoints } from '@natim/contract/mon/home'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Overview } from '../../drivers/overview.ts'
import { openFirstTask, saveFirstFile } from '../../drivers/satellite-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const CHINA = { bbox: '73,3,136,54', zoom: 3 }
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const TWICE_A_SECOND = { interval: 500 }

describeInBrowser('the national network of npm start', () => {
  const stage = setStage({ demo: true, webgl: true, env: { DEMO_RAW_HOURS: '6' } })

  it('updates the dashboard without user action', async () => {
    const operator = await stage.enter(ADMIN)
    const overview = new Overview(operator)
    const before = await overview.keyFigure('今日样本')
    expect(before).toMatch(/^[\d,.]+$/)
    await operator.markPage()
    await expect.poll(() => overview.keyFigure('今日样本'), TWICE_A_SECOND).not.toBe(before)
    expect(await operator.isSamePage()).toBe(true)
    await operator.shows(/在线率 \d+\.\d %/)
  })

  it("[BZ-02] is clustered on the map, in the colour of each cluster's worst alarm", async () => {
    const colleague = await stage.colleague()
    const { items, byStatus } = await colleague.call(homeEndpoints.map, { query: CHINA })
    expect(items.filter(({ type }) => type === 'cluster').length).toBeGreaterThan(10)
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_200)
    const operator = await stage.enter(ADMIN, `/mon/homemap?~=${encodeURIComponent('{"keyword":"没有这样的设备"}')}`)
    const overview = new Overview(operator)
    const empty = await overview.pictureOfMap()
    await operator.load('/mon/homemap')
    await expect.poll(async () => (await overview.lookAtMap()).colours, TWICE_A_SECOND).toBeGreaterThan(60)
    // Alarms change meanwhile, so the comparison uses the map's latest response.
    const missing = async () => {
      const now = await colleague.call(homeEndpoints.map, { query: CHINA })
      const alarmed = now.items.flatMap((item) => (item.type === 'cluster' && item.severity ? [item.severity] : []))
      expect(new Set(alarmed).size).toBeGreaterThan(1)
      const severities = [...new Set(alarmed.filter((level) => level < 5))]
      const spots = await Promise.all(severities.map((severity) => overview.spotOnMap(`--sev-${severity}`, empty)))
      return severities.filter((_, n) => spots[n] === undefined)
    }
    await expect.poll(missing, TWICE_A_SECOND).toEqual([])
  })

  it('updates the live matrix, and freezes it when paused', async () => {
    const colleague = await stage.colleague()
    const newest = async () => JSON.stringify(await colleague.call(homeEndpoints.matrix, { query: { kind: 'gas' } }))
    const operator = await stage.enter(ADMIN, '/sensordata')
    const overview = new Overview(operator)
    const before = await overview.matrixValues()
    await expect.poll(() => overview.matrixValues(), TWICE_A_SECOND).not.toBe(before)
    await operator.press('暂停刷新')
    const paused = await overview.matrixValues()
    // When the server receives the second value, the first would already have been shown.
    for (const _ of ['first', 'more']) {
      const known = await newest()
      await expect.poll(newest, TWICE_A_SECOND).not.toBe(known)
    }
    const later = await overview.matrixValues()
    // The table may keep another row below its lower edge.
    const common = Math.min(later.length, paused.length)
    expect(later.slice(0, common)).toBe(paused.slice(0, common))
  })

  it('[BZ-15] has satellite tasks that are pending, running, failed and delivered; a delivered one shows each step and its files', async () => {
    const operator = await stage.enter(ADMIN, '/mon/sat/task?~=%7B%22text%22%3A%22大庆%22%7D')
    const table = operator.part('table', '卫星任务')
    // The provider refused it.
    await table.row('失败', '大庆油田热异常复查').appears()
    await operator.load('/mon/sat/task')
    await operator.press(/^待批准/)
    // The row shows its planned window.
    await table.row('待批准', /\d{2}-\d{2} \d{2}:\d{2}/).appears()
    await operator.press(/^执行中/)
    await table.row(/已计划|成像中|已下传|处理中/).appears()
    await operator.press(/^已交付/)
    await openFirstTask(operator, '已交付')

    const log = operator.part('list', '任务记录')
    await log.shows('提交', '批准', '下达指令', '开始成像', '数据下传', '开始处理', '交付产品')
    const saved = await saveFirstFile(operator)
    expect(saved.name).toMatch(/\.png$/)
    expect((await readFile(saved.path)).subarray(0, PNG.length)).toEqual(PNG)
  })
})
