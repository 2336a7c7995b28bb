import { deviceEndpoints } from '@natim/contract/mon/device'
import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice, hasMosquitto, pasteIntoTerminal } from '../../drivers/field-device.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('a device that arrives', () => {
  const stage = setStage()

  it.skipIf(!hasMosquitto)(
    'is added in the console, and the line shown there makes it appear, live and in the history',
    async () => {
      const { operator, server } = stage
      const colleague = await Colleague.signIn(server.url, ADMIN)
      await buildStation(colleague, '江北一号站')
      await operator.signIn(ADMIN)
      await operator.addDevice({
        kind: '有毒气体探测器',
        name: '江北 2# 氯气探测器',
        clientId: 'GT-320100-0071',
        station: '江北一号站',
      })
      await operator.firstMessage().getByText('等待首条消息').waitFor()

      const sentMs = Date.now()
      await pasteIntoTerminal(await operator.terminalLine())

      await operator.firstMessage().getByText('已收到首条消息').waitFor()
      await operator.press('查看设备')
      await operator.page.waitForURL('**/mon/device/detail/**')
      const id = operator.path().split('/').at(-1) ?? ''
      const overview = () => colleague.call(deviceEndpoints.overview, { params: { id } })
      // The state follows the message by a moment.
      await expect.poll(async () => (await overview()).device.status).toBe('online')
      const { device, channels } = await overview()
      expect(device.clientId).toBe('GT-320100-0071')
      const channel = channels.find(({ latest }) => latest !== null)
      const { series } = await colleague.call(timeseriesEndpoints.query, {
        query: { channels: String(channel?.channelNo), from: sentMs - 60_000, to: Date.now() + 60_000, agg: 'raw' },
      })
      expect(series[0]?.avg).toEqual([channel?.latest?.v])
    },
  )

  it('with a wrong secret is refused and stays away', async () => {
    const { server } = stage
    const colleague = await Colleague.signIn(server.url, ADMIN)
    const { id: stationId } = await buildStation(colleague, '江北三号站')
    const { id } = await buildDevice(colleague, { name: '冒名者', clientId: 'AQ-320100-0003', kind: 'air', stationId })
    await expect(FieldDevice.connect(server.mqttPort, 'AQ-320100-0003', 'not-its-secret')).rejects.toThrow()
    const { device } = await colleague.call(deviceEndpoints.overview, { params: { id } })
    expect(device.status).toBe('inactive')
  })
})
