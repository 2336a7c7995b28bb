import { departEndpoints } from '@natim/contract/system/depart'
import { expect, it } from 'vitest'
import { COARSE_DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation, buildDevice, buildStation } from '../../drivers/network.ts'
import { Overview } from '../../drivers/overview.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('the map', () => {
  const stage = setStage({ webgl: true })

  it('draws the country at full height without any other server, and opens a station with live values', async () => {
    const { server } = stage
    const { credential, name, station } = await buildAirStation(await stage.colleague())
    const device = await FieldDevice.connect(server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now() - 1_000)

    const sent = stage.operator.wire.watch(/^https?:/)
    const operator = await stage.enter(ADMIN, '/mon/homemap')
    const overview = new Overview(operator)
    await expect
      .poll(() => overview.lookAtMap())
      .toEqual({
        colours: expect.toSatisfy((count: number) => count > 20),
        background: expect.toSatisfy((share: number) => share < 0.9),
      })
    const { y, height } = await overview.map().box()
    expect(y + height).toBe(COARSE_DESKTOP.heightPx)
    // The South China Sea islands and the approval number are part of every national view.
    await operator.part('figure', '南海诸岛').appears()
    await overview.map().press('地图边界说明')
    await overview.map().shows(/审图号/)

    await operator.fill({ 搜索设备: name })
    await operator.region('设备').press(new RegExp(name))
    const drawer = operator.dialog(station)
    await drawer.shows(/^41$/)
    await device.report({ pm25: 57 }, Date.now())
    await drawer.shows(/^57$/)
    await device.leave()
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.filter(({ url }) => !url.startsWith(server.url))).toEqual([])
  })

  it('changes layer, legend and list by keys, and marks a replay', async () => {
    const operator = await stage.enter(ADMIN, '/mon/homemap')
    const overview = new Overview(operator)
    await overview.untilMapIsDrawn()
    await operator.region('时间轴').shows(/现在/)
    await operator.pressKey('3')
    await operator.region('ATL 站点').appears()
    await overview.map().shows(/图例 · ATL/)
    await operator.pressKey('ArrowLeft')
    await operator.region('时间轴').shows(/回放/)
    await operator.region('ATL 站点').shows(/回放/)
    await operator.region('时间轴').press('回到实时')
    await operator.region('时间轴').shows(/实时/)
    await operator.pressKey('2')
    await operator.region('AQI 站点').appears()
    await overview.map().shows(/图例 · AQI/)
  })
  it("[BZ-02] filters devices by type, state and department, and a click on a lamp opens the device's card", async () => {
    const colleague = await stage.colleague()
    const { id: departId } = await colleague.call(departEndpoints.create, { body: { departName: fresh('地图分局') } })
    const { departName, orgCode } = await colleague.call(departEndpoints.get, { query: { id: departId } })
    // Far away, so that no device of another journey is nearby.
    const build = async (kind: string, lng: number) => {
      const clientId = fresh('MP-320100-')
      const { id: stationId } = await buildStation(colleague, `荒原站 ${clientId}`, { lng, lat: 36 })
      const name = `荒原机 ${clientId}`
      return {
        name,
        station: `荒原站 ${clientId}`,
        ...(await buildDevice(colleague, { name, clientId, kind, stationId })),
      }
    }
    const [air, gas] = [await build('air', 83), await build('gas', 83.2)]
    const lone = await build('air', 97.5)
    const device = await FieldDevice.connect(stage.server.mqttPort, lone.credential)
    await device.report({ pm25: 41 }, Date.now() - 1_000)

    const operator = await stage.enter(ADMIN, '/mon/homemap')
    const asked = operator.wire.watch('/mon/home/map')
    const sent = operator.wire.watch(/^https?:/)
    const list = operator.region('设备')
    const query = () => new URL(asked.at(-1)?.url ?? stage.server.url).searchParams
    await operator.fill({ 搜索设备: '荒原机' })
    for (const { name } of [air, gas, lone]) await list.button(new RegExp(name)).appears()

    await operator.choose('设备类型', '有毒气体探测器')
    await list.button(new RegExp(air.name)).disappears()
    await list.button(new RegExp(gas.name)).appears()
    expect(query().get('kind')).toBe('gas')
    await operator.choose('设备类型', '空气毒性监测仪')
    await list.button(new RegExp(air.name)).appears()
    await list.part('radio', /^在线/).click()
    await list.button(new RegExp(air.name)).disappears()
    await list.button(new RegExp(lone.name)).appears()
    expect(query().get('status')).toBe('online')
    await operator.find('归属部门', departName)
    // None of them belongs to this department.
    await list.shows('没有符合条件的设备')
    expect(query().get('depart')).toBe(orgCode)
    const about = (keyword: string) => `/mon/homemap?~=${encodeURIComponent(JSON.stringify({ keyword }))}`
    const overview = new Overview(operator)
    await operator.load(about(fresh('没有 ')))
    const empty = await overview.pictureOfMap()
    await operator.load(about(lone.name))
    await list.button(new RegExp(lone.name)).appears()
    await overview.clickOnMap('--st-online', empty)
    const card = operator.dialog(lone.station)
    await card.shows(/^41$/)
    await card.region(lone.name).shows('在线')
    await device.report({ pm25: 57 }, Date.now())
    await card.shows(/^57$/)
    await card.part('link', '历史曲线').appears()
    await card.press('站点详情')
    await operator.arrivesAt(/\/mon\/station\/detail\//)
    expect(sent.filter(({ url }) => !url.startsWith(stage.server.url))).toEqual([])
    await device.leave()
  }, 180_000)

  it('shows the devices of the list on a map, beside it or above it', async () => {
    const { name } = await buildAirStation(await stage.colleague())
    const operator = await stage.enter(ADMIN, '/mon/device/map')
    const map = operator.region('监测地图')
    await map.appears()
    await operator.enter('名称、客户端 ID、站点', name)
    await operator.shows('图上 1 台')
    await operator.row(name).appears()
    const [left, right] = [await operator.row(name).box(), await map.box()]
    expect(left.x + left.width).toBeLessThanOrEqual(right.x)
    for (const widthPx of [1024, 375]) {
      await operator.resize(widthPx)
      const [above, below] = [await map.box(), await operator.words(name).box()]
      expect(above.y + above.height, `${widthPx} px`).toBeLessThanOrEqual(below.y)
      expect(above.height).toBeGreaterThan(200)
      const search = await operator.part('search').box()
      expect(search.y + search.height, `${widthPx} px`).toBeLessThanOrEqual(above.y)
    }
  })

  it('[BZ-02] keeps list, time bar, day and controls apart on a phone', async () => {
    const operator = await stage.enter(ADMIN, '/mon/replay')
    await operator.resize(375)
    await new Overview(operator).untilMapIsDrawn()
    await operator.region('时间轴').shows(/回放/)
    const [list, time, day, zoom] = await Promise.all([
      operator.region('设备').box(),
      operator.region('时间轴').box(),
      operator.field('回放日期').box(),
      operator.button('放大').box(),
    ])
    expect(list.y + list.height).toBeLessThanOrEqual(time.y)
    expect(time.y + time.height).toBeLessThanOrEqual(900)
    expect(day.y + day.height).toBeLessThanOrEqual(zoom.y)
  })
})
