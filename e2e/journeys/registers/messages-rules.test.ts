import { readFile } from 'node:fs/promises'
import { noticeEndpoints } from '@natim/contract/system/notice'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { chooseInCell, fillCell } from '../../drivers/cells.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { Bell, to } from '../../drivers/notices.ts'
import { pickUsers } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const NOTICES = '/isystem/annountCement'

describeInBrowser('announcements, messages, rules and files', () => {
  const stage = setStage()

  it('[SY-47] [SY-48] an announcement is written for a user, and listed with its state', async () => {
    const { username } = await stage.person('rules_addressee', 'analyst')
    const operator = await stage.enter(ADMIN, NOTICES)
    await operator.startNew('通告')
    const form = operator.dialog('新增通告')
    await form.fill({ 标题: '值班调整', 摘要: '周五起执行' })
    await form.choose('优先级', '紧急消息')
    expect(await form.field('打开页面').isThere()).toBe(false)
    await form.choose('消息类型', '系统消息')
    await form.choose('打开方式', '显示「去处理」按钮')
    await form.fill({ 打开页面: '/mon/device/list' })
    await form.choose('通告对象', '指定用户')
    await form.enter('开始时间', '2026-12-02 00:00:00')
    await form.enter('结束时间', '2026-12-01 00:00:00')
    await form.fill({ 内容: '请按新表值班' })
    await form.press('保存')
    await form.shows('结束时间必须晚于开始时间')
    await form.enter('结束时间', '2026-12-31 00:00:00')
    await form.press('保存')
    await form.shows('请选择接收用户')
    await pickUsers(operator, form, '选择用户', username)
    await operator.answer('新增通告', '保存')

    const row = operator.row('值班调整')
    await row.shows('系统消息', '紧急消息', '指定用户', '未发布')
    await row.press(/^查看/)
    const { detail } = new Bell(operator)
    await detail.shows('请按新表值班')
    await detail.close()
  })

  it('[SY-47] one is released to its receivers only, revoked, changed and deleted', async () => {
    const account = await stage.person('rules_reader', 'analyst')
    const texts = { title: '夜班安排', msgContent: '<p>请按夜班表值班</p>', msgCategory: '2' } as const
    const page = { openType: 'url', openPage: '/mon/device/list' } as const
    const colleague = await stage.colleague()
    await colleague.call(noticeEndpoints.create, { body: { ...to(account), ...texts, ...page } })
    const operator = await stage.enter(ADMIN, NOTICES)
    const reader = await stage.openMachine()
    await reader.signIn(account)
    const other = await stage.openMachine()
    await other.signIn(await stage.person('rules_other', 'analyst'))
    const row = operator.row('夜班安排')
    await row.press(/^发布/)
    await operator.answer('发布「夜班安排」？', '发布')
    await row.shows('已发布', '系统管理员')
    const bell = new Bell(reader)
    await bell.counts(1)
    await bell.choose('夜班安排', '系统消息(1)')
    await bell.detail.shows('请按夜班表值班')
    await bell.detail.press('去处理')
    await reader.arrivesAt('/mon/device/list')
    await new Bell(other).counts(0)

    expect(await row.button('编辑 夜班安排').isThere()).toBe(false)
    await row.press(/^撤销/)
    await operator.answer('撤销「夜班安排」？', '撤销')
    await row.shows('已撤销')
    expect((await row.read()).match(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)).toHaveLength(2)
    await reader.open('/isps/userAnnouncement')
    await reader.shows('还没有公告')
    await row.press(/^编辑/)
    await operator.dialog('编辑通告').fill({ 标题: '夜班安排（更正）' })
    await operator.answer('编辑通告', '保存')
    const corrected = operator.row('夜班安排（更正）')
    await corrected.press(/^删除/)
    await operator.agree()
    await corrected.disappears()

    await reader.open(NOTICES)
    await reader.arrivesAt('/403')
  })

  it('[SY-60] a check rule is built from steps and tested in place', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/checkRule')
    await operator.startNew('校验规则')
    const form = operator.dialog('新增校验规则')
    await form.fill({ 规则名称: '工单号', 规则编码: 'ticket_no', 规则描述: 'GD + 3 位数字' })
    await form.press('新增')
    await fillCell(form, 0, 'pattern', 'GD.{3}')
    await fillCell(form, 0, 'message', '应为 5 位')
    await chooseInCell(form, 0, 'priority', '最后运行')
    await form.press('新增')
    await fillCell(form, 1, 'digits', '2')
    await fillCell(form, 1, 'pattern', '(')
    await fillCell(form, 1, 'message', '应以 GD 开头')
    await form.press('保存')
    await form.shows('第 1 步的正则表达式不被支持')
    await fillCell(form, 1, 'pattern', 'GD')
    await operator.answer('新增校验规则', '保存')
    await operator.row('工单号').press(/^测试/)
    const test = operator.dialog('测试规则：工单号')
    const verdicts = { XD123: '应以 GD 开头', GD12: '应为 5 位', GD123: '校验通过！' }
    for (const [value, verdict] of Object.entries(verdicts)) {
      await test.fill({ 要校验的值: value })
      await test.press('校验')
      await test.shows(verdict)
    }
  })

  it('[SY-61] a numbering rule is built from parameters and tested in place', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/fillRule')
    await operator.startNew('编码规则')
    const rule = operator.dialog('新增编码规则')
    await rule.fill({ 规则名称: '巡检单号', 规则编码: 'inspect_no' })
    await rule.choose('规则实现', /^单号/)
    await rule.fill({ 前缀: 'XJ' })
    await operator.answer('新增编码规则', '保存')
    await operator.row('巡检单号').press(/^测试/)
    await operator.shows(/^XJ\d{16}$/)
  })

  it('[SY-62] a template is sent as a test, and the message is listed', async () => {
    const { username } = await stage.person('rules_tried', 'analyst')
    const operator = await stage.enter(ADMIN, '/modules/message/sysMessageTemplateList')
    await operator.startNew('消息模板')
    const form = operator.dialog('新增消息模板')
    await form.fill({ 模板编码: 'gas_alarm', 模板标题: '气体报警', 测试数据: '{"place":"江北"}' })
    await form.choose('模板类型', '文本')
    await form.fill({ 模板内容: '${place} 出现氯气报警' })
    await operator.answer('新增消息模板', '保存')
    const row = operator.row('气体报警')
    await row.press(/^应用/)
    await row.shows('应用中')
    expect(await row.button('删除 气体报警').isThere()).toBe(false)
    await row.press(/^发送测试/)
    const sending = operator.dialog('发送测试：气体报警')
    await pickUsers(operator, sending, '选择用户', username)
    await sending.choose('发送方式', '邮件消息')
    await sending.press('发送')
    await sending.shows('邮件消息未配置，无法发送')
    await sending.choose('发送方式', '系统消息')
    await operator.answer('发送测试：气体报警', '发送')
    await operator.open('/modules/message/sysMessageList')
    await operator.row('气体报警').shows('系统消息', username, '江北 出现氯气报警', '发送成功')
  })

  it('[SY-63] files are previewed, downloaded and deleted', async () => {
    await (await stage.colleague()).upload('现场记录.txt', '21:40 正常\n')
    const operator = await stage.enter(ADMIN, '/oss/file')
    const row = operator.row('现场记录.txt')
    await row.shows('text/plain')
    const { path } = await operator.saves(() => row.press('下载 现场记录.txt'))
    expect(await readFile(path, 'utf8')).toBe('21:40 正常\n')
    await row.press('删除 现场记录.txt')
    await operator.agree()
    await row.disappears()
  })
})
