import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { DeviceDesk } from '../../drivers/device-desk.ts'
import { FieldDevice, hasMosquitto, pasteIntoTerminal } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('a new device', () => {
  const stage = setStage()

  it.skipIf(!hasMosquitto)(
    'is added in the console, and appears live and in the history after the shown command runs',
    async () => {
      const clientId = fresh('GT-320100-')
      const station = `接入站 ${clientId}`
      const colleague = await stage.colleague()
      await buildStation(colleague, station)
      const operator = await stage.enter(ADMIN, '/mon/device/list')
      const desk = new DeviceDesk(operator)
      await desk.add({ kind: '有毒气体探测器', name: `氯气探测器 ${clientId}`, clientId, station })
      await desk.firstMessage().shows('等待首条消息')

      const sentMs = Date.now()
      await pasteIntoTerminal(await desk.terminalLine())

      await desk.firstMessage().shows('已收到首条消息')
      await operator.press('查看设备')
      await operator.arrivesAt(/^\/mon\/device\/detail\//)
      const id = operator.path().split('/').at(-1) ?? ''
      const overview = () => colleague.call(deviceEndpoints.overview, { params: { id } })
      // The state follows the message with a short delay.
      await expect.poll(async () => (await overview()).device.status).toBe('online')
      const { device, channels } = await overview()
      expect(device.clientId).toBe(clientId)
      const channel = channels.find(({ latest }) => latest !== null)
      const { series } = await colleague.call(timeseriesEndpoints.query, {
        query: { channels: String(channel?.channelNo), from: sentMs - 60_000, to: Date.now() + 60_000, agg: 'raw' },
      })
      expect(series[0]?.avg).toEqual([channel?.latest?.v])
    },
  )

  it('with a wrong secret is rejected and stays offline', async () => {
    const colleague = await stage.colleague()
    const { id, credential } = await buildAirStation(colleague)
    const impostor = { clientId: credential.clientId, secret: 'not-its-secret' }
    await expect(FieldDevice.connect(stage.server.mqttPort, impostor)).rejects.toThrow()
    const { device } = await colleague.call(deviceEndpoints.overview, { params: { id } })
    expect(device.status).toBe('inactive')
  })
})
