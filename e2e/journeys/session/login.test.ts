import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount, equip } from '../../drivers/database.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const STRONG = 'Wind#over-7-Rivers'

describeInBrowser('getting in without a password', () => {
  const stage = setStage()
  beforeAll(async () => {
    const { dataDir } = stage.server
    await addAccount(dataDir, 'roamer', 'analyst')
    await equip(dataDir, 'roamer', {
      phone: '13800000001',
      departs: { R01: '江苏省监测中心', R02: '浙江省监测中心' },
      tenants: { 11: '国家网', 12: '演练网' },
    })
    await addAccount(dataDir, 'forgetful', 'analyst')
    await equip(dataDir, 'forgetful', { phone: '13800000002' })
  })

  it('[SS-23] [SS-27] [SS-28] [SS-13] a code by SMS lets in, after department and tenant were chosen', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.open('/user/login?redirect=%2Fmon%2Fstation%2Flist')
    await operator.page.getByRole('tab', { name: '手机验证码' }).click()
    expect(await desk.codeButton().isDisabled()).toBe(true)
    const code = await desk.receiveCode('13800000001')
    expect(await desk.codeButton().isDisabled()).toBe(true)
    expect(await desk.codeButton().innerText()).toMatch(/^(?:60|5\d) s 后重发$/)
    await operator.fillIn({ 短信验证码: code })
    await operator.press(/^登\s*录$/)

    const dialog = desk.dialog()
    await dialog.getByText('部门选择').waitFor()
    expect(await desk.dialogWidthPx()).toBe(450)
    expect(await dialog.getByRole('button', { name: /关闭|取消/ }).count()).toBe(0)
    await operator.page.keyboard.press('Escape')
    await desk.confirmDialog()
    await dialog.getByText('请选择部门').last().waitFor()
    await dialog.getByText('请选择租户').last().waitFor()
    expect(await operator.storedToken()).toBeUndefined()

    const list = operator.page.waitForRequest(/\/jeecg-boot\/mon\/station\/list/)
    await desk.chooseInDialog('部门', '浙江省监测中心')
    await desk.chooseInDialog('租户', '演练网')
    await desk.confirmDialog()
    await operator.page.waitForURL('**/mon/station/list')
    expect((await list).headers()).toMatchObject({ 'tenant-id': '12', 'x-access-token': await operator.storedToken() })
    expect(await desk.stored('tenantId')).toBe('12')
    expect(await desk.stored('userInfo')).toMatchObject({ username: 'roamer', orgCode: 'R02' })
    expect(await desk.stored('dictItems')).toHaveProperty('sex')
  })

  it('[SS-43] [SS-01] whoever registers is told the name, and signs in with it filled in', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.open('/user/register')
    await operator.fillIn({ 用户名: 'abc', 新密码: 'weak' })
    await operator.press('注册')
    await operator.page.getByText('长度6到18个字符').waitFor()
    await operator.fillIn({ 用户名: 'roamer', 新密码: STRONG, 确认新密码: STRONG })
    await operator.page.getByRole('textbox', { name: '用户名' }).blur()
    await operator.page.getByText(/已存在|已被/).waitFor()
    await operator.fillIn({ 用户名: 'new_officer' })
    await operator.fillIn({ 短信验证码: await desk.receiveCode('13900000003') })
    await operator.press('注册')
    await operator.page.waitForURL('**/user/register-result')
    await operator.page.getByText('new_officer').waitFor()
    await operator.press('去登录')
    await operator.page.waitForURL('**/user/login')
    expect(await operator.page.getByRole('textbox', { name: '账号' }).inputValue()).toBe('new_officer')
  })

  it('[SS-42] a forgotten password is replaced by whoever has the phone', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.open('/user/login')
    await operator.press('忘记密码')
    await operator.fillIn({ 短信验证码: await desk.receiveCode('13800000002') })
    await operator.press('下一步')
    await operator.fillIn({ 新密码: STRONG, 确认新密码: STRONG })
    await operator.press('重置密码')
    await desk.dialog().waitFor({ state: 'hidden' })
    expect(await operator.page.getByRole('textbox', { name: '账号' }).inputValue()).toBe('forgetful')
    await operator.submitSignIn({ username: 'forgetful', password: STRONG })
    await operator.page.waitForURL('**/dashboard/analysis')
  })

  it('[SS-44] [SS-22] 自动登录 is on at first; off or on, seven days are kept here and the server is told', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    const logins = desk.watch('/sys/login')
    await operator.open('/user/login')
    const box = operator.page.getByRole('checkbox', { name: '自动登录' })
    expect(await box.isChecked()).toBe(true)
    await operator.signInByForm(ADMIN)
    await operator.signOut()
    await operator.waitUntilOnLogin()
    await box.uncheck()
    await operator.submitSignIn(ADMIN)
    await operator.page.waitForURL('**/dashboard/analysis')
    expect(logins.map((request) => (request.postDataJSON() as { remember_me: boolean }).remember_me)).toEqual([
      true,
      false,
    ])
    const lifetimes = await operator.page.evaluate(() =>
      ['Access-Token', 'Login_Username', 'Login_Userinfo', 'UI_CACHE_DB_DICT_DATA'].map(
        (key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as { expire: number }).expire - Date.now(),
      ),
    )
    for (const lifetimeMs of lifetimes) expect(Math.abs(lifetimeMs - 604_800_000)).toBeLessThan(60_000)
  })
})
