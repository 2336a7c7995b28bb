import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'
import { drawPhoto, startWxAccount } from '../../drivers/wx-account.ts'

describeInBrowser('user-submitted pictures', () => {
  let account: Awaited<ReturnType<typeof startWxAccount>>
  // Filled in before the stage's server starts.
  const env: Record<string, string> = {}
  beforeAll(async () => {
    account = await startWxAccount()
    Object.assign(env, account.env)
  })
  afterAll(() => account.stop())
  const stage = setStage({ env })

  it('[BZ-16] arrive through the callback, and a reviewer decides on each, once', async () => {
    const { url } = stage.server
    expect(await account.forge(url)).toBe(403)
    await buildStation(await stage.colleague(), '江北站')
    for (const [n, text] of ['下楼闻到很呛的味道', '河水上有泡沫', '好多死鱼'].entries())
      expect(await account.send(url, { from: `oJourney${n}`, text, bytes: await drawPhoto(n + 1) })).toBe(200)

    const reviewer = await stage.enter(await stage.person('wx-reviewer', 'wx_reviewer'), '/mon/wx/image')
    await reviewer.seesPage('微信图片')
    await expect
      .poll(
        async () => {
          await reviewer.reload()
          return reviewer.button(/^查看 WX/).count()
        },
        { interval: 500 },
      )
      .toBe(3)

    await reviewer.button(/^查看 WX\S+ 刺激性气味/).click()
    const panel = reviewer.region('图片审核')
    await panel.shows('留言：化工路；下楼闻到很呛的味道', 'HUAWEI', /位置不符，相距 5\d\d/, '匿名')
    await panel.press('采用微信位置')
    await panel.lacks(/位置不符/)
    await panel.part('list', '最近站点').shows('江北站')

    // A rejection requires a reason.
    await reviewer.pressKey('r')
    expect(await panel.button('驳回并回复').isDisabled()).toBe(true)
    await reviewer.reload()
    await panel.button('通过并回复').appears()

    // A colleague sees the same picture, but is too late.
    const other = await stage.openMachine()
    await other.signIn(await stage.person('wx-second', 'wx_reviewer'), reviewer.path())
    await other.region('图片审核').part('textbox', '回复内容').appears()
    await panel.press('通过并回复')
    await reviewer.words(/^WX\S+ 已通过$/).appears()
    await panel.shows(/水体异常|动物死亡/)
    await other.region('图片审核').press('通过并回复')
    await other.words(/^已由.+处理：已通过$/).appears()

    await reviewer.button(/^撤销（/).click()
    await panel.shows('刺激性气味', '撤销')

    // Covered first, then public.
    const isPublic = panel.part('checkbox', /^公开/)
    expect(await isPublic.isDisabled()).toBe(true)
    await panel.press('遮盖（B）')
    await panel.press('添加')
    await panel.check('人脸与车牌均已遮盖')
    await panel.press('保存遮盖')
    await panel.shows('已遮盖 1')
    await panel.check(/^公开/)
    await panel.press('通过并回复')
    await panel.shows(/水体异常|动物死亡/)

    await reviewer.pressKey('j')
    await reviewer.pressKey('j')
    await reviewer.words('已到最后~').appears()
  })

  it('are viewed by editors, who cannot decide and see no sender', async () => {
    const editor = await stage.enter(await stage.person('wx-editor', 'wx_editor'), '/mon/wx/image')
    await editor.press(/^全部/)
    await editor.button(/^查看 WX\S+ 刺激性气味/).click()
    const panel = editor.region('图片审核')
    await panel.shows(/确切信息须有/, '没有留言')
    await panel.lacks('HUAWEI', '通过并回复', '下载原图')
  })
})
