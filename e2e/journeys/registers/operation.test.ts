import { position } from '@natim/contract/system/position.resource'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

/** The first port here is closed. */
const HERE = '127.0.0.1'

describeInBrowser('operation pages', () => {
  const stage = setStage()

  it('[SY-51] a job is scheduled, stopped, run once, started, changed and deleted', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/QuartzJobList')
    const row = operator.row('夜班交接')
    const order = async (verb: string) => {
      await row.press(`${verb} 示例任务`)
      await operator.answer(`${verb}「示例任务」？`, verb)
    }
    const drawer = operator.dialog('示例任务的执行情况')
    const next = drawer.region('接下来的执行时间')

    await operator.startNew('定时任务')
    const form = operator.dialog('新增定时任务')
    await form.choose('任务类名', /^示例任务：/)
    await form.fill({ 参数: '{"text":"三号台已交接"}', 描述: '夜班交接' })
    await form.press('选择')
    const cron = operator.dialog('Cron表达式')
    await cron.openTab('时')
    await cron.check('3')
    await operator.answer('Cron表达式', '确定')
    expect(await form.valueOf('Cron 表达式')).toBe('0 0 3 * * ? *')
    await operator.answer('新增定时任务', '保存')

    await order('停止')
    await row.button('启动 示例任务').appears()
    await order('立即执行')
    await row.words('夜班交接').click()
    await next.shows('任务已停止，不会自动执行')
    await drawer.region('执行记录').row('admin 立即执行', '成功', '三号台已交接').appears()
    await drawer.close()

    await order('启动')
    await row.button('停止 示例任务').appears()
    await row.words('夜班交接').click()
    await next.shows(/03:00:00$/)
    const times = await next.part('listitem').readAll()
    expect(times).toHaveLength(5)
    for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\d 03:00:00$/)
    await drawer.close()

    await row.press(/^编辑/)
    const edit = operator.dialog('编辑定时任务')
    await edit.fill({ 'Cron 表达式': '0 0 25 * * ? *' })
    await edit.press('保存')
    await edit.shows('「时」无法识别：25')
    await edit.fill({ 'Cron 表达式': '0 30 4 * * ? *' })
    await operator.answer('编辑定时任务', '保存')
    await row.shows('0 30 4 * * ? *')
    await row.press(/^删除/)
    await operator.agree()
    await row.disappears()
  })

  it('[SY-56] the log separates sign-ins from operations, is filtered by words, day and type, and expands a call', async () => {
    const admin = await stage.colleague()
    const { id } = await admin.call(position.endpoints.create, { body: { code: 'log_night', name: '巡夜值班长' } })
    await admin.call(position.endpoints.update, { body: { id, name: '巡夜总值班' } })
    const operator = await stage.enter(ADMIN, '/isystem/log')
    const added = operator.row('新增职务：巡夜值班长')
    const changed = operator.row('编辑职务：巡夜总值班')
    const signIns = operator.row('登录成功')
    const kinds = operator.part('radiogroup', '日志类型')

    await added.appears()
    for (const name of ['日志内容', '账号', 'IP', '耗时（ms）', '日志类型', '操作类型', '请求方式', '创建时间'])
      await operator.part('columnheader', name).appears()
    await kinds.words('登录日志').click()
    await added.disappears()
    await signIns.appears()
    await kinds.words('操作日志').click()
    await added.appears()
    expect(await signIns.isThere()).toBe(false)

    const filters = operator.filters()
    await filters.enter('日志内容', '巡夜')
    await filters.choose('操作类型', '修改')
    await added.disappears()
    const [day = ''] = /\d{4}-\d\d-\d\d/.exec(await changed.read()) ?? []
    await filters.enter('结束日期', '2020-01-01')
    await operator.shows('请调整筛选条件')
    await filters.enter('结束日期', day)
    await changed.appears()
    await filters.enter('开始日期', day)
    await operator.shows('1-1 共 1 条')

    await changed.press(/^展开/)
    await operator.shows(/^(?:PUT|POST) \S*\/sys\/position\/edit$/, /"name": "巡夜总值班"/)
    await operator.part('row', 'name 巡夜值班长 巡夜总值班').appears()
  })

  it('[SY-57] two versions of a row are compared with changes marked; other selections cannot be compared', async () => {
    const admin = await stage.colleague()
    const add = async (code: string) =>
      (await admin.call(position.endpoints.create, { body: { code, name: '甲班' } })).id
    const [id, otherId] = [await add('shift_a'), await add('shift_b')]
    for (const name of ['乙班', '丙班']) await admin.call(position.endpoints.update, { body: { id, name } })
    const operator = await stage.enter(ADMIN, '/sys/dataLog-list')
    const tick = (of: string, number: number) => operator.row(of, `V${number}`).part('checkbox').click()
    const refused = async () => {
      await operator.press('数据比较')
      await operator.message().shows('请选择同一条数据的两个版本进行比较')
      await operator.message().lacks('请选择同一条数据的两个版本进行比较')
    }

    for (const name of ['表名', '数据 ID', '版本号', '创建人']) await operator.part('columnheader', name).appears()
    await tick(id, 3)
    await tick(otherId, 1)
    await refused()
    await tick(id, 1)
    await refused()
    await tick(otherId, 1)
    await operator.press('数据比较')
    const comparison = operator.dialog('数据比较')
    const line = (field: string) => comparison.row(new RegExp(`^${field}`))
    await line('name').shows('已修改')
    expect(await line('name').part('cell').readAll()).toEqual(['甲班', '丙班'])
    await line('code').lacks('已修改')
    for (const head of [/^V1/, /^V3/]) await comparison.part('columnheader', head).appears()
    await comparison.check('只看不同')
    await line('code').disappears()
    expect(await line('name').count()).toBe(1)
  })

  it('[SY-55] a data source is added by type, tested, changed without its password and deleted', async () => {
    const operator = await stage.enter(ADMIN, '/isystem/dataSource')
    const row = operator.row('失联的库')
    await operator.startNew('数据源')
    const form = operator.dialog('新增数据源')
    await form.choose('数据库类型', 'MYSQL5.7+')
    expect(await form.valueOf('驱动类')).toBe('com.mysql.cj.jdbc.Driver')
    await form.choose('数据库类型', 'postgresql')
    expect(await form.valueOf('驱动类')).toBe('org.postgresql.Driver')
    expect(await form.valueOf('数据源地址')).toBe('jdbc:postgresql://127.0.0.1:5432/database')
    // The code of the seeded data source.
    await form.fill({ 数据源编码: 'air_archive', 数据源名称: '失联的库', 用户名: 'reader', 密码: 'Kept-S3cret' })
    await form.press('保存')
    await form.item('数据源编码').shows('数据源编码已存在！')
    await form.fill({ 数据源编码: 'lost', 数据源地址: `jdbc:mysql://${HERE}:1/lost` })
    await form.press('保存')
    await form.item('数据源地址').shows('数据源地址不正确：应以 jdbc:postgresql:// 开头')
    await form.fill({ 数据源地址: `jdbc:postgresql://${HERE}:1/lost` })
    await operator.answer('新增数据源', '保存')

    await row.press('测试 失联的库')
    await operator.shows('数据库连接失败，请检查地址、账号和密码')

    const listed = await operator.wire.answerTo(() => operator.reload(), '/sys/dataSource/list')
    expect(JSON.stringify(listed)).toContain('失联的库')
    expect(JSON.stringify(listed)).not.toContain('Kept-S3cret')
    await row.press('编辑 失联的库')
    const edit = operator.dialog('编辑数据源')
    expect(await edit.field('数据源编码').isDisabled()).toBe(true)
    expect(await edit.valueOf('密码')).toBe('')
    await edit.fill({ 备注: '待恢复' })
    const sent = await operator.wire.sentBy(() => operator.answer('编辑数据源', '保存'), '/sys/dataSource/edit')
    expect(sent.body).toEqual({ id: expect.any(String), remark: '待恢复' })

    await row.press('删除 失联的库')
    await operator.agree()
    await row.disappears()
  })
})
