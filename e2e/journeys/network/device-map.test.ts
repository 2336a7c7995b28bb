import { deviceEndpoints } from '@natim/contract/mon/device'
import { station as stationResource } from '@natim/contract/mon/station.resource'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation, buildDevice, buildStation } from '../../drivers/network.ts'
import { PlaceDesk } from '../../drivers/place-desk.ts'
import { filtered } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const FILTERS = ['名称、客户端 ID、站点', '设备类型', '型号', '固件', '序列号']

describeInBrowser('the map of devices', () => {
  const stage = setStage({ webgl: true })

  it('[BZ-05] has the filters of the list, and both show the same devices', async () => {
    const colleague = await stage.colleague()
    const mark = fresh('dm')
    const { id: stationId } = await buildStation(colleague, `站 ${mark}`)
    const names = { air: `空气 ${mark}`, gas: `气体 ${mark}` }
    await buildDevice(colleague, { name: names.air, clientId: fresh('AQ-'), kind: 'air', stationId })
    await buildDevice(colleague, { name: names.gas, clientId: fresh('GT-'), kind: 'gas', stationId })
    const operator = await stage.enter(ADMIN, '/mon/device/list')
    for (const path of ['/mon/device/list', '/mon/device/map']) {
      await operator.open(path)
      await operator.region('监测地图').isThere()
      await operator.filters().press('展开')
      for (const label of FILTERS) await operator.filters().field(label).appears()
      await operator.part('group', '按状态筛选').appears()
    }
    await operator.part('button', '全部区域').appears()

    await operator.enter('名称、客户端 ID、站点', mark)
    await operator.shows('图上 2 台')
    await operator.row(names.air).appears()
    await operator.row(names.gas).appears()
    await operator.filters().choose('设备类型', '有毒气体探测器')
    await operator.shows('图上 1 台')
    await operator.row(names.air).disappears()
    await operator.row(names.gas).appears()

    // The same address shows the same devices in the list.
    const { search } = new URL(operator.path(), operator.origin())
    await operator.open(`/mon/device/list${search}`)
    await operator.row(names.gas).appears()
    expect(await operator.row(names.air).isThere()).toBe(false)
  })

  it('[BZ-05] is used by forms: a position is clicked, dragged, typed, searched and moved by keys', async () => {
    const colleague = await stage.colleague()
    const { id, name } = await buildAirStation(colleague)
    const operator = await stage.enter(ADMIN, filtered('/mon/device/list', { keyword: name }))
    await operator.pressInRow(name, `编辑 ${name}`)
    const form = operator.dialog('编辑设备')
    const desk = new PlaceDesk(operator)
    await desk.open(form)
    // The point starts at the device's station.
    expect(await desk.point()).toEqual({ lng: 118.72, lat: 32.22 })
    await desk.dialog().shows(/江苏省南京市/)

    await desk.clickAt(0.7, 0.3)
    const clicked = await desk.point()
    expect(clicked.lng).toBeGreaterThan(118.72)
    expect(clicked.lat).toBeGreaterThan(32.22)
    await desk.drag([0.7, 0.3], [0.4, 0.6])
    const dragged = await desk.point()
    expect(dragged.lng).toBeLessThan(118.72)
    expect(dragged.lat).toBeLessThan(32.22)

    await desk.key('ArrowRight')
    const nudged = await desk.point()
    expect(nudged.lng).toBeGreaterThan(dragged.lng)
    expect(nudged.lat).toBeCloseTo(dragged.lat, 4)

    // A region is brought into view; the point stays until the user clicks.
    await desk.dialog().find('定位到区域', '江苏省苏州市')
    expect(await desk.point()).toEqual(nudged)
    await desk.clickAt(0.5, 0.5)
    await desk.dialog().shows(/江苏省苏州市/)

    await desk.dialog().fill({ 选点经度: '120.7', 选点纬度: '31.3' })
    await desk.dialog().shows('东经 120.70000°，北纬 31.30000°，江苏省苏州市')
    await operator.answer('在地图上选点', '确定')
    expect([await form.valueOf('经度'), await form.valueOf('纬度')]).toEqual(['120.7', '31.3'])
    await operator.answer('编辑设备', '保存')
    const kept = await colleague.call(deviceEndpoints.get, { query: { id } })
    expect([kept.lng, kept.lat]).toEqual([120.7, 31.3])
  })

  it('[BZ-05] is used for a new station, too', async () => {
    const operator = await stage.enter(ADMIN, '/mon/station/list')
    const name = fresh('选点站 ')
    await operator.startNew('站点')
    const form = operator.dialog('新增站点')
    const desk = new PlaceDesk(operator)
    await desk.open(form)
    await desk.dialog().shows(/点击地图选点/)
    await desk.clickAt(0.5, 0.5)
    const { lng, lat } = await desk.point()
    await operator.answer('在地图上选点', '确定')
    expect([await form.valueOf('经度'), await form.valueOf('纬度')].map(Number)).toEqual([lng, lat])
    await form.fill({ 站点名称: name, 站点编号: fresh('S-PICK-'), 简称: '选点站' })
    await form.choose('站点类型', '化工园区')
    await form.choose('行政区划', '江苏省', '南京市')
    await operator.answer('新增站点', '保存')
    await operator.row(name).appears()
    const { records } = await (await stage.colleague()).call(stationResource.endpoints.list, {
      query: { name, pageNo: 1, pageSize: 10 },
    })
    expect(records.map((row) => [row.lng, row.lat])).toEqual([[lng, lat]])
  })
})
