import { reviewEndpoints } from '@natim/contract/mon/review'
import { calendarDayGmt8, DAY_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const READINGS = 300

describeInBrowser('a day of a station', () => {
  const stage = setStage()

  it('is reviewed by one person, approved by another, and opened again with a reason', async () => {
    const colleague = await stage.colleague()
    const { credential, station } = await buildAirStation(colleague)
    const day = calendarDayGmt8(Date.now() - DAY_MS)
    const startMs = parseGmt8(`${day} 00:00:00`) ?? 0
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    const minutes = Array.from({ length: READINGS }, (_, n) => [n * MINUTE_MS, 30 + (n % 9)] as const)
    await device.backfill('pm25', startMs + MINUTE_MS, minutes)
    await device.leave()
    const month = day.slice(0, 7)
    const found = async () => {
      const { stations } = await colleague.call(reviewEndpoints.month, { query: { month, words: station } })
      return stations[0]?.cells.find((cell) => cell.day === day)?.hasData
    }
    // Hours follow minutes after half a minute, and days follow hours.
    await expect.poll(found, { timeout: 180_000, interval: 1_000 }).toBe(true)
    const link = `/mon/review?~=${encodeURIComponent(JSON.stringify({ month, words: station, tab: 'all', day }))}`

    const reviewer = await stage.enter(await stage.person('day-reviewer', 'analyst'), link)
    const cell = (state: string) => `${station} ${day} ${state}`
    await reviewer.button(cell('自动')).click()
    await reviewer.press('审核通过')
    await reviewer.button(cell('已审')).appears()

    const chief = await stage.openMachine()
    await chief.signIn(await stage.person('day-chief', 'nat_duty'), link)
    await chief.button(cell('已审')).click()
    await chief.press('批准')
    await chief.button(cell('已批')).appears()
    await chief.shows('已由day-chief批准，撤回批准后才能修改样本')

    // Whoever has an older look at it reads who was first.
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
