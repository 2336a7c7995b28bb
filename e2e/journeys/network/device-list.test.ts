import { readFile } from 'node:fs/promises'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { filtered } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const LIST = '/mon/device/list'

describeInBrowser('the list of devices', () => {
  const stage = setStage()

  it('[BZ-04] shows code, name, type, department, position, state, last report and client id; rows are changed, deleted, imported, exported and searched', async () => {
    const colleague = await stage.colleague()
    const mark = fresh('dl')
    const [station, clientId] = [`站 ${mark}`, fresh('AQ-320100-')]
    const { id: stationId } = await buildStation(colleague, station)
    const { id, credential } = await buildDevice(colleague, { name: `甲 ${mark}`, clientId, kind: 'air', stationId })
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now())
    const { deviceNo } = await colleague.call(deviceEndpoints.get, { query: { id } })

    const operator = await stage.enter(ADMIN, filtered(LIST, { keyword: mark }))
    await operator.press(/选择显示的列/)
    for (const column of ['编号', '设备类型', '归属部门', '经度', '纬度']) await operator.check(column)
    await operator.pressKey('Escape')
    const row = operator.row(`甲 ${mark}`)
    await row.shows(clientId, '空气毒性监测仪', '国家监测中心', '118.72', '32.22', '在线', /刚刚|秒前/)
    await row.shows(`${deviceNo}`)
    await device.leave()

    await operator.pressInRow(`甲 ${mark}`, `编辑 甲 ${mark}`)
    await operator.dialog('编辑设备').fill({ 设备名称: `乙 ${mark}` })
    await operator.answer('编辑设备', '保存')
    await operator.row(`乙 ${mark}`).appears()

    // The exported file is imported again, over a change made by another user meanwhile.
    const exported = await operator.saves(() => operator.press('导出'))
    expect(exported.name).toBe('设备列表.xlsx')
    const { name: _, ...kept } = await colleague.call(deviceEndpoints.get, { query: { id } })
    await colleague.call(deviceEndpoints.update, { body: { ...kept, name: `丙 ${mark}` } })
    await operator.press('导入')
    const dialog = operator.dialog('导入EXCEL')
    await dialog.chooseFile({ name: exported.name, buffer: await readFile(exported.path) })
    await dialog.shows(exported.name)
    await dialog.press('核对后导入')
    await operator.press('开始核对')
    await operator.part('tab', '更新 1').appears()
    await operator.press('提交 1 行')
    await operator.press('完成')
    await operator.open(filtered(LIST, { keyword: mark }))
    await operator.row(`乙 ${mark}`).appears()

    await buildDevice(colleague, { name: `丁 ${mark}`, clientId: fresh('GT-'), kind: 'gas', stationId })
    await operator.press('高级查询')
    const query = operator.dialog('高级查询')
    await query.choose('条件 1 字段', '客户端 ID')
    await query.fill({ '条件 1 值': clientId })
    await query.press('查询')
    await operator.row(`丁 ${mark}`).disappears()
    await operator.row(`乙 ${mark}`).appears()
    await operator.open(filtered(LIST, { keyword: mark }))

    // It has never reported, so no name has to be typed.
    await operator.chooseInRowMenu(`丁 ${mark}`, '删除')
    await operator.agree()
    await operator.row(`丁 ${mark}`).disappears()
    await operator.press('撤销')
    await operator.row(`丁 ${mark}`).appears()
  })
})
