import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('the raw stream', () => {
  const stage = setStage()

  it('[BZ-18] shows the latest packets of one client id, and none while paused', async () => {
    const colleague = await stage.colleague()
    const { id: stationId } = await buildStation(colleague, fresh('数据流站 '))
    // Their names do not contain their client ids.
    const connect = async (name: string) => {
      const clientId = fresh('RS-320100-')
      const { credential } = await buildDevice(colleague, { name, clientId, kind: 'air', stationId })
      return { clientId, device: await FieldDevice.connect(stage.server.mqttPort, credential) }
    }
    const { clientId, device } = await connect('数据流甲')
    const { device: neighbour } = await connect('数据流乙')

    const operator = await stage.enter(ADMIN, '/sensordata')
    const witness = await stage.openWindow()
    await witness.open('/sensordata')
    for (const window of [operator, witness]) {
      await window.region('实时数据').words('空气').click()
      await window.openTab('数据流')
      await window.shows('等待数据')
    }
    await operator.fill({ 搜索设备: clientId })
    await witness.fill({ 搜索设备: 'RS-320100-' })

    const lines = async () =>
      (await operator.region('实时数据').part('listitem').readAll()).map((line) => line.replaceAll(/\s+/g, ' '))
    const newest = (value: number) => new RegExp(`数据流甲 .*PM2.5 ${value} `)
    await neighbour.report({ pm25: 33 }, Date.now())
    await witness.shows(/^33 /)
    await device.report({ pm25: 41 }, Date.now())
    await expect.poll(async () => (await lines())[0]).toMatch(newest(41))
    await device.report({ pm25: 57 }, Date.now())
    await expect.poll(async () => (await lines())[0]).toMatch(newest(57))
    const before = await lines()
    expect(before[1]).toMatch(newest(41))
    expect(before.filter((line) => !line.includes('数据流甲'))).toEqual([])

    await operator.press('暂停刷新')
    await operator.shows(/^已暂停/)
    await device.report({ pm25: 77 }, Date.now())
    // A second window, which receives the same data, shows it.
    await witness.shows(/^77 /)
    expect(await lines()).toEqual(before)
    await operator.press('继续刷新')
    await device.report({ pm25: 88 }, Date.now())
    await expect.poll(async () => (await lines())[0]).toMatch(newest(88))
    for (const one of [device, neighbour]) await one.leave()
  })
})
