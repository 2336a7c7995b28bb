import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { Overview } from '../../drivers/overview.ts'
import { filtered } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('stations as places', () => {
  const stage = setStage({ webgl: true })

  it('[BZ-06] are listed, drawn on the map, and show all their channels with units and thresholds, live', async () => {
    const colleague = await stage.colleague()
    const name = fresh('多通道站 ')
    const { id: stationId } = await buildStation(colleague, name)
    const [air, gas] = [fresh('AQ-'), fresh('GT-')]
    const station = await buildDevice(colleague, { name: `空气 ${air}`, clientId: air, kind: 'air', stationId })
    await buildDevice(colleague, { name: `气体 ${gas}`, clientId: gas, kind: 'gas', stationId })
    const device = await FieldDevice.connect(stage.server.mqttPort, station.credential)
    await device.report({ pm25: 41 }, Date.now() - 1_000)

    const operator = await stage.enter(ADMIN, filtered('/mon/station/list', { name }))
    const row = operator.row(name)
    await row.shows(/^2$/)
    await row.part('link', name).click()
    await operator.arrivesAt(`/mon/station/detail/${stationId}`)
    await operator.seesPage(name)
    await operator.shows('2 台，在线 1 台')
    const dust = operator.row(/PM2\.5/)
    await dust.shows(/^41$/, 'µg/m³', /日均/)
    await device.report({ pm25: 57 }, Date.now())
    await dust.shows(/^57$/)
    await device.leave()
    // The other device has never reported: its channels are listed without a value.
    await operator.region(new RegExp(gas)).shows(/未激活/)

    await operator.open(filtered('/mon/station/list', { name }))
    await operator.press('站点地图')
    await operator.seesPage('站点地图')
    await operator.shows('图上 1 个站点')
    await operator.row(name).click()
    expect((await new Overview(operator).lookAtMap()).colours).toBeGreaterThan(20)
  })

  it('are cards on a phone', async () => {
    const colleague = await stage.colleague()
    const name = fresh('手机站 ')
    const { id: stationId } = await buildStation(colleague, name)
    await buildDevice(colleague, { name: fresh('气体 '), clientId: fresh('GT-'), kind: 'gas', stationId })
    const operator = await stage.enter(ADMIN, `/mon/station/detail/${stationId}`)
    await operator.seesPage(name)
    await operator.part('table').appears()
    await operator.resize(375)
    await operator.part('article').appears()
    expect(await operator.part('table').isThere()).toBe(false)
  })
})
