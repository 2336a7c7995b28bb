import { readFile } from 'node:fs/promises'
import { DEFAULT_API_PREFIX, HEADER_TOKEN } from '@natim/contract/constants'
import { filesEndpoints } from '@natim/contract/system/files'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import { Bell } from '../../drivers/notices.ts'
import type { Operator } from '../../drivers/operator.ts'
import { setStage } from '../../drivers/stage.ts'

const NOTICES = '/isystem/annountCement'

/** The dialog of that title. */
const dialogOf = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title })

async function save(page: Page, title: string): Promise<void> {
  await dialogOf(page, title)
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await dialogOf(page, title).waitFor({ state: 'hidden' })
}

async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
}

/** Picks from a drop-down of a form. */
async function choose(form: Locator, label: string, option: string | RegExp): Promise<void> {
  await form.getByLabel(label, { exact: true }).click()
  await form.page().getByTitle(option, { exact: true }).last().click()
}

/** Chooses one account in the picker of a form. */
async function chooseUser(page: Page, form: Locator, username: string): Promise<void> {
  await form.getByRole('button', { name: '选择用户' }).click()
  const picker = page.getByRole('dialog', { name: '根据部门选择用户', exact: true })
  await picker.getByRole('row', { name: new RegExp(username) }).click()
  await picker.getByRole('button', { name: /^确\s*定$/ }).click()
  await picker.waitFor({ state: 'hidden' })
}

/** Says yes in a question of this title. */
async function agree(operator: Operator, title: string, verb: RegExp): Promise<void> {
  await dialogOf(operator.page, title).getByRole('button', { name: verb }).click()
  await dialogOf(operator.page, title).waitFor({ state: 'hidden' })
}

/** Stores a file as any form of the console would. */
async function upload(operator: Operator, name: string, text: string): Promise<void> {
  const answer = await operator.page.request.post(`${DEFAULT_API_PREFIX}${filesEndpoints.upload.path}`, {
    headers: { [HEADER_TOKEN]: (await operator.storedToken()) ?? '' },
    multipart: { file: { name, mimeType: 'text/plain', buffer: Buffer.from(text) } },
  })
  expect(await answer.json()).toMatchObject({ success: true })
}

