import { wallScreen } from '@natim/contract/mon/wall.resource'
import { calendarDayGmt8, DAY_MS, parseGmt8 } from '@natim/domain/time'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'
import { dragShownPlace } from '../../drivers/wall-desk.ts'

describeInBrowser('two browsers on one wall', () => {
  // A console of its own: severe alarms of other journeys would take over corners.
  const stage = setStage({ env: {}, webgl: true })

  async function network() {
    const colleague = await stage.colleague()
    const { id: stationId } = await buildStation(colleague, fresh('大屏站 '))
    const name = fresh('大屏甲 ')
    const { credential } = await buildDevice(colleague, { name, clientId: fresh('WL-320100-'), kind: 'air', stationId })
    const { id } = await colleague.call(wallScreen.endpoints.create, { body: { name: fresh('值守屏 ') } })
    return { name, credential, path: `/mon/wall/${id}` }
  }

  it('show the same selection, live and in history mode', async () => {
    const { name, credential, path } = await network()
    const desk = await stage.enter(ADMIN)
    await desk.load(path)
    const hall = await stage.openMachine()
    await hall.signIn(ADMIN)
    await hall.load(`${path}?view=leftTop`)
    await hall.part('button', '请选择设备').appears()

    await desk.pressKey('1')
    await desk.pressKey('d')
    await desk.fill({ 搜索设备: name })
    await desk.button(new RegExp(name)).click()
    await hall.region(`左上：${name}`).appears()
    await desk.region(`左上：${name}`).appears()
    // One tile of a video wall shows only its corner.
    expect(await hall.region(/^右上/).isThere()).toBe(false)

    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now())
    await hall.words('41').appears()

    await desk.words('历史').click()
    await hall.words(/· 历史/).appears()
    await desk.words('实时').click()
    await hall.words(/最近 60 分钟/).appears()
  })

  it('[BZ-08] have four corners with a common date, start and end, kept while the tab is open', async () => {
    const { name, credential, path } = await network()
    const device = await FieldDevice.connect(stage.server.mqttPort, credential)
    await device.report({ pm25: 41 }, Date.now())
    const desk = await stage.enter(ADMIN)
    await desk.load(path)
    for (const corner of ['左上', '右上', '左下', '右下']) await desk.region(new RegExp(`^${corner}：`)).appears()
    for (const key of ['1', '4']) {
      await desk.pressKey(key)
      await desk.pressKey('d')
      await desk.fill({ 搜索设备: name })
      await desk.button(new RegExp(name)).click()
    }
    for (const corner of ['左上', '右下']) await desk.region(`${corner}：${name}`).shows('41')

    await desk.words('历史').click()
    const yesterday = calendarDayGmt8(Date.now() - DAY_MS)
    const asked = desk.wire.watch('/mon/wall/series')
    await desk.enter('日期', yesterday)
    await desk.enter('开始时间', '00:00:01')
    await desk.enter('结束时间', '00:00:00')
    await desk.shows('结束时间必须晚于开始时间！')
    await desk.enter('结束时间', '23:59:58')
    const inEach = async () => {
      for (const corner of ['左上', '右下'])
        await desk
          .region(`${corner}：${name}`)
          .part('img', /00:00:01–23:59:58$/)
          .appears()
    }
    await inEach()
    const asksFor = () => new URL(asked.at(-1)?.url ?? stage.server.url).searchParams.get('from')
    await expect.poll(asksFor).toBe(String(parseGmt8(`${yesterday} 00:00:01`)))
    await desk.reload()
    await inEach()
    expect(asksFor()).toBe(String(parseGmt8(`${yesterday} 00:00:01`)))
    expect(await desk.valueOf('日期')).toBe(yesterday)
    expect(await desk.valueOf('开始时间')).toBe('00:00:01')
    expect(await desk.valueOf('结束时间')).toBe('23:59:58')
  })

  it('drag a place from the map onto a corner, and play a day at ×600', async () => {
    const { name, path } = await network()
    const desk = await stage.enter(ADMIN)
    await desk.load(path)
    await desk.pressKey('1')
    await desk.pressKey('d')
    await desk.fill({ 搜索设备: name })
    await desk.button(new RegExp(name)).click()
    await desk.region(`左上：${name}`).appears()
    await dragShownPlace(desk, desk.region(/^右下：/))
    // All devices of this file share one position, so any of them may be on top.
    await desk.region(/^右下：大屏甲/).appears()

    await desk.words('历史').click()
    const controls = desk.part('toolbar', '大屏控制')
    const cursorS = async () => {
      const [hours = 0, minutes = 0, seconds = 0] = (
        /\d\d:\d\d:\d\d(?!.*\d\d:\d\d)/s.exec(await controls.read())?.[0] ?? ''
      )
        .split(':')
        .map(Number)
      return hours * 3_600 + minutes * 60 + seconds
    }
    await desk.choose('速度', '×600')
    const beforeS = await cursorS()
    await controls.press('播放')
    await expect.poll(cursorS).not.toBe(beforeS)
    // The speed is a ratio of two clocks, whatever else the machine does.
    const [fromS, startedMs] = [await cursorS(), performance.now()]
    await expect.poll(async () => Math.abs((await cursorS()) - fromS)).toBeGreaterThan(1_800)
    const speed = Math.abs((await cursorS()) - fromS) / ((performance.now() - startedMs) / 1_000)
    expect(speed).toBeGreaterThan(300)
    expect(speed).toBeLessThan(1_200)
    await controls.press('暂停')
    const stoppedS = await cursorS()
    expect(await cursorS()).toBe(stoppedS)
  }, 60_000)

  it('show a message for an unknown screen', async () => {
    const operator = await stage.enter(ADMIN)
    await operator.load('/mon/wall/nowhere')
    await operator.words('大屏不存在或无权查看').appears()
  })
})
