import { satellite } from '@natim/contract/mon/satellite.resource'
import { writeTle } from '@natim/domain/sat-tle'
import { DAY_MS, formatGmt8, HOUR_MS } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildStation } from '../../drivers/network.ts'
import { chooseLastPass, chooseNextPass } from '../../drivers/satellite-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const ring = (size: number) =>
  JSON.stringify({
    type: 'Polygon',
    coordinates: [
      [
        [118.6, 32.1],
        [118.6 + size, 32.1],
        [118.6 + size, 32.1 + size],
        [118.6, 32.1 + size],
        [118.6, 32.1],
      ],
    ],
  })
const CROSSED = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [118, 32],
      [119, 33],
      [119, 32],
      [118, 33],
      [118, 32],
    ],
  ],
})
const SATELLITES = 6

describeInBrowser('a satellite task', () => {
  const stage = setStage()

  /** Created by whichever test runs first. */
  let prepared: Promise<void> | undefined
  async function prepare(): Promise<void> {
    const colleague = await stage.colleague()
    await buildStation(colleague, fresh('江北站 '))
    for (let index = 0; index < SATELLITES; index += 1) {
      const orbit = {
        inclinationDeg: 97.8,
        raanDeg: index * 60,
        anomalyDeg: index * 130,
        meanMotion: 14.6 + index * 0.05,
      }
      const [tle1, tle2] = writeTle({ noradId: 90_101 + index, epochMs: Date.now() - HOUR_MS, ...orbit })
      const form = { code: fresh('JR-'), name: `行星 ${index}`, sensorType: 'SAR' as const, status: 'on' as const }
      const body = { ...form, swathKm: 120, resM: 5, offNadirMax: 45, tle1, tle2 }
      await colleague.call(satellite.endpoints.create, { body })
    }
  }

  it('is requested by a planner, and refused and approved only by another person', async () => {
    await (prepared ??= prepare())
    const title = fresh('江北泄漏成像 ')
    const planner = await stage.enter(await stage.person('sat-planner', 'sat_planner'), '/mon/sat/task')
    await planner.press('新建任务')
    await planner.seesPage('新建卫星任务')
    await planner.fill({ 任务名称: title })

    await planner.press('粘贴')
    await planner.dialog('粘贴任务区').fill({ 'GeoJSON 或 KML': CROSSED })
    await planner.dialog('粘贴任务区').press(/使\s*用/)
    await planner.shows('区域多边形自相交，请重新绘制！')
    expect(await planner.button('计算过境').isDisabled()).toBe(true)

    await planner.press('粘贴')
    await planner.dialog('粘贴任务区').fill({ 'GeoJSON 或 KML': ring(0.3) })
    await planner.dialog('粘贴任务区').press(/使\s*用/)
    await planner.shows('无自相交')

    await planner.choose('传感器', 'SAR')
    await planner.enter('窗口结束', formatGmt8(Date.now() + 3 * DAY_MS))
    await planner.enter('窗口开始', formatGmt8(Date.now() + HOUR_MS))
    await planner.press('计算过境')
    await planner.part('table', '过境').row('JR-').appears()
    await chooseNextPass(planner)
    await chooseNextPass(planner)
    const ranking = planner.part('list', '排序方案')
    const order = async () => (await ranking.part('listitem').readAll()).map((text) => text.replaceAll(/\s+/g, ' '))
    const before = await order()
    expect(before).toHaveLength(2)
    await ranking.button(/^方案 A/).key('Alt+ArrowDown')
    const satelliteOf = (text: string | undefined) => /JR-\S+ · \S+/.exec(text ?? '')?.[0]
    await expect.poll(async () => satelliteOf((await order())[1])).toBe(satelliteOf(before[0]))

    await planner.press('提交审批')
    await planner.arrivesAt(/\/mon\/sat\/task\/\d+/)
    await planner.shows('等待有批准权限的人员处理')
    const path = planner.path()

    const officer = await stage.openMachine()
    await officer.signIn(await stage.person('sat-officer', 'nat_duty'), path)
    await officer.shows(/A 方案指令截止/)
    expect(await officer.button(/^驳\s*回$/).isDisabled()).toBe(true)
    await officer.fill({ 审批意见: '请缩小任务区' })
    await officer.press(/^驳\s*回$/)
    await officer.part('list', '任务记录').shows('请缩小任务区')

    await planner.reload()
    await planner.shows('已驳回')
    await planner.press('改为草稿')
    await planner.press('提交审批')
    await planner.shows('等待有批准权限的人员处理')
    await officer.reload()
    await officer.press('批准方案 A')
    await officer.part('list', '任务记录').shows('方案 A')

    await planner.reload()
    await planner.press('取消任务')
    await planner.dialog(/^取消任务/).fill({ 取消理由: '现场已处置' })
    await planner.dialog(/^取消任务/).press('取消任务')
    await planner.part('list', '任务记录').shows('现场已处置')
    await planner.load('/mon/sat/task?~=%7B%22tab%22%3A%22over%22%7D')
    await planner.row(title, '已取消').appears()
  })

  it('[BZ-15] takes its area from linked region fields, and cannot be approved by its author, whatever their permissions', async () => {
    await (prepared ??= prepare())
    const boss = await stage.enter(await stage.person('sat-boss', 'nat_admin'), '/mon/sat/task')
    await boss.press('新建任务')
    await boss.seesPage('新建卫星任务')
    await boss.fill({ 任务名称: fresh('自审 ') })
    // Linked area selection: province, then city.
    await boss.press('行政区')
    await boss.dialog('按行政区选择').choose('行政区', '江苏省', '南京市', '江宁区')
    await boss.dialog('按行政区选择').press(/使\s*用/)
    await boss.shows('无自相交')
    await boss.choose('传感器', 'SAR')
    await boss.enter('窗口结束', formatGmt8(Date.now() + 3 * DAY_MS))
    await boss.press('计算过境')
    await boss.part('table', '过境').row('JR-').appears()
    await chooseLastPass(boss)
    await boss.press('提交审批')
    await boss.arrivesAt(/\/mon\/sat\/task\/\d+/)
    await boss.shows('须由另一人处理')
    expect(await boss.button('批准方案 A').isDisabled()).toBe(true)
  })
})
