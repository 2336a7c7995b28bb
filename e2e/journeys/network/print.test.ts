import { deviceEndpoints } from '@natim/contract/mon/device'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildAirStation, buildStation } from '../../drivers/network.ts'
import { A4_WIDTH_PX, printed } from '../../drivers/printer.ts'
import { filtered } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const AT = /打印于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/
/** Shell texts that are on every page. */
const SHELL = ['退出登录', '更多']

describeInBrowser('print', () => {
  const stage = setStage()

  it('[BZ-25] has the full table of a list below its title, its filters and the time, without the shell', async () => {
    const colleague = await stage.colleague()
    const mark = fresh('打印站 ')
    const names = Array.from({ length: 45 }, (_, index) => `${mark} ${String(index + 1).padStart(2, '0')}`)
    for (const name of names) await buildStation(colleague, name)
    const operator = await stage.enter(ADMIN, filtered('/mon/station/list', { name: mark }))
    await operator.shows('1-20 共 45 条')

    const { text, count } = await printed(operator, () => operator.press('打印'))
    expect(text).toContain('站点管理')
    expect(text).toContain(`条件：站点名称：${mark} · 共 45 条 · 打印于`)
    expect(text).toMatch(AT)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
    for (const word of [...SHELL, '新增站点', '查询', '编辑']) expect(text).not.toContain(word)
    expect(count).toBeGreaterThan(1)
    await operator.shows('1-20 共 45 条')
    expect(await operator.row(mark).count()).toBe(20)
  })

  it('[BZ-25] has a chart with its channels, its range and the time, within the sheet', async () => {
    const colleague = await stage.colleague()
    const { id, name, credential } = await buildAirStation(colleague)
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now() - 60_000)
    await device.report({ pm25: 57 }, Date.now() - 1_000)
    await device.leave()
    const { channels } = await colleague.call(deviceEndpoints.overview, { params: { id } })
    const channel = channels[0]?.channelNo
    const state = encodeURIComponent(JSON.stringify({ channels: [channel] }))
    const operator = await stage.enter(ADMIN, `/mon/history?~=${state}`)
    await operator.seesPage('历史数据')
    await operator.shows(/^57$/)
    const { text, chartEdgesPx } = await printed(operator)
    expect(chartEdgesPx.length).toBeGreaterThan(0)
    expect(Math.max(...chartEdgesPx)).toBeLessThanOrEqual(A4_WIDTH_PX)
    expect(text).toContain('历史数据')
    expect(text).toMatch(/条件：时间：（\d{4}-\d\d-\d\d .*；通道：/)
    expect(text).toContain(name)
    expect(text).toMatch(AT)
    for (const word of SHELL) expect(text).not.toContain(word)
  })

  it.each([
    ['/mon/aqi', '空气质量', /条件：城市；日报 \d{4}-\d\d-\d\d；全国 · 打印于/],
    ['/mon/alarm/stats', '报警统计', /条件：时段：30 天；区域：全国 · 打印于/],
  ])('[BZ-25] has reports with their settings: %s', async (path, title, line) => {
    const operator = await stage.enter(ADMIN, path)
    await operator.seesPage(title)
    const { text, count } = await printed(operator)
    expect(text).toContain(title)
    expect(text).toMatch(line)
    for (const word of SHELL) expect(text).not.toContain(word)
    expect(count).toBeGreaterThan(0)
  })
})
