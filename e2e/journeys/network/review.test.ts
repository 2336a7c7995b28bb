import { aqiEndpoints } from '@natim/contract/mon/aqi'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { reviewEndpoints } from '@natim/contract/mon/review'
import { calendarDayGmt8, DAY_MS, formatGmt8, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

/** Five hours of PM2.5, µg/m³, one reading per minute: 34 on average, but 60 more throughout the third hour. */
const READINGS = 300
const WRONG_FROM = 120
const WRONG_TO = 180
const reading = (minute: number) => 30 + (minute % 9) + (minute > WRONG_FROM && minute <= WRONG_TO ? 60 : 0)

/** Mean of the third hour. */
const WRONG_MEAN = 94

/** The state of a page in a link. */
const link = (path: string, state: object) => `${path}?~=${encodeURIComponent(JSON.stringify(state))}`

describeInBrowser('a station day', () => {
  const stage = setStage()
  const day = calendarDayGmt8(Date.now() - DAY_MS)
  const startMs = parseGmt8(`${day} 00:00:00`) ?? 0
  let station = ''
  let channelNo = 0
  let review = ''

  /** Created by whichever test runs first: its rollups take more than a minute. */
  let prepared: Promise<void> | undefined
  async function prepare(): Promise<void> {
    const colleague = await stage.colleague()
    const built = await buildAirStation(colleague)
    station = built.station
    const device = await FieldDevice.connect(stage.server.mqttPort, built.credential)
    const minutes = Array.from({ length: READINGS }, (_, n) => [n * MINUTE_MS, reading(n + 1)] as const)
    await device.backfill('pm25', startMs + MINUTE_MS, minutes)
    await device.leave()
    const { channels } = await colleague.call(deviceEndpoints.overview, { params: { id: built.id } })
    channelNo = channels.find(({ metricCode }) => metricCode === 'pm25')?.channelNo ?? 0
    const month = day.slice(0, 7)
    review = link('/mon/review', { month, words: station, tab: 'all', day })
    const found = async () => {
      const { stations } = await colleague.call(reviewEndpoints.month, { query: { month, words: station } })
      return stations[0]?.cells.find((cell) => cell.day === day)?.hasData
    }
    // Hourly rollups follow minutes after 30 s, daily ones follow hours.
    await expect.poll(found, { timeout: 180_000, interval: 1_000 }).toBe(true)
  }

  const cell = (state: string) => `${station} ${day} ${state}`

  it('is corrected: statistics, curves and index follow, and revert when the correction is undone', async () => {
    await (prepared ??= prepare())
    const colleague = await stage.colleague()
    const range = { range: 'custom', from: startMs, to: startMs + READINGS * MINUTE_MS }
    const history = link('/mon/history', { ...range, channels: [channelNo] })
    const hour = startMs + WRONG_TO * MINUTE_MS
    const aqi = link('/mon/aqi', { place: 'station', span: 'hour', t: hour })
    const analyst = await stage.enter(await stage.person('day-analyst', 'nat_admin'), history)
    const reader = await stage.openMachine()
    await reader.signIn(await stage.person('day-reader', 'nat_admin'), aqi)

    /** Statistics of the five hours, and the hourly mean in the index report. */
    const prints = async (valid: number, max: number, mean: RegExp) => {
      await analyst.load(history)
      await analyst.row('PM2.5', `${READINGS}`, `${valid}`, `${max}`).appears()
      // The report follows the hours; polling the API is cheaper than reloading the page.
      const means = async () => {
        const { rows } = await colleague.call(aqiEndpoints.hour, { query: { place: 'station', t: hour } })
        return rows.find(({ name }) => name === station)?.figures.map(({ value }) => value)
      }
      const isIn = async () => (await means())?.includes(WRONG_MEAN)
      await expect.poll(isIn, { interval: 500 }).toBe(valid === READINGS)
      await reader.reload()
      expect(await reader.row(station).read()).toMatch(mean)
    }
    await prints(READINGS, 98, /\t94\t/)

    await analyst.load(review)
    await analyst.button(cell('自动')).click()
    await analyst.button(/^细颗粒物 PM2\.5/).click()
    await analyst.press('标记时段')
    const instant = (minute: number) => formatGmt8(startMs + minute * MINUTE_MS)
    await analyst.enter('结束时间', instant(WRONG_TO))
    await analyst.enter('开始时间', instant(WRONG_FROM))
    await analyst.choose('原因', '仪器故障')
    await analyst.fill({ 说明: '零点漂移，已更换滤膜' })
    await analyst.part('form', '置为无效').press('置为无效')
    await analyst.part('table', '修订记录').shows(/零点漂移/)
    await prints(READINGS - (WRONG_TO - WRONG_FROM), 38, /^(?!.*\t94\t).*NA/s)

    await analyst.load(review)
    await analyst.button(cell('自动')).click()
    await analyst.button(/^细颗粒物 PM2\.5/).click()
    await analyst.part('table', '修订记录').press('恢复有效')
    await analyst.press('撤销')
    await analyst.part('table', '修订记录').shows('已撤销')
    await prints(READINGS, 98, /\t94\t/)
  }, 300_000)

  it('is reviewed by one person, approved by another, and reopened with a reason', async () => {
    await (prepared ??= prepare())
    const reviewer = await stage.enter(await stage.person('day-reviewer', 'analyst'), review)
    await reviewer.button(cell('自动')).click()
    await reviewer.press('审核通过')
    await reviewer.button(cell('已审')).appears()

    const chief = await stage.openMachine()
    await chief.signIn(await stage.person('day-chief', 'nat_duty'), review)
    await chief.button(cell('已审')).click()
    await chief.press('批准')
    await chief.button(cell('已批')).appears()
    await chief.shows('已由day-chief批准，撤回批准后才能修改样本')

    // A user with a stale page sees who acted first.
    await reviewer.reload()
    await reviewer.button(cell('已批')).click()
    await reviewer.shows('已由day-chief批准')
    expect(await reviewer.button('标记时段').isThere()).toBe(false)

    await chief.press('撤回批准')
    await chief.fill({ 原因: '比对后发现漂移' })
    await chief.answer('撤回批准', '确定')
    await chief.button(cell('自动')).appears()
    await chief.shows('比对后发现漂移')
  }, 300_000)
})
