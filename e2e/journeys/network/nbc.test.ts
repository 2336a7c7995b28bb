import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('nuclear, biological, chemical', () => {
  const stage = setStage()

  /** What a detector tells, once it is an event; its id. */
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
    await expect.poll(found, { timeout: 60_000, interval: 500 }).toBeDefined()
    return (await found()) ?? ''
  }

  it('[BZ-14] an event of the gravest level is decided by two officers, the first of whom may not be the second', async () => {
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

  it('a drill is begun and ended by an officer, and marks the page while it runs', async () => {
    const officer = await stage.enter(await stage.person('nbc-drill', 'nbc_officer'), '/mon/nbc/event/list')
    await officer.part('switch', '演练').click()
    await officer.dialog('开始演练').fill({ 演练名称: '旅程演练' })
    await officer.answer('开始演练', '开始演练')
    await officer.shows(/旅程演练 · 演练事件的处置与报告均不外发/)
    await officer.press('结束演练')
    await officer.answer('结束演练', '结束演练')
    const colleague = await stage.colleague()
    await expect.poll(() => colleague.call(nbcEventEndpoints.drill, {}), { timeout: 20_000, interval: 500 }).toBeNull()
  })
})
