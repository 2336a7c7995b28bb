import { beforeEach, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { equip } from '../../drivers/database.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { Bell, publish, to } from '../../drivers/notices.ts'
import { filtered } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const MY_NOTICES = '/isps/userAnnouncement'
const HOSTILE =
  '<p>请于今晚参加演练。</p><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 1">' +
  '<a href="javascript:window.hacked = 1">附件</a><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>'

describeInBrowser('announcements and the own account', () => {
  const stage = setStage()
  let bell: Bell
  beforeEach(() => {
    bell = new Bell(stage.operator)
  })

  it('[SH-47] [SH-48] one arrives live, is read from the bell and is harmless; the others are one click away', async () => {
    const reader = await stage.person('notice_reader', 'analyst')
    const operator = await stage.enter(reader)
    await bell.counts(0)
    const texts = { title: '夜间演练', msgAbstract: '今晚 20:00 演练', msgContent: HOSTILE }
    await publish(await stage.colleague(), { ...to(reader), ...texts, priority: 'H' })
    await bell.counts(1)
    await operator.notification().shows('今晚 20:00 演练')

    await bell.choose('夜间演练')
    await bell.detail.shows('请于今晚参加演练。', '发布人：系统管理员')
    expect(await bell.isHarmless('hacked')).toBe(true)
    await bell.counts(0)
    await bell.detail.close()

    await bell.open()
    await bell.panel.press('查看更多')
    await operator.arrivesAt(MY_NOTICES)
    await bell.panel.disappears()
    await operator.row('夜间演练').shows('已读')
  })

  it('[SH-49] one about a record opens its page; one about an unknown page opens itself and says so', async () => {
    const author = await stage.colleague()
    const { id: stationId } = await buildStation(author, '通知站')
    const device = { name: '通知氯气 1 号', clientId: 'E2E-NOTICE-1', kind: 'gas', stationId }
    const { id } = await buildDevice(author, device)
    const reader = await stage.person('notice_visitor', 'analyst')
    const about = { ...to(reader), msgCategory: '2', openType: 'component', busId: id } as const
    await publish(author, { ...about, title: '设备待校准', openPage: 'mon/device/DeviceDetail' })
    await publish(author, { ...about, title: '旧版消息', openPage: 'not/There', msgContent: '<p>旧版正文</p>' })
    const operator = await stage.enter(reader)
    await bell.counts(2)
    await bell.choose('旧版消息', '系统消息(2)')
    await operator.shows('找不到页面组件')
    await bell.detail.shows('旧版正文')
    await bell.detail.close()
    await bell.choose('设备待校准', '系统消息(1)')
    await operator.seesPage(device.name)
    expect(operator.path()).toContain(id)
    await bell.counts(0)
  })

  it('[SY-50] own announcements are found by title and sender, and read by opening them or all at once after confirmation', async () => {
    const finder = await stage.person('notice_finder', 'analyst')
    const author = await stage.colleague()
    for (const title of ['限值更新', '平台维护', '固件升级'])
      await publish(author, { ...to(finder), title, priority: 'M' })
    const operator = await stage.enter(finder, MY_NOTICES)
    const row = operator.row('限值更新')
    const others = operator.row('平台维护')
    await row.shows('通知公告', '系统管理员', '重要消息', '未读')
    await operator.filters().enter('标题', '限值')
    await others.disappears()
    await row.appears()
    await operator.filters().fill({ 发布人: '没有此人' })
    await operator.press('查询')
    await row.disappears()
    await operator.press('重置')

    await row.press(/^查看/)
    await bell.detail.part('heading', '限值更新').appears()
    await bell.detail.close()
    await row.shows('已读')
    await others.shows('未读')
    await operator.press('全部标注已读')
    await operator.agree()
    await others.shows('已读')
    await bell.counts(0)
  })

  it('[SH-62] the account centre shows profile, announcements and operations; settings save at once and persist', async () => {
    const owner = await stage.person('notice_owner', 'analyst')
    await equip(stage.server.dataDir, owner.username, { phone: '13800002761', departs: { Q62: '演练中心' } })
    await publish(await stage.colleague(), { ...to(owner), title: '给各位的通知' })
    const operator = await stage.enter(owner, '/account/center')
    await operator.part('main').shows('演练中心', '分析员', '138****2761', '给各位的通知', '登录成功')
    await operator.part('main').follow('个人设置')
    await operator.arrivesAt('/account/settings/base')

    await operator.enter('姓名', '周海宁')
    await operator.shows('已保存')
    await operator.part('banner').shows('欢迎您，周海宁')
    await operator.uncheck('朗读新通知')
    await operator.part('radiogroup', '外观').words('深色').click()
    await operator.reload()
    await operator.part('banner').shows('欢迎您，周海宁')
    expect(await operator.valueOf('姓名')).toBe('周海宁')
    expect(await operator.appearance()).toBe('dark')
    expect(await operator.isChecked('朗读新通知')).toBe(false)
    await operator.press('修改密码')
    await operator.dialog('修改密码').appears()
  })

  it('[CA-120] a row saved elsewhere appears live, and after a network change both sockets reconnect at once', async () => {
    await buildStation(await stage.colleague(), '换名前的站')
    const list = filtered('/mon/station/list', { name: '换名' })
    const operator = await stage.enter(ADMIN, list)
    await operator.row('换名前的站').appears()
    const colleague = await stage.openMachine()
    await colleague.signIn(ADMIN, list)
    await colleague.row('换名前的站').press(/^编辑/)
    await colleague.dialog('编辑站点').fill({ 站点名称: '换名后的站' })
    await colleague.answer('编辑站点', '保存')
    await operator.row('换名后的站').appears()

    const sockets = operator.wire.watchSockets()
    const asked = ['/listByUser', '/mon/station/list'].map((path) => operator.wire.watch(path))
    await operator.wire.goOffline()
    await operator.wire.goOnline()
    for (const path of ['/websocket/', '/vxeSocket/'])
      await expect.poll(() => sockets.filter((url) => url.includes(path)).length).toBeGreaterThan(0)
    for (const calls of asked) await expect.poll(() => calls.length).toBeGreaterThan(0)
  })
})
