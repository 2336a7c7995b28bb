import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { freeze } from '../../drivers/database.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('signing in with a captcha', () => {
  const stage = setStage({ captcha: true })

  it('[SS-12] leads users without a token to the login page and remembers the requested page', async () => {
    const { operator } = stage
    await operator.load('/mon/device/list?kind=gas')
    await operator.waitUntilOnLogin()
    expect(operator.path()).toBe('/user/login?redirect=/mon/device/list?kind=gas')
  })

  it('[SS-29] rejects a wrong captcha on a card that closes itself, loads a new picture and enables the button', async () => {
    const { operator } = stage
    await operator.load('/user/login')
    const firstPicture = await operator.captchaPicture().attribute('src')
    await operator.submitSignIn(ADMIN, 'zzzz')
    await operator.notification().shows(/^登录失败：验证码/)
    await expect.poll(() => operator.captchaPicture().attribute('src')).not.toBe(firstPicture)
    expect(await operator.valueOf('验证码')).toBe('')
    expect(await operator.storedToken()).toBeUndefined()
    expect(await operator.button('登录').isDisabled()).toBe(false)
    await operator.notification().disappears()
  })

  it('requires the captcha before it calls the server', async () => {
    const { operator } = stage
    await operator.load('/user/login')
    await operator.captchaPicture().appears()
    const logins = operator.wire.watch('/sys/login')
    await operator.submitSignIn(ADMIN)
    await operator.shows('请输入验证码')
    expect(operator.path()).toBe('/user/login')
    expect(logins).toEqual([])
  })
})

describeInBrowser('signing in', () => {
  const stage = setStage()

  it("[SS-13] leads to the dashboard, with the server's menu", async () => {
    const { operator } = stage
    await operator.signInByForm(ADMIN)
    expect(operator.path()).toBe('/dashboard/analysis')
    await operator.part('navigation', '主菜单').shows('首页')
    expect(await operator.storedToken()).toMatch(/^[\w-]{20,}$/)
  })

  it('[SS-08] keeps the session over a reload, and skips the login page', async () => {
    const { operator } = stage
    await operator.signInByForm(ADMIN)
    await operator.reload()
    for (const login of ['/user/login', '/oauth2-app/login']) {
      await operator.open(login)
      await operator.arrivesAt('/dashboard/analysis')
    }
  })

  it('rejects a wrong password with the generic message, and keeps the name', async () => {
    const { operator } = stage
    await stage.person('mistyper', 'analyst')
    await operator.load('/user/login')
    await operator.submitSignIn({ username: 'mistyper', password: 'not-the-password' })
    const sentence = await operator.refusal().read()
    expect(await operator.valueOf('账号')).toBe('mistyper')
    await operator.submitSignIn({ username: 'nobody-of-that-name', password: 'not-the-password' })
    expect(await operator.refusal().read()).toBe(sentence)
  })

  it('gives a frozen user the same message as a wrong password', async () => {
    const { operator, server } = stage
    const frozen = await stage.person('frozen-one', 'analyst')
    await freeze(server.dataDir, frozen.username)
    await operator.load('/user/login')
    await operator.submitSignIn({ ...frozen, password: 'not-the-password' })
    const sentence = await operator.refusal().read()
    await operator.submitSignIn(frozen)
    expect(await operator.refusal().read()).toBe(sentence)
    expect(await operator.storedToken()).toBeUndefined()
  })
})
