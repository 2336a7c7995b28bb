import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

const MINUTE_MS = 60_000

describeInBrowser('events of a device', () => {
  const stage = setStage()

  it('are shown on its page: an event, a spectrum to download, rejected data, and a wrong clock', async () => {
    const { id, credential } = await buildAirStation(await stage.colleague())
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.tell('nbc.chem', { agent: 'H', bars: 3 }, 2)
    const spectrum = Buffer.from([0, 1, 255, 10, 0])
    await device.measure('pm25', spectrum)
    await device.report({ pm25: 41, nonsense: 1 }, Date.now())
    for (let i = 0; i < 3; i++) await device.report({ pm25: 42 }, Date.now() + 20 * MINUTE_MS + i)
    await device.leave()

    const operator = await stage.enter(ADMIN, `/mon/device/detail/${id}`)
    await operator.openTab('事件')
    await operator.row('nbc.chem').shows('"agent":"H"')
    const { name, path } = await operator.saves(() => operator.row('能谱').press(/^下载/))
    expect(name).toMatch(/-spectrum-\d+$/)
    expect(readFileSync(path).equals(spectrum)).toBe(true)
    // States and counters are written within seconds.
    await expect
      .poll(async () => {
        await operator.reload()
        return operator.row('E_CHANNEL').isThere()
      })
      .toBe(true)
    await operator.row('E_CHANNEL').shows('通道号或因子编码不存在')
    await operator.shows('时钟异常')
  })
})
