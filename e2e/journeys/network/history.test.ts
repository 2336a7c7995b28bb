import { readFile } from 'node:fs/promises'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

describeInBrowser('an analyst looks back', () => {
  const stage = setStage()

  it('finds a channel, notes what happened, keeps the view, and takes the data and the picture along', async () => {
    const colleague = await stage.colleague()
    const { id, credential, name } = await buildAirStation(colleague)
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    const fromMs = Date.now() - DAY_MS + 10 * MINUTE_MS
    const minutes = Array.from({ length: 600 }, (_, n) => [n * MINUTE_MS, 30 + (n % 9)] as const)
    await device.backfill('pm25', fromMs, minutes)
    await device.leave()
    const { channels } = await colleague.call(deviceEndpoints.overview, { params: { id } })
    const channelNo = channels.find(({ metricCode }) => metricCode === 'pm25')?.channelNo ?? 0
    const asked = { channels: String(channelNo), from: fromMs - 1, to: Date.now(), agg: 'raw' as const }
    const stored = async () => (await colleague.call(timeseriesEndpoints.query, { query: asked })).series[0]?.stats.n
    await expect.poll(stored, { interval: 500 }).toBe(600)

    const operator = await stage.enter(await stage.person('history-analyst', 'analyst'), '/mon/history')
    await operator.seesPage('历史数据')
    await operator.enter('搜索通道', `${name} PM2.5`)
    await operator.part('checkbox', /PM2\.5/).click()
    await operator.part('radiogroup', '时间范围').words('24h').click()
    await operator.words(/PM2\.5 均值 34 µg\/m³/).appears()

    const chart = operator.button(/图表：← → 移动光标/)
    await chart.focus()
    await chart.key('Home')
    await chart.key('n')
    const dialog = operator.dialog('添加批注')
    await dialog.fill({ 内容: '开始采样' })
    await operator.answer('添加批注', '保存')
    await operator.openTab('批注 1')
    await operator.row('开始采样').shows('history-analyst')

    await operator.press('视图')
    const view = fresh('复盘 ')
    await operator.fill({ 视图名称: view })
    await operator.press('保存视图')
    await operator.press('清空')
    await operator.words('请选择通道').appears()
    await operator.press('视图')
    await operator.words(view).click()
    await operator.words(/PM2\.5 均值 34/).appears()

    const save = (format: string) =>
      operator.saves(async () => {
        await operator.press(/^导出|export/)
        await operator.part('menuitem', format).click()
      })
    const csv = await readFile((await save('CSV')).path, 'utf8')
    expect(csv.startsWith('\uFEFF# 时段')).toBe(true)
    expect(csv).toContain('# 批注')
    expect(csv).toContain('开始采样')
    const values = csv.split('\r\n').filter((line) => /^20\d\d-/.test(line))
    expect(values.length).toBeGreaterThan(0)
    const picture = await readFile((await save('PNG 图片')).path)
    expect(picture.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(picture.length).toBeGreaterThan(5_000)
    const parquet = await readFile((await save('Parquet')).path)
    expect(parquet.subarray(-4).toString('latin1')).toBe('PAR1')
  })
})
