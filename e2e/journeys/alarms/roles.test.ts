import { alarmEndpoints } from '@natim/contract/mon/alarm'
import { expect, it } from 'vitest'
import { raiseAlarm } from '../../drivers/alarm-desk.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const LIST = '/mon/alarm/list'

describeInBrowser('alarms by role', () => {
  const stage = setStage()

  it('[BZ-20] an officer of the province handles its alarms; one of another province neither sees nor opens them', async () => {
    const { station, alarm } = await raiseAlarm(stage, 3)
    const officer = await stage.enter(await stage.person('alarm_jiangsu', 'prov_duty', ['32']), LIST)
    await officer.row(station).click()
    await officer.shows('为什么报警')
    await officer.fill({ 确认说明: '已通知园区' })
    await officer.press('确认')
    await officer.row(station).shows('处置中')

    const stranger = await stage.openMachine()
    const zhejiang = await stage.person('alarm_zhejiang', 'prov_duty', ['33'])
    await stranger.signIn(zhejiang, LIST)
    await stranger.seesPage(/报警中心/)
    expect(await stranger.row(station).isThere()).toBe(false)
    const query = { id: alarm.id }
    const byApi = await stage.colleague(zhejiang)
    await expect(byApi.call(alarmEndpoints.detail, { query })).rejects.toThrow('未找到对应数据')
  })

  it('[BZ-20] an auditor reads what was done and by whom, but cannot act', async () => {
    const { station } = await raiseAlarm(stage, 3)
    const officer = await stage.enter(ADMIN, LIST)
    await officer.row(station).click()
    await officer.fill({ 确认说明: '已电话核实' })
    await officer.press('确认')
    await officer.row(station).shows('处置中')

    const auditor = await stage.openMachine()
    await auditor.signIn(await stage.person('alarm_auditor', 'auditor'), LIST)
    await auditor.row(station).click()
    await auditor.part('region', '处理记录').shows('已电话核实')
    for (const name of ['确认', '搁置', '关闭', '发起演练'])
      expect(await auditor.button(name).isThere(), name).toBe(false)
    await auditor.pressKey('c')
    expect(await auditor.dialog('关闭报警').isThere()).toBe(false)
    await auditor.pressKey('Escape')
    const file = await auditor.saves(() => auditor.press('导出'))
    expect(file.name).toMatch(/报警.*\.xlsx?$/)
  })

  it('[BZ-20] a drill is started by an officer, is marked on every console, and ends with one press', async () => {
    const { station, alarm } = await raiseAlarm(stage, 4)
    const officer = await stage.enter(await stage.person('alarm_drill', 'nat_duty'), LIST)
    const other = await stage.openMachine()
    await other.signIn(ADMIN, LIST)
    await officer.press('发起演练')
    const form = officer.dialog('发起演练')
    await form.choose('设备', new RegExp(alarm.deviceName ?? station))
    await form.fill({ 演练原因: '季度联合演练' })
    await form.press('开始演练')
    await officer.message('success').shows('演练已开始')

    await other.row(station, '演练').click()
    await other.shows('不是真实报警')
    await other.press('结束演练')
    await other.answer('结束演练', '结束演练')
    await other.shows('演练已结束')
  })
})
