import { readFile } from 'node:fs/promises'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { formatGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** Format of the chart's head, to the minute. */
const fullRangeText = (fromMs: number, toMs: number) =>
  `${formatGmt8(fromMs).slice(0, 16)} – ${formatGmt8(toMs).slice(5, 16)}`

describeInBrowser('an analyst looks back', () => {
  const stage = setStage()

  it('[BZ-07] chooses devices, channels, start and end; zooms and pans; reads figures, limits and the table; exports', async () => {
    const colleague = await stage.colleague()
    const stations = [await buildAirStation(colleague), await buildAirStation(colleague)] as const
    const startMs = Math.floor((Date.now() - DAY_MS) / MINUTE_MS) * MINUTE_MS
    const rows = Array.from({ length: 180 }, (_, n) => [(n + 1) * MINUTE_MS, 30 + (n % 9)] as const)
    for (const { credential } of stations) {
      const device = await FieldDevice.connect(stage.server.mqttPort, credential)
      await device.backfill('pm25', startMs, rows)
      await device.leave()
    }

    const operator = await stage.enter(await stage.person('history-reader', 'analyst'), '/mon/history')
    await operator.seesPage('历史数据')
    for (const { name } of stations) {
      await operator.enter('搜索通道', `${name} PM2.5`)
      // The previous result may still be shown until the response has arrived.
      await operator.words(new RegExp(`^(?:.* · )?${name}$`)).appears()
      await operator.part('checkbox', /PM2\.5/).click()
    }
    await operator.words('2 / 20').appears()

    // Two of the three hours that were sent, from after the start.
    const [fromMs, toMs] = [startMs + 30 * MINUTE_MS, startMs + 150 * MINUTE_MS]
    await operator.part('radiogroup', '时间范围').words('自定义').click()
    await operator.enter('开始时间', formatGmt8(fromMs))
    await operator.enter('结束时间', formatGmt8(toMs))
    await operator.press('查询')
    await operator.words('实为原始').appears()
    const shown = rows.slice(30, 150).map(([, value]) => value)
    const mean = shown.reduce((sum, value) => sum + value, 0) / shown.length
    const figures = (words: RegExp) => operator.row(stations[0].name, words).appears()
    await figures(new RegExp(`120\\s*120.*${Math.round(mean)}\\s*30\\s*38`))
    await operator.part('figure', /最小 30 µg\/m³，最大 38 µg\/m³.*限值 .*日均/).appears()
    await operator.openTab(/数据表/)
    await operator.row(formatGmt8(toMs)).shows(`${rows[149]?.[1]}`)
    await operator.row(formatGmt8(toMs - MINUTE_MS)).shows(`${rows[148]?.[1]}`)

    await operator.openTab('统计')
    await operator.press(/^导出|export/)
    const { path } = await operator.saves(() => operator.part('menuitem', 'CSV').click())
    const lines = (await readFile(path, 'utf8')).split('\r\n').filter((line) => /^20\d\d-/.test(line))
    expect(lines.filter((line) => line.includes(stations[0].name))).toHaveLength(shown.length)

    const chart = operator.button(/图表：← → 移动光标/)
    const isAt = (minutes: number) =>
      operator.words(fullRangeText(startMs + minutes * MINUTE_MS, startMs + (minutes + 120) * MINUTE_MS)).appears()
    await chart.focus()
    await chart.key('[')
    await isAt(-90)
    await chart.key(']')
    await isAt(30)
    await chart.key('Shift+ArrowLeft')
    await isAt(0)
    // 120 minutes become 76.8 around the middle: samples 22 to 98; then 187.5.
    await chart.key('+')
    await figures(/77\s*77/)
    await chart.key('-')
    await isAt(0)
    await chart.key('-')
    await figures(/153\s*153/)

    await operator.check('按设备分图')
    const [first, second] = stations.map(({ name }) => operator.region(name))
    await first?.button(/图表：← → 移动光标/).focus()
    await first?.button(/图表：← → 移动光标/).key('Home')
    await second?.words(formatGmt8(startMs + MINUTE_MS)).appears()
  })

  it('finds a channel, adds a note, saves the view, and exports data and picture', async () => {
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
