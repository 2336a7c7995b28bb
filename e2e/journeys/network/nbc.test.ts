import { readFile } from 'node:fs/promises'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { nbcEquipment } from '@natim/contract/mon/nbc.resource'
import { calendarDayGmt8, DAY_MS, MINUTE_MS } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('nuclear, biological, chemical', () => {
  const stage = setStage()

  /** Sends a detection and waits for its event; returns the id. */
  async function detect(level: number): Promise<string> {
    const colleague = await stage.colleague()
    const clientId = fresh('CA-320100-')
    const { id: stationId } = await buildStation(colleague, `站点 ${clientId}`)
    const built = await buildDevice(colleague, { name: `报警器 ${clientId}`, clientId, kind: 'chem', stationId })
    const device = await FieldDevice.connect(stage.server.mqttPort, built.credential)
    await device.tell('nbc.chem', { agent: 'G', bars: 4, conf: 0.7 }, level)
    await device.leave()
    const found = async () => {
      const { records } = await colleague.call(nbcEventEndpoints.list, { query: { pageNo: 1, pageSize: 1, clientId } })
      return records[0]?.id
    }
    await expect.poll(found, { interval: 500 }).toBeDefined()
    return (await found()) ?? ''
  }

  const day = (offset: number) => calendarDayGmt8(Date.now() + offset * DAY_MS)

  it('[BZ-13] the register lists equipment of all three kinds with state, place and due dates, and marks overdue items', async () => {
    const colleague = await stage.colleague()
    const name = fresh('装备站 ')
    const { id: stationId } = await buildStation(colleague, name)
    const build = async (kind: 'rad' | 'chem' | 'bio', detector: 'NaI' | 'IMS' | 'UV-LIF', calibDue: string) => {
      const clientId = fresh('NB-320100-')
      const { id } = await buildDevice(colleague, { name: `${name} ${kind}`, clientId, kind, stationId })
      await colleague.call(deviceEndpoints.update, { body: { id, nextCalibDate: calibDue } })
      await colleague.call(nbcEquipment.endpoints.create, { body: { deviceId: id, detector, sourceDue: day(60) } })
    }
    await build('rad', 'NaI', day(-3))
    await build('chem', 'IMS', day(5))
    await build('bio', 'UV-LIF', day(90))
    const list = `/mon/nbc/equipment?~=${encodeURIComponent(JSON.stringify({ filters: { deviceName: name } }))}`
    const officer = await stage.enter(await stage.person('nbc-register', 'nbc_officer'), list)
    await officer.row(`${name} rad`).shows('辐射监测仪', '江苏省南京市', '尚未接入', `${day(-3)} 逾期 3 天`, day(60))
    await officer.row(`${name} chem`).shows(day(5), '剩 5 天')
    await officer.row(`${name} bio`).shows(day(90))
    await officer.row(`${name} bio`).lacks('逾期')
    await officer.part('radiogroup', '视图').words('地图').click()
    await officer.button(new RegExp(`${name} rad`)).click()
    await officer.shows(/^不可用：.*校准逾期/)
  }, 120_000)

  it('an event of the highest level is decided by two different officers', async () => {
    const id = await detect(1)
    const path = `/mon/nbc/event/${id}`
    const officer = await stage.enter(await stage.person('nbc-first', 'nbc_officer'), path)
    await officer.shows('单台未核实，不升 1 级，不对外发布。')
    await officer.press('提交复核')
    await officer.dialog('提交现场复核').fill({ 说明: '手持仪阳性' })
    await officer.answer('提交现场复核', '提交')
    await officer.shows('须由另一人处理')

    const second = await stage.openMachine()
    await second.signIn(await stage.person('nbc-second', 'nbc_officer'), path)
    await second.press('同意')
    await second.answer('同意处理意见', '提交')
    await second.button('提交确证').appears()
    const colleague = await stage.colleague()
    const { event } = await colleague.call(nbcEventEndpoints.detail, { params: { id } })
    expect(event).toMatchObject({ state: 'local_confirmed', severity: 1, proposal: null })

    const auditor = await stage.openMachine()
    await auditor.signIn(await stage.person('nbc-reader', 'auditor'), path)
    await auditor.shows('手持仪阳性')
    expect(await auditor.button('提交确证').isThere()).toBe(false)
  }, 180_000)

  it('a drill is started and ended by an officer, and marks the page while it runs', async () => {
    const officer = await stage.enter(await stage.person('nbc-drill', 'nbc_officer'), '/mon/nbc/event/list')
    await officer.part('switch', '演练').click()
    await officer.dialog('开始演练').fill({ 演练名称: '旅程演练' })
    await officer.answer('开始演练', '开始演练')
    await officer.shows(/旅程演练 · 演练事件的处置与报告均不外发/)
    await officer.press('结束演练')
    await officer.answer('结束演练', '结束演练')
    const colleague = await stage.colleague()
    await expect.poll(() => colleague.call(nbcEventEndpoints.drill, {}), { interval: 500 }).toBeNull()
  })

  it('[BZ-14] measurements are shown by equipment and substance, as list and curve with thresholds and alarm level, and exported', async () => {
    const colleague = await stage.colleague()
    const name = fresh('数据站 ')
    const { id: stationId } = await buildStation(colleague, name)
    const clientId = fresh('CA-320100-')
    const built = await buildDevice(colleague, { name, clientId, kind: 'chem', stationId })
    await colleague.call(nbcEquipment.endpoints.create, {
      body: { deviceId: built.id, detector: 'IMS', alarmL1: 1, alarmL2: 3, alarmL3: 5 },
    })
    const device = await FieldDevice.connect(stage.server.mqttPort, built.credential)
    const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    for (const minutes of [4, 3, 2])
      await device.report({ chem_bar: 4, chem_g: 0.02 }, endMs - minutes * MINUTE_MS + 1_000)
    await device.tell('nbc.chem', { agent: 'G', bars: 4, conf: 0.7 }, 2)
    await device.leave()
    const span = { deviceId: built.id, from: endMs - 60 * MINUTE_MS, to: endMs }
    const seen = async () => {
      const { bars, concentrations } = await colleague.call(nbcEndpoints.chem, { query: span })
      const { devices } = await colleague.call(nbcEndpoints.devices, { query: { kind: 'chem' } })
      const severity = devices.find(({ id }) => id === built.id)?.severity ?? null
      const isMeasured = concentrations.some(({ avg }) => avg.some((value) => value !== null))
      return [bars?.avg.includes(4), isMeasured, severity !== null]
    }
    await expect.poll(seen, { interval: 1_000 }).toEqual([true, true, true])
    const page = `/mon/nbc/data?~=${encodeURIComponent(JSON.stringify({ tab: 'chem', device: built.id, span: '6h' }))}`
    const officer = await stage.enter(await stage.person('nbc-data', 'nbc_officer'), page)
    await officer.shows(new RegExp(`\\d 级 · ${name}`), '毒剂报警格数', '神经性毒剂（G）浓度')
    await officer.part('img', '4 / 8 格').appears()
    await officer.shows(/仪器 1 级/)
    const { name: fileName, path } = await officer.saves(async () => {
      await officer.press('导出')
      await officer.part('menuitem', 'CSV').click()
    })
    expect(fileName).toBe(`核生化数据 ${name}.csv`)
    const file = await readFile(path, 'utf8')
    expect(file).toMatch(/^时间,毒剂报警格数（格）,神经性毒剂（G）浓度/m)
    expect(file).toMatch(/,4,0\.02,/)
  }, 180_000)
})
