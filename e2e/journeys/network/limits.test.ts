import { it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('custom limits', () => {
  const stage = setStage()

  it("are a set with limits, and apply on a device's page as soon as they are saved", async () => {
    const { id, credential } = await buildAirStation(await stage.colleague())
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now() - 1_000)
    await device.leave()
    const [code, name] = [fresh('OWN-'), fresh('园区限值 ')]

    const operator = await stage.enter(ADMIN, '/mon/limitSet')
    await operator.startNew('限值集')
    const set = operator.dialog('新增限值集')
    await set.fill({ 生效日期: '2026-01-01', 名称: name, 编码: code, 标准号: 'Q/YQ 1', 出处: '园区管委会' })
    await set.choose('状态', '生效')
    await operator.answer('新增限值集', '保存')
    await operator.row(name).shows('生效')

    await operator.open('/mon/limit')
    await operator.startNew('限值')
    const limit = operator.dialog('新增限值')
    await limit.find('限值集', `${name}（${code}）`)
    await limit.find('监测因子', '细颗粒物 PM2.5（pm25，µg/m³）')
    await limit.find('类别', '自定')
    await limit.choose('平均时间', '瞬时值')
    await limit.choose('严重程度', '一般')
    await limit.fill({ 限值: '44.5', 单位: '℃' })
    await limit.press('保存')
    await limit.shows('不能由 ℃ 换算')
    await limit.fill({ 单位: 'ug/m3' })
    await operator.answer('新增限值', '保存')

    await operator.open(`/mon/device/detail/${id}`)
    await operator.openTab(/^通道/)
    await operator.row(/PM2\.5/).shows('自定限值 44.5')
  })
})
