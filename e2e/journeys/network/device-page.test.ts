import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { DeviceDesk } from '../../drivers/device-desk.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

describeInBrowser('the page of a device', () => {
  const stage = setStage()

  async function standUp() {
    const colleague = await stage.colleague()
    const { id, credential } = await buildAirStation(colleague)
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    return { colleague, id, device }
  }

  it('shows each new value without a reload', async () => {
    const { id, device } = await standUp()
    await device.report({ pm25: 41 }, Date.now() - 1_000)
    const operator = await stage.enter(ADMIN, `/mon/device/detail/${id}`)
    const channel = new DeviceDesk(operator).channel('PM2.5')
    await channel.shows(/^41$/)
    await operator.markPage()
    await device.report({ pm25: 57 }, Date.now())
    await channel.shows(/^57$/)
    expect(await operator.isSamePage()).toBe(true)
    await device.leave()
  })

  it('loads finer data when zooming in, and zooms out again', async () => {
    const { colleague, id, device } = await standUp()
    const startMs = Date.now() - WEEK_MS + MINUTE_MS
    const fiveMinutes = Array.from(
      { length: 2_000 },
      (_, n) => [n * 5 * MINUTE_MS, 40 + 20 * Math.sin(n / 50)] as const,
    )
    await device.backfill('pm25', startMs, fiveMinutes)
    await device.leave()
    const { channels } = await colleague.call(deviceEndpoints.overview, { params: { id } })
    const channelNo = channels.find(({ metricCode }) => metricCode === 'pm25')?.channelNo
    const week = { channels: String(channelNo), from: startMs, to: Date.now() }
    // Rollups follow the samples within seconds.
    const points = async () => (await colleague.call(timeseriesEndpoints.query, { query: week })).series[0]?.stats.n
    await expect.poll(points, { interval: 500 }).toBe(2_000)

    const desk = new DeviceDesk(await stage.enter(ADMIN, `/mon/device/detail/${id}`))
    const coarse = await desk.chooseHistory('7d', WEEK_MS)
    expect(coarse.stepMs).toBeGreaterThan(5 * MINUTE_MS)
    const fine = await desk.zoomHistory(0.4, 0.6, WEEK_MS)
    expect(fine.stepMs).toBeLessThan(coarse.stepMs)
    await desk.zoomTrail().press('返回')
    await desk.zoomTrail().disappears()
  })
})
