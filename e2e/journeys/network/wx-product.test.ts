import { wxProductEndpoints } from '@natim/contract/mon/wx-product'
import { DAY_MS } from '@natim/domain/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { fresh } from '../../drivers/fresh.ts'
import { setStage } from '../../drivers/stage.ts'
import { startWxAccount } from '../../drivers/wx-account.ts'

describeInBrowser('a product of the public account', () => {
  const env: Record<string, string> = {}
  let account: Awaited<ReturnType<typeof startWxAccount>>
  beforeAll(async () => {
    account = await startWxAccount()
    Object.assign(env, account.env)
  })
  afterAll(() => account.stop())
  const stage = setStage({ env })

  it('[BZ-17] is written by an editor, returned and approved by a reviewer, published, and recalled with a reason', async () => {
    const title = fresh('空气质量提示 ')
    const editor = await stage.enter(await stage.person('wx-editor', 'wx_editor'), '/mon/wx/product')
    await editor.press('新建产品')
    await editor.seesPage('新建微信产品')
    await editor.choose('类型', '图文')
    await editor.press('删除第 3 段')
    await editor.press('删除第 2 段')
    await editor.fill({ 标题: title, '第 1 段正文': '今天绝对安全\n- 早晚注意添衣' })
    await editor.shows('第 1 段含有“绝对安全”，改为“未超过限值”')
    await editor.press('+ 报警列表')
    await editor.press('上移第 2 段')
    await editor.press('保存草稿')
    await editor.arrivesAt(/\/mon\/wx\/product\/edit\/\d+/)
    await editor.press('提交审核')
    await editor.shows('含有不宜发布的词语')

    await editor.fill({ '第 2 段正文': '今天未超过限值\n- 早晚注意添衣' })
    await editor.region('手机预览文章').shows('今天未超过限值')
    await editor.press('提交审核')
    await editor.shows('等待有审核权限的人员处理')
    const path = editor.path()

    const reviewer = await stage.openMachine()
    await reviewer.signIn(await stage.person('wx-reviewer', 'wx_reviewer'), path)
    expect(await reviewer.button(/^退\s*回$/).isDisabled()).toBe(true)
    await reviewer.fill({ 审核意见: '请写明时段' })
    await reviewer.press(/^退\s*回$/)
    await reviewer.part('list', '审核记录').shows('请写明时段')

    await editor.reload()
    await editor.shows('已退回：请写明时段')
    await editor.fill({ 摘要: '今日 8 时' })
    await editor.press('提交审核')
    await editor.shows('等待有审核权限的人员处理')
    await reviewer.reload()
    await reviewer.part('list', '与前一版的不同').shows('今日 8 时')
    await reviewer.press(/^批\s*准$/)
    await reviewer.part('list', '审核记录').shows('批准')
    await reviewer.press('立即发布')
    await reviewer.part('list', '审核记录').shows('发布成功')

    await reviewer.press(/^撤\s*回$/)
    await reviewer.dialog(/^撤回/).fill({ 撤回理由: '时段有误' })
    await reviewer.dialog(/^撤回/).press(/^撤\s*回$/)
    await reviewer.shows('撤回理由：时段有误')
    await reviewer.region('手机预览文章').shows('该内容已被发布者撤回')
    await editor.load('/mon/wx/product?~=%7B%22tab%22%3A%22over%22%7D')
    await editor.row(title, '已撤回').appears()
    await expect.poll(() => account.calls).toContain('/cgi-bin/freepublish/delete')
    expect(account.calls.filter((called) => called === '/cgi-bin/freepublish/submit')).toHaveLength(1)
  })

  it('[BZ-17] cannot be approved by its author, and the second of two editors sees who saved first', async () => {
    const title = fresh('自审 ')
    const boss = await stage.enter(await stage.person('wx-boss', 'nat_admin'), '/mon/wx/product/edit/new')
    await boss.choose('类型', '问卷')
    await boss.fill({ 标题: title, '第 1 段正文': '请填写问卷' })
    await boss.press('保存草稿')
    await boss.arrivesAt(/\/mon\/wx\/product\/edit\/\d+/)
    const colleague = await stage.colleague()
    const { records } = await colleague.call(wxProductEndpoints.list, {
      query: { tab: 'all', type: '', text: title, pageNo: 1, pageSize: 10 },
    })
    const [product] = records
    if (product === undefined) throw new Error(`${title} is not listed`)
    const { blocks, cause, ...rest } = await colleague.call(wxProductEndpoints.get, { query: { id: product.id } })
    const body = { ...rest, blocks, cause: null, summary: '别人的摘要', refresh: false }
    await colleague.call(wxProductEndpoints.edit, { body })
    expect(cause).toBeNull()
    await boss.fill({ 摘要: '我的摘要' })
    await boss.press('保存草稿')
    await boss.shows(/已于 .* 保存第 2 版，请先查看/)
    await boss.press('载入最新版本')
    await boss.press('提交审核')
    await boss.shows('须由另一人处理')
    expect(await boss.button(/^批\s*准$/).isDisabled()).toBe(true)
  })

  it('has a calendar of releases and readers', async () => {
    const duty = await stage.enter(await stage.person('wx-duty', 'nat_duty'), '/mon/wx/product')
    await duty.press('日历')
    await duty.shows(new Date(Date.now() + DAY_MS / 3).toISOString().slice(0, 7))
    await duty.press('统计')
    await duty.press('近 7 天')
    await duty.shows(/按发布日的阅读|该时段没有发布产品/)
  })
})
