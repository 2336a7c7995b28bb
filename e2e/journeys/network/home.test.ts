import { expect, it } from 'vitest'
import { raiseAlarm } from '../../drivers/alarm-desk.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { fresh } from '../../drivers/fresh.ts'
import { publish, to } from '../../drivers/notices.ts'
import { Overview } from '../../drivers/overview.ts'
import { setStage } from '../../drivers/stage.ts'

const HOME = '/dashboard/analysis'

describeInBrowser('the home page', () => {
  const stage = setStage()

  it('links from a province to its alarms, and updates itself with a new one', async () => {
    const { station } = await raiseAlarm(stage, 2)
    const officer = await stage.enter(await stage.person('home-officer', 'nat_duty'), HOME)
    const link = officer.region('省级态势').part('link', /^江苏未关闭报警 \d+ 起$/)
    await officer.region('我的待办').shows(new RegExp(station))

    const { station: next } = await raiseAlarm(stage, 2)
    await expect.poll(() => officer.region('我的待办').read()).toContain(next)

    await link.click()
    await officer.arrivesAt(/\/mon\/alarm\/list\?.*"view":"open","region":"32"/)
    await officer.row(station).appears()
    await officer.row(next).appears()
  })

  it('[BZ-01] shows devices, readings, toxic and infectious alarms by area, visits and announcements; each links to its list', async () => {
    const account = await stage.person('home-national', 'nat_duty')
    const toxic = await raiseAlarm(stage, 3, { kind: 'gas', metric: 'tvoc', limit: 10 })
    const infectious = await raiseAlarm(stage, 4, { kind: 'bio', metric: 'bio_ratio', limit: 20 })
    const title = fresh('值班安排')
    const texts = { title, msgContent: '<p>今晚加强值守</p>', msgAbstract: '加强值守' }
    await publish(await stage.colleague(), { ...to(account), ...texts, priority: 'M' })

    const officer = await stage.enter(account, HOME)
    const overview = new Overview(officer)
    const figures = officer.region('全网指标')
    await figures.shows(/台设备正在报警/)
    const readings = await overview.keyFigure('今日样本')
    await officer.region('最新公告').shows(title)
    await officer.region('系统访问').shows('今日登录', /次/)
    // Below the viewport: it loads when scrolled near.
    await officer.region('最近事件').hover()
    await officer.region('最近事件').shows(new RegExp(toxic.station))

    // Live update without user action.
    await officer.markPage()
    await infectious.end()
    await expect.poll(() => overview.keyFigure('今日样本')).not.toBe(readings)
    await expect.poll(() => officer.region('最近事件').read()).toMatch(/恢复.*站点/)
    expect(await officer.isSamePage()).toBe(true)

    for (const [concern, { station }] of Object.entries({ 毒性: toxic, 感染: infectious })) {
      await officer
        .region('省级态势')
        .part('link', new RegExp(`^江苏${concern}报警 \\d+ 起$`))
        .click()
      await officer.arrivesAt(/\/mon\/alarm\/list\?.*"region":"32","concern":/)
      await officer.row(station).appears()
      await officer.open(HOME)
    }
    for (const [status, code] of [
      ['在线', 'online'],
      ['离线', 'offline'],
    ] as const) {
      await figures.part('link', new RegExp(`${status}$`)).click()
      await officer.arrivesAt(new RegExp(`/mon/device/list\\?.*"status":"${code}"`))
      await officer.open(HOME)
    }
    await figures.press(/台设备正在报警$/)
    await officer.arrivesAt(/\/mon\/alarm\/list\?.*"view":"open"/)
    await officer.row(toxic.station).appears()
    await officer.open(HOME)
    await officer.region('最新公告').press('查看更多')
    await officer.arrivesAt('/isps/userAnnouncement')
    await officer.row(title).appears()
    await toxic.end()
  }, 150_000)

  it('is arranged per user, on every machine', async () => {
    await raiseAlarm(stage, 4)
    const account = await stage.person('home-arranger', 'nat_duty')
    const operator = await stage.enter(account, HOME)
    await operator.press('布局')
    await operator.press('隐藏系统访问')
    await operator.press('我的待办移到另一列')
    await operator.press('完成')
    await operator.region('我的待办').appears()

    const elsewhere = await stage.openMachine()
    await elsewhere.signIn(account, HOME)
    await elsewhere.region('我的待办').appears()
    expect(await elsewhere.region('系统访问').isThere()).toBe(false)
    const [todo, watch] = await Promise.all([elsewhere.region('我的待办').box(), elsewhere.region('限值关注').box()])
    expect(todo.x).toBe(watch.x)

    await elsewhere.press('布局')
    await elsewhere.press('恢复默认')
    await elsewhere.press('完成')
    await elsewhere.region('系统访问').appears()
  })

  it('[BZ-03] shows a metric over time and by area, for today, a week, a month and a year', async () => {
    await raiseAlarm(stage, 4)
    const operator = await stage.enter(await stage.person('home-reader', 'nat_duty'), HOME)
    const card = operator.region('区域趋势与排名')
    for (const [period, kind] of [
      ['今日', '小时均值'],
      ['近 7 天', '小时均值'],
      ['近 30 天', '日均值'],
      ['近一年', '日均值'],
    ] as const) {
      await card.press(period)
      await card.shows(new RegExp(kind))
    }
    await operator.arrivesAt(/"period":"year"/)
  })
})
