import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IdentityProvider, startIdentityProvider } from '../../../apps/server/src/testing/identity-provider.ts'
import { DESKTOP, describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import { SessionDesk } from '../../drivers/session-desk.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('getting in by another provider', () => {
  let provider: IdentityProvider
  const env: Record<string, string> = {}
  beforeAll(async () => {
    provider = await startIdentityProvider()
    env['THIRD_LOGIN'] = JSON.stringify([
      { ...provider.settings('wechat_enterprise'), title: '企业微信' },
      { ...provider.settings('github'), title: 'GitHub' },
    ])
    env['EGRESS_PRIVATE_HOSTS'] = '127.0.0.1'
  })
  afterAll(() => provider.close())
  const stage = setStage({ env })
  beforeAll(async () => {
    await addAccount(stage.server.dataDir, 'octocat', 'analyst')
  })

  it('[SS-21] every kind of sign-in has its tab, button or page', async () => {
    const { operator } = stage
    await operator.open('/user/login')
    for (const tab of ['账号密码', '手机验证码']) await operator.page.getByRole('tab', { name: tab }).waitFor()
    for (const name of ['企业微信', 'GitHub', 'OAuth2']) await operator.page.getByRole('button', { name }).waitFor()
    await operator.press('OAuth2')
    await operator.page.waitForURL('**/oauth2-app/login')
    await operator.page.getByRole('link', { name: '账号密码登录' }).click()
    await operator.waitUntilOnLogin()
  })

  it('[SS-24] the pop-up of a provider: an account of the same name is bound with its password, then known', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    provider.setPerson({ sub: 'gh-1', preferred_username: 'octocat', name: '章鱼猫' })
    await operator.open('/user/login')
    await operator.press('GitHub')
    await desk
      .dialog()
      .getByText(/系统中已有账号 octocat/)
      .waitFor()
    await operator.fillIn({ 账号的密码: 'not-the-password' })
    await operator.press('绑定并登录')
    await operator.page.locator('.ant-message-warning').waitFor()
    await operator.fillIn({ 账号的密码: ADMIN.password })
    await operator.press('绑定并登录')
    await operator.page.waitForURL('**/dashboard/analysis')
    expect(await desk.stored('username')).toBe('octocat')
    expect(await operator.storedToken()).toMatch(/^[\w-]{20,}$/)

    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.press('GitHub')
    await operator.page.waitForURL('**/dashboard/analysis')
    expect(await desk.stored('username')).toBe('octocat')
  })

  it('[SS-24] somebody new makes an account; a message from elsewhere opens nothing', async () => {
    const { operator, server } = stage
    const desk = new SessionDesk(operator, server)
    await operator.open('/user/login')
    await operator.page.evaluate(() => window.postMessage('a-token-of-somebody', '*'))
    provider.setPerson({ sub: 'gh-2', preferred_username: 'newcomer', name: '新来的' })
    await operator.press('GitHub')
    await desk.dialog().getByText('绑定手机号').waitFor()
    expect(await operator.storedToken()).toBeUndefined()
    await desk.dialog().getByText('新手机号').click()
    await operator.fillIn({ 短信验证码: await desk.receiveCode('13700000004') })
    await operator.press('绑定并登录')
    await operator.page.waitForFunction(() => localStorage.getItem('Login_Username')?.includes('newcomer'))
  })

  it('[SS-25] [SS-12] inside a chat app the OAuth2 page signs in by itself and leads to where one wanted to go', async () => {
    provider.setPerson({ sub: 'gh-1', preferred_username: 'octocat' })
    const phone = await stage.openMachine({ ...DESKTOP, userAgent: 'Mozilla/5.0 Chrome/126 wxwork/4.1' })
    await phone.open('/user/login')
    await phone.page.waitForURL(/oauth2-app\/login/)
    await phone.open('/mon/station/list')
    await phone.page.getByText(/尚未绑定系统账号/).waitFor()
    await phone.page.getByRole('link', { name: '账号密码登录' }).click()
    await phone.waitUntilOnLogin()
    expect(phone.path()).toBe('/user/login?account=1')
  })

  it('[SS-25] a provider that refuses is said, with another try and the account page', async () => {
    const { operator } = stage
    provider.setPerson(null)
    await operator.open('/oauth2-app/login?redirect=%2Fmon%2Fstation%2Flist')
    await operator.press('GitHub')
    await operator.page.getByText('第三方登录没有完成，请重试。').waitFor()
    provider.setPerson({ sub: 'gh-1', preferred_username: 'octocat' })
    await operator.press('重试')
    await operator.press('GitHub')
    await operator.page.waitForURL('**/mon/station/list')
    expect(await operator.storedToken()).toBeDefined()
  })
})
