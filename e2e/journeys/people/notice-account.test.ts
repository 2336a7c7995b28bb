import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount, equip } from '../../drivers/database.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { Bell, publish } from '../../drivers/notices.ts'
import { setStage } from '../../drivers/stage.ts'

const MY_NOTICES = '/isps/userAnnouncement'
const HOSTILE =
  '<p>请于今晚参加演练。</p><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">' +
  '<a href="javascript:window.hacked = 1">附件</a><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>'

describeInBrowser('announcements and the own account', () => {
  const stage = setStage()
  let author: Colleague
  beforeAll(async () => {
    author = await Colleague.signIn(stage.server.url, ADMIN)
    for (const name of ['reader', 'finder', 'owner']) await addAccount(stage.server.dataDir, name, 'analyst')
  })
  let bell: Bell
  beforeEach(() => {
    bell = new Bell(stage.operator)
  })
  const signInAs = (username: string) => stage.operator.signIn({ username, password: ADMIN.password })

  it('[SH-47] [SH-48] one arrives by itself, is read from the bell and is harmless; more of them are one click away', async () => {
    const { operator } = stage
    await signInAs('reader')
    await bell.counting(0).waitFor()
    await publish(author, { title: '夜间演练', msgAbstract: '今晚 20:00 演练', msgContent: HOSTILE, priority: 'H' })
    await bell.counting(1).waitFor()
    await operator.notification().getByText('今晚 20:00 演练').waitFor()

    await bell.choose('夜间演练')
    await bell.panel().waitFor({ state: 'hidden' })
    await bell.detail().getByText('请于今晚参加演练。').waitFor()
    await bell.detail().getByText('发布人：系统管理员').waitFor()
    expect(await bell.detail().locator('script, iframe, [onerror], [href^="javascript"]').count()).toBe(0)
    expect(await operator.page.evaluate(() => 'hacked' in window)).toBe(false)
    await bell.counting(0).waitFor()
    await bell.closeDetail()

    await bell.open()
    await bell.panel().getByRole('link', { name: '查看更多' }).first().click()
    await operator.page.waitForURL(`**${MY_NOTICES}`)
    await bell.panel().waitFor({ state: 'hidden' })
    await operator.row('夜间演练').getByText('已读').waitFor()
  })

  it('[SH-49] one about a record opens its page; one about a page nobody has opens itself and says so', async () => {
    const { operator } = stage
    const { id: stationId } = await buildStation(author, '江北园区站')
    const device = { name: '江北氯气 1 号', clientId: 'E2E-NOTICE-1', kind: 'gas', stationId }
    const { id } = await buildDevice(author, device)
    await signInAs('reader')
    const about = { msgCategory: '2', openType: 'component', busId: id } as const
    await publish(author, { ...about, title: '设备待校准', openPage: 'mon/device/DeviceDetail' })
    await publish(author, { ...about, title: '旧版消息', openPage: 'not/There', msgContent: '<p>旧版正文</p>' })
    await bell.counting(2).waitFor()
    await bell.choose('旧版消息', '系统消息(2)')
    await operator.page.getByText('找不到页面组件').waitFor()
    await bell.detail().getByText('旧版正文').waitFor()
    await bell.closeDetail()
    await bell.choose('设备待校准', '系统消息(1)')
    await operator.page.getByRole('heading', { name: device.name }).waitFor()
    expect(operator.path()).toContain(id)
    await bell.counting(0).waitFor()
  })

  it('[SY-50] my announcements are found by title and sender, read by opening them, or all at once after a question', async () => {
    const { operator } = stage
    for (const title of ['限值更新', '平台维护', '固件升级']) await publish(author, { title, priority: 'M' })
    await signInAs('finder')
    await operator.open(MY_NOTICES)
    const row = operator.row('限值更新')
    for (const text of ['通知公告', '系统管理员', '重要消息', '未读']) await row.getByText(text).waitFor()
    await operator.search('标题', '限值')
    await operator.row('平台维护').waitFor({ state: 'hidden' })
    await row.waitFor()
    await operator.page.getByRole('textbox', { name: '发布人' }).fill('没有此人')
    await operator.press('查询')
    await row.waitFor({ state: 'hidden' })
    await operator.press('重置')

    await operator.pressInRow('限值更新', '查看')
    await bell.detail().getByRole('heading', { name: '限值更新' }).waitFor()
    await bell.closeDetail()
    await row.getByText('已读').waitFor()
    await operator.row('平台维护').getByText('未读').waitFor()
    await operator.press('全部标注已读')
    await operator.agree()
    await operator.row('平台维护').getByText('已读').waitFor()
    await bell.counting(0).waitFor()
  })

  it('[SH-62] the account centre shows me, my mail and my deeds; the settings save at once and last', async () => {
    const { operator } = stage
    await equip(stage.server.dataDir, 'owner', { phone: '13800002761', departs: { E2E: '演练中心' } })
    await publish(author, { title: '给各位的通知' })
    await signInAs('owner')
    await operator.open('/account/center')
    const main = operator.page.getByRole('main')
    for (const text of ['演练中心', '分析员', '138****2761', '给各位的通知', '登录成功']) {
      await main.getByText(text).first().waitFor()
    }
    await main.getByRole('button', { name: '个人设置' }).click()
    await operator.page.waitForURL('**/account/settings/base')

    const name = operator.page.getByRole('textbox', { name: '姓名' })
    await name.fill('周海宁')
    await name.press('Enter')
    await operator.page.getByText('已保存').waitFor()
    await operator.header().getByText('欢迎您，周海宁').waitFor()
    await operator.page.getByRole('switch', { name: '朗读新通知' }).click()
    await operator.page.getByRole('radiogroup', { name: '外观' }).getByText('深色').click()
    await operator.page.reload()
    await operator.header().getByText('欢迎您，周海宁').waitFor()
    expect(await name.inputValue()).toBe('周海宁')
    expect(await operator.page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await operator.page.getByRole('switch', { name: '朗读新通知' }).isChecked()).toBe(false)
    await operator.press('修改密码')
    await operator.page.getByRole('dialog', { name: '修改密码' }).waitFor()
  })

  it('[CA-120] a row saved elsewhere appears by itself, and after a network change both sockets are back at once', async () => {
    const { operator } = stage
    await buildStation(author, '旧站名')
    await operator.signIn(ADMIN)
    await operator.open('/mon/station/list')
    await operator.row('旧站名').waitFor()
    const colleague = await stage.openMachine()
    await colleague.signIn(ADMIN)
    await colleague.open('/mon/station/list')
    await colleague.pressInRow('旧站名', '编辑')
    await colleague.fillIn({ 站点名称: '新站名' })
    await colleague.confirm('保存')
    await operator.row('新站名').waitFor()

    const { page } = operator
    const opened = ['/websocket/', '/vxeSocket/'].map((path) =>
      page.waitForEvent('websocket', (socket) => socket.url().includes(path)),
    )
    const asked = ['/listByUser', '/mon/station/list'].map((path) =>
      page.waitForRequest((request) => request.url().includes(path)),
    )
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await Promise.all([...opened, ...asked])
  })
})
