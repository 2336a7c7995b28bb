import { expect, it } from 'vitest'
import { raiseAlarm } from '../../drivers/alarm-desk.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const LIST = '/mon/alarm/list'

describeInBrowser('alarms on duty', () => {
  const stage = setStage()

  it('[BZ-20] an officer acknowledges with a note, and another one sees it without a reload', async () => {
    const { station } = await raiseAlarm(stage, 2)
    const first = await stage.enter(ADMIN, LIST)
    const second = await stage.openMachine()
    await second.signIn(await stage.person('alarm_second', 'nat_duty'), LIST)
    await second.row(station).shows('未确认')
    await second.markPage()

    await first.row(station).click()
    await first.shows('为什么报警')
    await first.press('确认')
    await first.shows('请填写确认说明')
    await first.fill({ 确认说明: '已电话核实' })
    await first.press('确认')
    await first.row(station).shows('处置中')

    await second.row(station).shows('处置中')
    expect(await second.isSamePage()).toBe(true)
  })

  it('[BZ-20] shows the second officer who acted first, and keeps the input', async () => {
    const { station, alarm } = await raiseAlarm(stage, 2)
    const second = await stage.openMachine()
    await second.signIn(await stage.person('alarm_second', 'nat_duty'), LIST)
    await second.row(station).click()
    await second.fill({ 确认说明: '正在核实' })

    const first = await stage.enter(ADMIN, LIST)
    await first.row(station).click()
    await first.fill({ 确认说明: '已电话核实' })
    await first.press('确认')
    await first.row(station).shows('处置中')

    await second.shows(/管理员 \d\d:\d\d:\d\d 已确认/)
    expect(await second.valueOf('确认说明')).toBe('正在核实')
    await second.press('仅评论')
    await second.part('region', '处理记录').shows('正在核实')
    expect(alarm.acked).toBe(false)
  })

  it('[BZ-20] shelves an alarm for some time, and closes it with a code', async () => {
    const { station } = await raiseAlarm(stage, 3)
    const operator = await stage.enter(ADMIN, LIST)
    await operator.row(station).click()
    await operator.shows('为什么报警')
    await operator.pressKey('s')
    await operator.dialog('搁置报警').fill({ 搁置原因: '检修放空' })
    await operator.answer('搁置报警', '搁置')
    await operator.row(station).shows('已搁置')
    await operator.shows('取消搁置')

    await operator.pressKey('c')
    await operator.dialog('关闭报警').check('设备故障')
    await operator.answer('关闭报警', '确认关闭')
    await operator.shows('已关闭')
    await operator.pressKey('Escape')
    await operator.words('历史').click()
    await operator.row(station).shows('已关闭')
  })
})
