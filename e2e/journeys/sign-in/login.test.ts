import { STORAGE_KEYS } from '@natim/contract/constants'
import { beforeAll, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { equip } from '../../drivers/database.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const STRONG = 'Wind#over-7-Rivers'
const SEVEN_DAYS_MS = 604_800_000
const ROAMER = { name: 'login_roamer', phone: '13800710001' }
const FORGETFUL = { name: 'login_forgetful', phone: '13800710002' }

describeInBrowser('signing in without a password', () => {
  const stage = setStage()
  beforeAll(async () => {
    const { dataDir } = stage.server
    for (const { name } of [ROAMER, FORGETFUL]) await stage.person(name, 'analyst')
    await equip(dataDir, ROAMER.name, {
      phone: ROAMER.phone,
      departs: { LOGR1: '漫游一处', LOGR2: '漫游二处' },
      tenants: { 7101: '漫游国家网', 7102: '漫游演练网' },
    })
    await equip(dataDir, FORGETFUL.name, { phone: FORGETFUL.phone })
  })
  const begin = async (path: string) => {
    const { operator, server } = stage
    await operator.load(path)
    return { operator, desk: new SessionDesk(operator, server) }
  }

  it('[SS-23] [SS-27] [SS-28] [SS-13] an SMS code signs in, after department and tenant were chosen', async () => {
    const { operator, desk } = await begin('/user/login?redirect=%2Fmon%2Fstation%2Flist')
    await operator.openTab('手机验证码')
    expect(await desk.codeButton().isDisabled()).toBe(true)
    const code = await desk.receiveCode(ROAMER.phone)
    expect(await desk.codeButton().isDisabled()).toBe(true)
    expect(await desk.codeButton().read()).toMatch(/^(?:60|[1-5]\d) s 后重发$/)
    await operator.fill({ 短信验证码: code })
    await operator.press('登录')

    const dialog = await operator.dialog('部门选择').appears()
    expect((await dialog.box()).width).toBe(450)
    expect(await dialog.button(/关\s*闭|取\s*消/).isThere()).toBe(false)
    await operator.pressKey('Escape')
    await dialog.press('确定')
    await desk.complaints(dialog).shows('请选择部门')
    await desk.complaints(dialog).shows('请选择租户')
    expect(await operator.storedToken()).toBeUndefined()

    await dialog.choose('部门', '漫游二处')
    await dialog.choose('租户', '漫游演练网')
    const list = await operator.wire.sentBy(() => dialog.press('确定'), '/jeecg-boot/mon/station/list')
    await operator.arrivesAt('/mon/station/list')
    expect(list.headers).toMatchObject({ 'tenant-id': '7102', 'x-access-token': await operator.storedToken() })
    expect(await operator.stored(STORAGE_KEYS.tenantId)).toBe('7102')
    expect(await operator.stored(STORAGE_KEYS.userInfo)).toMatchObject({ username: ROAMER.name, orgCode: 'LOGR2' })
    expect(await operator.stored(STORAGE_KEYS.dictItems)).toHaveProperty('sex')
    expect(await operator.stored(STORAGE_KEYS.username)).toBe(ROAMER.name)
    const { token, username, userInfo, dictItems, tenantId } = STORAGE_KEYS
    for (const lifetimeMs of await desk.lifetimesMs([token, username, userInfo, dictItems, tenantId]))
      expect(Math.abs(lifetimeMs - SEVEN_DAYS_MS)).toBeLessThan(60_000)
  })

  it('[SS-43] [SS-01] a registration shows the new name, and prefills it for the sign-in', async () => {
    const { operator, desk } = await begin('/user/register')
    await operator.fill({ 用户名: 'abc', 新密码: 'weak' })
    await operator.press('注册')
    await operator.shows('长度6到18个字符')
    await operator.fill({ 用户名: ROAMER.name, 新密码: STRONG, 确认新密码: STRONG })
    await operator.shows(/已存在|已被/)
    await operator.fill({ 用户名: 'login_newcomer' })
    await operator.fill({ 短信验证码: await desk.receiveCode('13900710003') })
    await operator.lacks(/已存在|已被/)
    await operator.press('注册')
    await operator.arrivesAt('/user/register-result')
    await operator.shows('login_newcomer')
    await operator.press('去登录')
    await operator.arrivesAt('/user/login')
    expect(await operator.valueOf('账号')).toBe('login_newcomer')
  })

  it('[SS-42] a forgotten password is reset by the owner of the phone', async () => {
    const { operator, desk } = await begin('/user/login')
    await operator.press('忘记密码')
    const dialog = await operator.dialog('重置密码').appears()
    await dialog.fill({ 短信验证码: await desk.receiveCode(FORGETFUL.phone) })
    await dialog.press('下一步')
    await dialog.fill({ 新密码: STRONG, 确认新密码: STRONG })
    await dialog.press('重置密码')
    await dialog.disappears()
    expect(await operator.valueOf('账号')).toBe(FORGETFUL.name)
    await operator.submitSignIn({ username: FORGETFUL.name, password: STRONG })
    await operator.arrivesAt('/dashboard/analysis')
  })

  it('[SS-44] [SS-22] 自动登录 is on by default; off or on, the session is kept here for seven days and the server receives the choice', async () => {
    const { operator, desk } = await begin('/user/login')
    const account = await stage.person('login_keeper', 'analyst')
    const logins = operator.wire.watch(/\/sys\/login$/)
    expect(await operator.isChecked('自动登录')).toBe(true)
    await operator.submitSignIn(account)
    await operator.arrivesAt('/dashboard/analysis')
    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.uncheck('自动登录')
    await operator.submitSignIn(account)
    await operator.arrivesAt('/dashboard/analysis')
    expect(logins.map(({ body }) => body)).toMatchObject([{ remember_me: true }, { remember_me: false }])
    const { token, username, userInfo, dictItems } = STORAGE_KEYS
    for (const lifetimeMs of await desk.lifetimesMs([token, username, userInfo, dictItems]))
      expect(Math.abs(lifetimeMs - SEVEN_DAYS_MS)).toBeLessThan(60_000)
  })
})