describeInBrowser('announcements, messages, rules and files', () => {
  const stage = setStage()
  beforeAll(async () => {
    await addAccount(stage.server.dataDir, 'reader', 'analyst')
    await addAccount(stage.server.dataDir, 'other', 'analyst')
  })

  it('[SY-47] [SY-48] an announcement is written for somebody, released to him alone, taken back, changed and deleted', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open(NOTICES)
    await operator.press(/新增通告/)
    const form = dialogOf(page, '新增通告')
    await fillIn(form, { 标题: '值班调整', 摘要: '周五起执行' })
    await choose(form, '优先级', '紧急消息')
    await form.getByText('打开页面').waitFor({ state: 'hidden' })
    await choose(form, '消息类型', '系统消息')
    await choose(form, '打开方式', '显示「去处理」按钮')
    await fillIn(form, { 打开页面: '/mon/device/list' })
    await choose(form, '通告对象', '指定用户')
    await form.getByLabel('开始时间').fill('2026-12-02 00:00:00')
    await page.keyboard.press('Enter')
    await form.getByLabel('结束时间').fill('2026-12-01 00:00:00')
    await page.keyboard.press('Enter')
    await form.locator('[contenteditable=true]').fill('请按新表值班')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await form.getByText('结束时间必须晚于开始时间').waitFor()
    await form.getByLabel('结束时间').fill('2026-12-31 00:00:00')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await form.getByText('请选择接收用户').waitFor()
    await chooseUser(page, form, 'reader')
    await save(page, '新增通告')

    const row = operator.row('值班调整')
    for (const text of ['系统消息', '紧急消息', '指定用户', '未发布']) await row.getByText(text).waitFor()
    await operator.pressInRow('值班调整', '查看')
    const own = new Bell(operator)
    await own.detail().getByText('请按新表值班').waitFor()
    await own.closeDetail()
    const reader = await stage.openMachine()
    await reader.signIn({ username: 'reader', password: ADMIN.password })
    const other = await stage.openMachine()
    await other.signIn({ username: 'other', password: ADMIN.password })
    await operator.pressInRow('值班调整', '发布')
    await agree(operator, '发布「值班调整」？', /^发\s*布$/)
    await row.getByText('已发布').waitFor()
    await row.getByText('系统管理员').waitFor()
    const bell = new Bell(reader)
    await bell.counting(1).waitFor()
    await bell.choose('值班调整', '系统消息(1)')
    await bell.detail().getByText('请按新表值班').waitFor()
    await bell.detail().getByRole('button', { name: '去处理' }).click()
    await reader.page.waitForURL('**/mon/device/list')
    await new Bell(other).counting(0).waitFor()

    expect(await row.getByRole('button', { name: '编辑 值班调整' }).count()).toBe(0)
    await operator.pressInRow('值班调整', '撤销')
    await agree(operator, '撤销「值班调整」？', /^撤\s*销$/)
    await row.getByText('已撤销').waitFor()
    expect(await row.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/).count()).toBe(2)
    await reader.open('/isps/userAnnouncement')
    await reader.page.getByText('还没有公告').waitFor()
    await operator.pressInRow('值班调整', '编辑')
    await fillIn(dialogOf(page, '编辑通告'), { 标题: '值班调整（更正）' })
    await save(page, '编辑通告')
    await operator.pressInRow('值班调整（更正）', '删除')
    await operator.agree()
    await operator.row('值班调整（更正）').waitFor({ state: 'hidden' })

    await reader.open(NOTICES)
    await reader.page.getByText('系统通告').waitFor({ state: 'hidden' })
  })

  it('[SY-60] [SY-61] rules are made of steps and parameters, and tried on the spot', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open('/isystem/checkRule')
    await operator.press(/新增校验规则/)
    const form = dialogOf(page, '新增校验规则')
    await fillIn(form, { 规则名称: '工单号', 规则编码: 'ticket_no', 规则描述: 'GD + 3 位数字' })
    const steps = [
      { pattern: 'GD.{3}', message: '应为 5 位', priority: '最后运行' },
      { digits: '2', pattern: '(', message: '应以 GD 开头' },
    ]
    for (const [index, { priority, ...texts }] of steps.entries()) {
      await form.getByRole('button', { name: /新\s*增$/ }).click()
      const row = form.locator('[data-id]').nth(index)
      for (const [key, text] of Object.entries(texts)) {
        await row.locator(`[data-key="${key}"]`).click()
        await row.locator(`[data-key="${key}"] input`).fill(text)
      }
      if (priority === undefined) continue
      await row.locator('[data-key="priority"]').click()
      await page.getByTitle(priority, { exact: true }).last().click()
    }
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await form.getByText('第 1 步的正则表达式不被支持').waitFor()
    const broken = form.locator('[data-id]').nth(1).locator('[data-key="pattern"]')
    await broken.click()
    await broken.locator('input').fill('GD')
    await save(page, '新增校验规则')
    await operator.pressInRow('工单号', '测试')
    const test = dialogOf(page, '测试规则：工单号')
    const verdictOf = async (value: string, verdict: string) => {
      await test.getByLabel('要校验的值').fill(value)
      await test.getByRole('button', { name: /^校\s*验$/ }).click()
      await test.getByText(verdict).waitFor()
    }
    await verdictOf('XD123', '应以 GD 开头')
    await verdictOf('GD12', '应为 5 位')
    await verdictOf('GD123', '校验通过！')

    await operator.open('/isystem/fillRule')
    await operator.press(/新增编码规则/)
    const rule = dialogOf(page, '新增编码规则')
    await fillIn(rule, { 规则名称: '巡检单号', 规则编码: 'inspect_no' })
    await choose(rule, '规则实现', /^单号/)
    await fillIn(rule, { 前缀: 'XJ' })
    await save(page, '新增编码规则')
    await operator.pressInRow('巡检单号', '测试')
    await page.getByText(/^XJ\d{16}$/).waitFor()
  })

  it('[SY-62] [SY-63] a template is tried out on somebody and the message stands in the list; files are looked at, saved and deleted', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open('/modules/message/sysMessageTemplateList')
    await operator.press(/新增消息模板/)
    const form = dialogOf(page, '新增消息模板')
    await fillIn(form, { 模板编码: 'gas_alarm', 模板标题: '气体报警', 测试数据: '{"place":"江北"}' })
    await choose(form, '模板类型', '文本')
    await fillIn(form, { 模板内容: '${place} 出现氯气报警' })
    await save(page, '新增消息模板')
    const row = operator.row('气体报警')
    await operator.pressInRow('气体报警', '应用')
    await row.getByText('应用中').waitFor()
    expect(await row.getByRole('button', { name: '删除 气体报警' }).count()).toBe(0)
    await operator.pressInRow('气体报警', '发送测试')
    const sending = dialogOf(page, '发送测试：气体报警')
    await chooseUser(page, sending, 'reader')
    await choose(sending, '发送方式', '邮件消息')
    await sending.getByRole('button', { name: /^发\s*送$/ }).click()
    await sending.getByText('邮件消息未配置，无法发送').waitFor()
    await choose(sending, '发送方式', '系统消息')
    await sending.getByRole('button', { name: /^发\s*送$/ }).click()
    await sending.waitFor({ state: 'hidden' })
    await operator.open('/modules/message/sysMessageList')
    const sent = operator.row('气体报警')
    for (const text of ['系统消息', 'reader', '江北 出现氯气报警', '发送成功']) await sent.getByText(text).waitFor()

    await upload(operator, '现场记录.txt', '21:40 正常\n')
    await operator.open('/oss/file')
    const file = operator.row('现场记录.txt')
    await file.getByText('text/plain').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      operator.pressInRow('现场记录.txt', '下载 现场记录.txt'),
    ])
    expect(await readFile(await download.path(), 'utf8')).toBe('21:40 正常\n')
    await operator.pressInRow('现场记录.txt', '删除 现场记录.txt')
    await operator.agree()
    await file.waitFor({ state: 'hidden' })
  })
})
