import { positionEndpoints } from '@natim/contract/system/position'
import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

/** Nobody listens at its first port. */
const HERE = '127.0.0.1'
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const button = (name: string) => ({ name: new RegExp(`^${[...name].join('\\s*')}$`) })
/** A field of a form with its label and what is said below it. */
const item = (form: Locator, label: string) =>
  form.locator('.ant-form-item').filter({ has: form.page().getByLabel(label, { exact: true }) })

/** Chooses in a drop-down of the form or of the filters. */
async function choose(place: Locator, label: string, option: string | RegExp): Promise<void> {
  await place.getByLabel(label, { exact: true }).click()
  await place.page().getByTitle(option, { exact: true }).last().click()
}

async function fillIn(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label, { exact: true }).fill(value)
}

async function save(form: Locator): Promise<void> {
  await form.getByRole('button', button('保存')).click()
  await form.waitFor({ state: 'hidden' })
}

describeInBrowser('pages of operation', () => {
  const stage = setStage({ env: { DATA_SOURCE_HOSTS: HERE, EGRESS_PRIVATE_HOSTS: HERE } })

  it('[SY-51] a job is put on a timetable, stopped, run once, started, changed and deleted', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    const row = operator.row('夜班交接')
    const order = async (verb: string) => {
      await row.getByRole('button', { name: `${verb} 示例任务` }).click()
      const question = dialog(page, `${verb}「示例任务」？`)
      await question.getByRole('button', button(verb)).click()
      await question.waitFor({ state: 'hidden' })
    }
    const drawer = dialog(page, '示例任务的执行情况')
    const runs = drawer.getByRole('region', { name: '执行记录' }).getByRole('row')
    const next = drawer.getByRole('region', { name: '接下来的执行时间' }).getByRole('listitem')

    await operator.open('/isystem/QuartzJobList')
    await operator.press('新增定时任务')
    const form = dialog(page, '新增定时任务')
    await choose(form, '任务类名', /^示例任务：/)
    await fillIn(form, { 参数: '{"text":"三号台已交接"}', 描述: '夜班交接' })
    await form.getByRole('button', button('选择')).click()
    const cron = dialog(page, 'Cron表达式')
    await cron.getByRole('tab', { name: '时', exact: true }).click()
    await cron.getByRole('checkbox', { name: '3', exact: true }).check()
    await cron.getByRole('button', button('确定')).click()
    expect(await form.getByLabel('Cron 表达式', { exact: true }).inputValue()).toBe('0 0 3 * * ? *')
    await save(form)

    await order('停止')
    await row.getByRole('button', { name: '启动 示例任务' }).waitFor()
    await order('立即执行')
    await row.getByText('夜班交接').click()
    await next.getByText('任务已停止，不会自动执行').waitFor()
    await runs.filter({ hasText: 'admin 立即执行' }).filter({ hasText: '成功' }).getByText('三号台已交接').waitFor()
    await drawer.getByRole('button', { name: '关闭', exact: true }).click()
    await drawer.waitFor({ state: 'hidden' })

    await order('启动')
    await row.getByRole('button', { name: '停止 示例任务' }).waitFor()
    await row.getByText('夜班交接').click()
    await next.nth(4).waitFor()
    for (const time of await next.allInnerTexts()) expect(time).toMatch(/^\d{4}-\d\d-\d\d 03:00:00$/)
    await drawer.getByRole('button', { name: '关闭', exact: true }).click()
    await drawer.waitFor({ state: 'hidden' })

    await row.getByRole('button', { name: /^编辑/ }).click()
    const edit = dialog(page, '编辑定时任务')
    await fillIn(edit, { 'Cron 表达式': '0 0 25 * * ? *' })
    await edit.getByRole('button', button('保存')).click()
    await edit.getByText('「时」无法识别：25').waitFor()
    await fillIn(edit, { 'Cron 表达式': '0 30 4 * * ? *' })
    await save(edit)
    await row.getByText('0 30 4 * * ? *').waitFor()
    await row.getByRole('button', { name: /^删除/ }).click()
    await operator.agree()
    await row.waitFor({ state: 'hidden' })
  })

  it('[SY-55] a data source is added by its type, tested, changed without its password and deleted', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    const row = operator.row('失联的库')
    const valueOf = (form: Locator, label: string) => form.getByLabel(label, { exact: true }).inputValue()

    await operator.open('/isystem/dataSource')
    await operator.press('新增数据源')
    const form = dialog(page, '新增数据源')
    await choose(form, '数据库类型', 'MYSQL5.7+')
    expect(await valueOf(form, '驱动类')).toBe('com.mysql.cj.jdbc.Driver')
    await choose(form, '数据库类型', 'postgresql')
    expect(await valueOf(form, '驱动类')).toBe('org.postgresql.Driver')
    expect(await valueOf(form, '数据源地址')).toBe('jdbc:postgresql://127.0.0.1:5432/database')
    // The code of the source that is there from the start.
    await fillIn(form, { 数据源编码: 'air_archive', 数据源名称: '失联的库', 用户名: 'reader', 密码: 'Kept-S3cret' })
    await form.getByRole('button', button('保存')).click()
    await item(form, '数据源编码').getByText('数据源编码已存在！').waitFor()
    await fillIn(form, { 数据源编码: 'lost', 数据源地址: `jdbc:mysql://${HERE}:1/lost` })
    await form.getByRole('button', button('保存')).click()
    await item(form, '数据源地址').getByText('数据源地址不正确：应以 jdbc:postgresql:// 开头').waitFor()
    await fillIn(form, { 数据源地址: `jdbc:postgresql://${HERE}:1/lost` })
    await save(form)

    await row.getByRole('button', { name: '测试 失联的库' }).click()
    await page.getByText('数据库连接失败，请检查地址、账号和密码').first().waitFor()

    const answered = page.waitForResponse((response) => response.url().includes('/sys/dataSource/list'))
    await page.reload()
    expect(await (await answered).text()).not.toContain('Kept-S3cret')
    await row.getByRole('button', { name: '编辑 失联的库' }).click()
    const edit = dialog(page, '编辑数据源')
    expect(await edit.getByLabel('数据源编码', { exact: true }).isDisabled()).toBe(true)
    expect(await valueOf(edit, '密码')).toBe('')
    await fillIn(edit, { 备注: '待恢复' })
    const sent = page.waitForRequest((request) => request.url().includes('/sys/dataSource/edit'))
    await save(edit)
    expect((await sent).postDataJSON()).toEqual({ id: expect.any(String), remark: '待恢复' })

    await row.getByRole('button', { name: '删除 失联的库' }).click()
    await operator.agree()
    await row.waitFor({ state: 'hidden' })
  })

  it('[SY-56] the log tells sign-ins from operations, is narrowed by words, day and type, and unfolds a call', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    const admin = await Colleague.signIn(stage.server.url, ADMIN)
    const { id } = await admin.call(positionEndpoints.create, { body: { code: 'night', name: '夜间值班长' } })
    await admin.call(positionEndpoints.update, { body: { id, name: '夜间总值班' } })
    const added = operator.row('新增职务：夜间值班长')
    const changed = operator.row('编辑职务：夜间总值班')
    const signIns = operator.row('登录成功')
    const show = (kind: string) =>
      page.getByRole('radiogroup', { name: '日志类型' }).getByText(kind, { exact: true }).click()

    await operator.open('/isystem/log')
    await added.waitFor()
    for (const name of ['日志内容', '账号', 'IP', '耗时（ms）', '日志类型', '操作类型', '请求方式', '创建时间'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await show('登录日志')
    await added.waitFor({ state: 'hidden' })
    await signIns.first().waitFor()
    await show('操作日志')
    await added.waitFor()
    expect(await signIns.count()).toBe(0)

    await operator.search('日志内容', '夜间')
    const filters = page.getByRole('search')
    await choose(filters, '操作类型', '修改')
    await added.waitFor({ state: 'hidden' })
    const [day = ''] = /\d{4}-\d\d-\d\d/.exec(await changed.innerText()) ?? []
    const until = filters.getByLabel('结束日期', { exact: true })
    await until.fill('2020-01-01')
    await until.press('Enter')
    await page.getByText('请调整筛选条件').waitFor()
    await until.fill(day)
    await until.press('Enter')
    await changed.waitFor()
    const from = filters.getByLabel('开始日期', { exact: true })
    await from.fill(day)
    await from.press('Enter')
    await page.getByText('1-1 共 1 条').waitFor()

    await changed.getByRole('button', { name: /^展开/ }).click()
    await page.getByText(/^(?:PUT|POST) \S*\/sys\/position\/edit$/).waitFor()
    await page
      .getByText(/"name": "夜间总值班"/)
      .first()
      .waitFor()
    await page.getByRole('row', { name: 'name 夜间值班长 夜间总值班', exact: true }).waitFor()
  })

  it('[SY-57] two versions of a row stand side by side with what changed marked; nothing else is compared', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    const admin = await Colleague.signIn(stage.server.url, ADMIN)
    const add = async (code: string) =>
      (await admin.call(positionEndpoints.create, { body: { code, name: '甲班' } })).id
    const [id, otherId] = [await add('shift_a'), await add('shift_b')]
    for (const name of ['乙班', '丙班']) await admin.call(positionEndpoints.update, { body: { id, name } })
    const version = (of: string, number: number) => operator.row(of).filter({ hasText: `V${number}` })
    const tick = (row: Locator) => row.getByRole('checkbox').click()
    const warning = page.locator('.ant-message').getByText('请选择同一条数据的两个版本进行比较')
    const refused = async () => {
      await warning.waitFor({ state: 'hidden' })
      await operator.press('数据比较')
      await warning.waitFor()
    }

    await operator.open('/sys/dataLog-list')
    await version(id, 3).waitFor()
    for (const name of ['表名', '数据 ID', '版本号', '创建人'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor()
    await tick(version(id, 3))
    await tick(version(otherId, 1))
    await refused()
    await tick(version(id, 1))
    await refused()
    await tick(version(otherId, 1))
    await operator.press('数据比较')
    const comparison = dialog(page, '数据比较')
    const line = (field: string) => comparison.getByRole('row').filter({ hasText: new RegExp(`^${field}`) })
    await line('name').getByText('已修改').waitFor()
    expect(await line('name').getByRole('cell').allInnerTexts()).toEqual(['甲班', '丙班'])
    expect(await line('code').getByText('已修改').count()).toBe(0)
    for (const head of [/^V1/, /^V3/]) await comparison.getByRole('columnheader', { name: head }).waitFor()
    await comparison.getByRole('switch', { name: '只看不同' }).click()
    expect(await line('code').count()).toBe(0)
    expect(await line('name').count()).toBe(1)
  })
})
