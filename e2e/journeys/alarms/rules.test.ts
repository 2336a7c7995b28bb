import { formatShortTime } from '@natim/domain/format'
import { MINUTE_MS } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('alarm rules', () => {
  const stage = setStage()

  it('are edited, backtested on stored samples, saved as a version, and disabled', async () => {
    const { credential, name: device } = await buildAirStation(await stage.colleague())
    const field = await FieldDevice.connect(stage.server.mqttPort, credential)
    const fromMs = Date.now() - 30 * MINUTE_MS
    // One episode of polluted air, ten minutes long.
    for (const [minute, pm25] of [40, 41, 180, 190, 40, 39].entries())
      await field.report({ pm25 }, fromMs + minute * 5 * MINUTE_MS - MINUTE_MS)
    await field.leave()
    const [code, name] = [fresh('R-'), fresh('颗粒物突升 ')]

    const operator = await stage.enter(ADMIN, '/mon/alarm/rule')
    await operator.press('新增报警规则')
    await operator.fill({ 规则名称: name, 规则编号: code })
    await operator.press('保存')
    await operator.region('级别分支').shows('至少需要一个级别分支')
    await operator.press('添加条件')
    await operator.part('menuitem', '设备').click()
    await operator.find('设备', device)
    await operator.press('添加条件')
    await operator.part('menuitem', '因子').click()
    await operator.find('因子', '细颗粒物 PM2.5')
    await operator.words('匹配 1 个通道').appears()
    await operator.press('添加分支')
    await operator.part('menuitem', '阈值').click()
    await operator.fill({ '分支 1 平均时间': '0', '分支 1 触发值': '150', '分支 1 持续时间': '0' })
    await operator.region('读作').shows('150 µg/m³', device)
    // The device is new: the days before its first sample were not judged.
    const since = formatShortTime(fromMs - MINUTE_MS)
    await operator.part('heading', `${since} 以来会触发 1 次`).appears()
    await operator.press('保存')
    await operator.words('v1 生效中').appears()

    await operator.fill({ '分支 1 触发值': '185' })
    await operator.part('table', '与 v1 的差别').shows('185')
    await operator.fill({ '分支 1 触发值': '500' })
    await operator.part('heading', `${since} 以来不会触发`).appears()
    await operator.words(/最接近的一次 .* 达到限值的 38 %/).appears()
    await operator.pressKey('Control+s')
    await operator.words('v2 生效中').appears()

    await operator.open('/mon/alarm/rule')
    await operator.enter('规则名称', name)
    await operator.row(name).shows(code, 'v2')
    await operator.part('switch', `启用 ${name}`).click()
    await operator.answer(`停用「${name}」？`, '停用')
    expect(await operator.isChecked(`启用 ${name}`)).toBe(false)
  })

  it('are created from templates, and are read-only without permission', async () => {
    const operator = await stage.enter(ADMIN, '/mon/alarm/rule')
    await operator.press('从模板新建')
    await operator.dialog('从模板新建').press('使用模板 AEGL 分级报警')
    await operator.region('读作').shows('AEGL-3', '报特别重大')

    const reader = await stage.enter(await stage.person(fresh('reader'), 'auditor'), '/mon/alarm/rule/rule-aegl')
    await reader.region('读作').shows('AEGL-3')
    await reader.words('需要 回测规则（mon:rule:simulate）').appears()
    expect(await reader.button('保存').isThere()).toBe(false)
  })
})
