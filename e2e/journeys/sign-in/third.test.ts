import { STORAGE_KEYS } from '@natim/contract/constants'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../../apps/server/src/testing/identity-provider.ts'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import type { Account } from '../../drivers/operator.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

const OCTOCAT = { sub: 'gh-1', preferred_username: 'octocat', name: '章鱼猫' }

describeInBrowser('signing in through another provider', () => {
  let provider: IdentityProvider
  const env: Record<string, string> = {}
  beforeAll(async () => {
    provider = await startIdentityProvider()
    env['THIRD_LOGIN'] = JSON.stringify([
      { ...provider.settings('wechat_enterprise'), title: '企业微信' },
      { ...provider.settings('github'), title: 'GitHub' },
    ])
  })
  afterAll(() => provider.close())
  const stage = setStage({ env })
  beforeAll(() => stage.person('octocat', 'analyst'))

  /** An account known to a provider: signed in there, and bound with its password. */
  async function bind(provided: string, username: string): Promise<Account> {
    const { operator } = stage
    const account = await stage.person(username, 'analyst')
    provider.setPerson({ sub: `id-${username}`, preferred_username: username, name: username })
    await operator.load('/user/login')
    await operator.press(provided)
    const dialog = operator.dialog('绑定账号')
    await dialog.fill({ 账号的密码: account.password })
    await dialog.press('绑定并登录')
    await operator.arrivesAt('/dashboard/analysis')
    await operator.signOut()
    await operator.waitUntilOnLogin()
    return account
  }

  it('[SS-21] every kind of sign-in has its tab, button or page', async () => {
    const { operator } = stage
    await operator.load('/user/login')
    for (const tab of ['账号密码', '手机验证码']) await operator.part('tab', tab).appears()
    for (const name of ['企业微信', 'GitHub', 'OAuth2']) await operator.button(name).appears()
    await operator.press('OAuth2')
    await operator.arrivesAt('/oauth2-app/login')
    await operator.follow('账号密码登录')
    await operator.waitUntilOnLogin()
  })

  it("[SS-24] in a provider's popup an account of the same name is bound with its password, and then recognised", async () => {
    const { operator } = stage
    provider.setPerson(OCTOCAT)
    await operator.load('/user/login')
    await operator.press('GitHub')
    const dialog = operator.dialog('绑定账号')
    await dialog.shows(/系统中已有账号 octocat/)
    await dialog.fill({ 账号的密码: 'not-the-password' })
    await dialog.press('绑定并登录')
    await operator.message('warning').appears()
    await dialog.fill({ 账号的密码: ADMIN.password })
    await dialog.press('绑定并登录')
    await operator.arrivesAt('/dashboard/analysis')
    expect(await operator.stored(STORAGE_KEYS.username)).toBe('octocat')
    expect(await operator.storedToken()).toMatch(/^[\w-]{20,}$/)

    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.press('GitHub')
    await operator.arrivesAt('/dashboard/analysis')
    expect(await operator.stored(STORAGE_KEYS.username)).toBe('octocat')
  })

  it('[SS-24] a new user creates an account; a foreign message has no effect', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.load('/user/login')
    await desk.hears('a-token-of-somebody')
    provider.setPerson({ sub: 'gh-2', preferred_username: 'newcomer', name: '新来的' })
    await operator.press('GitHub')
    const dialog = await operator.dialog('绑定手机号').appears()
    expect(await operator.storedToken()).toBeUndefined()
    await dialog.words('新手机号').click()
    await dialog.fill({ 短信验证码: await desk.receiveCode('13700000004') })
    await dialog.press('绑定并登录')
    await operator.arrivesAt('/dashboard/analysis')
    expect(await operator.stored(STORAGE_KEYS.username)).toContain('newcomer')
  })

  it('[SS-25] [SS-12] inside a chat app the OAuth2 page waits, signs in automatically and leads to the landing page', async () => {
    const member = await bind('企业微信', 'wx_member')
    const phone = await stage.openMachine({ ...DESKTOP, userAgent: 'Mozilla/5.0 Chrome/126 wxwork/4.1' })
    const held = await phone.wire.hold('/sys/thirdLogin/getLoginUser/')
    await phone.load('/user/login')
    await phone.shows('正在登录，请稍候…')
    await phone.arrivesAt('/oauth2-app/login')
    await expect.poll(held.count).toBe(1)
    expect(await phone.storedToken()).toBeUndefined()
    held.release()
    await phone.arrivesAt('/dashboard/analysis')
    expect(await phone.storedToken()).toMatch(/^[\w-]{20,}$/)
    expect(await phone.stored(STORAGE_KEYS.username)).toBe(member.username)
  })

  it('[SS-25] [SS-12] a user without a bound account gets a message with a link to the account page', async () => {
    provider.setPerson({ sub: 'wx-9', preferred_username: 'wx_nobody', name: '未绑定者' })
    const phone = await stage.openMachine({ ...DESKTOP, userAgent: 'Mozilla/5.0 Chrome/126 wxwork/4.1' })
    await phone.load('/mon/station/list')
    await phone.shows(/尚未绑定系统账号/)
    await phone.arrivesAt('/oauth2-app/login')
    await phone.button('重试').appears()
    await phone.follow('账号密码登录')
    await phone.waitUntilOnLogin()
    expect(phone.path()).toBe('/user/login?account=1')
  })

  it('[SS-25] a refusal of the provider is shown, with a retry and the account page', async () => {
    const { operator } = stage
    const { username } = await bind('GitHub', 'gh_returner')
    provider.setPerson(null)
    await operator.load('/oauth2-app/login?redirect=%2Fmon%2Fstation%2Flist')
    await operator.press('GitHub')
    await operator.shows('第三方登录没有完成，请重试。')
    await operator.part('link', '账号密码登录').appears()
    provider.setPerson({ sub: `id-${username}`, preferred_username: username, name: username })
    await operator.press('重试')
    await operator.press('GitHub')
    await operator.arrivesAt('/mon/station/list')
    expect(await operator.storedToken()).toBeDefined()
    expect(await operator.stored(STORAGE_KEYS.username)).toBe(username)
  })
})
