import { expect, it } from 'vitest'
import { raiseAlarm } from '../../drivers/alarm-desk.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { setStage } from '../../drivers/stage.ts'

const HOME = '/dashboard/analysis'

describeInBrowser('the home page', () => {
  const stage = setStage()

  it('leads from the alarms of a province to these, and follows a new one by itself', async () => {
    const { station } = await raiseAlarm(stage, 2)
    const officer = await stage.enter(await stage.person('home-officer', 'nat_duty'), HOME)
    const link = officer.region('省级态势').part('link', /^江苏未关闭报警 \d+ 起$/)
    await officer.region('我的待办').shows(new RegExp(station))

    const { station: next } = await raiseAlarm(stage, 2)
    await expect.poll(() => officer.region('我的待办').read(), { timeout: 45_000 }).toContain(next)

    await link.click()
    await officer.arrivesAt(/\/mon\/alarm\/list\?.*"view":"open","region":"32"/)
    await officer.row(station).appears()
    await officer.row(next).appears()
  })

  it('is arranged by each user, on every machine of theirs', async () => {
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

  it('[BZ-03] shows a metric over time and by area, of today, a week, a month and a year', async () => {
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
