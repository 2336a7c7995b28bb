import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN, type ConsoleServer } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

describeInBrowser('the page of a device', () => {
  const stage = setStage()

  async function standUp(server: ConsoleServer, clientId: string) {
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const { id: stationId } = await buildStation(colleague, `${clientId} 站`)
    const { id, credential } = await buildDevice(colleague, { name: '江北空气站', clientId, kind: 'air', stationId })
    const device = await FieldDevice.connect(server.mqttPort, credential.clientId, credential.secret)
    return { colleague, id, device }
  }

  it('shows each new value without a reload', async () => {
    const { operator, server } = stage
    const { id, device } = await standUp(server, 'AQ-320100-0001')
    await device.report({ pm25: 41 }, Date.now() - 1_000)
    await operator.signIn(ADMIN)
    await operator.open(`/mon/device/detail/${id}`)
    await operator.channel('PM2.5').getByText('41', { exact: true }).waitFor()
    await operator.markPage()
    await device.report({ pm25: 57 }, Date.now())
    await operator.channel('PM2.5').getByText('57', { exact: true }).waitFor()
    expect(await operator.isSamePage()).toBe(true)
    await device.leave()
  })

  it('[BZ-07] loads finer data for the stretch one zooms into, and leads back out', async () => {
    const { operator, server } = stage
    const { colleague, id, device } = await standUp(server, 'AQ-320100-0002')
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
    // Rollups follow the samples by seconds.
    const points = async () => (await colleague.call(timeseriesEndpoints.query, { query: week })).series[0]?.stats.n
    await expect.poll(points, { timeout: 30_000, interval: 500 }).toBe(2_000)

    await operator.signIn(ADMIN)
    await operator.open(`/mon/device/detail/${id}`)
    const coarse = await operator.historyAfter(
      () => operator.chooseHistory('7d'),
      (stretchMs) => stretchMs === WEEK_MS,
    )
    expect(coarse.stepMs).toBeGreaterThan(5 * MINUTE_MS)
    await operator.untilQuiet()
    const fine = await operator.historyAfter(
      () => operator.dragOverChart(0.4, 0.6),
      // A fifth of the week, not the day shown at first.
      (stretchMs) => stretchMs > 0.15 * WEEK_MS && stretchMs < 0.3 * WEEK_MS,
    )
    expect(fine.stepMs).toBeLessThan(coarse.stepMs)
    const trail = operator.page.getByRole('navigation', { name: '缩放层级' })
    await trail.getByRole('button', { name: '返回' }).click()
    await trail.waitFor({ state: 'detached' })
  })
})
