import { expect, it } from 'vitest'
import { describeInBrowser } from '../drivers/browser.ts'
import { ADMIN } from '../drivers/console-server.ts'
import { addAccount, freeze } from '../drivers/database.ts'
import { setStage } from '../drivers/stage.ts'

describeInBrowser('signing in with a captcha', () => {
  const stage = setStage({ captcha: true })

  it('[SS-12] leads whoever has no token to the login page and remembers where they wanted to go', async () => {
    const { operator } = stage
    await operator.open('/mon/device/list?kind=gas')
    await operator.waitUntilOnLogin()
    expect(operator.path()).toBe('/user/login?redirect=/mon/device/list?kind=gas')
  })

  it('[SS-29] refuses a wrong captcha on a card that goes by itself, brings a new picture and frees the button', async () => {
    const { operator } = stage
    await operator.open('/user/login')
    const firstPicture = await operator.captchaPicture().getAttribute('src')
    await operator.submitSignIn(ADMIN, 'zzzz')
    await operator
      .notification()
      .getByText(/^登录失败：验证码/)
      .waitFor()
    await operator.page.waitForFunction(
      (before) => document.querySelector('img[alt="验证码图片"]')?.getAttribute('src') !== before,
      firstPicture,
    )
    expect(await operator.captchaField().inputValue()).toBe('')
    expect(await operator.storedToken()).toBeUndefined()
    expect(await operator.page.getByRole('button', { name: /登\s*录$/ }).isEnabled()).toBe(true)
    await operator.notification().waitFor({ state: 'hidden' })
  })

  it('asks for the captcha before it asks the server', async () => {
    const { operator } = stage
    await operator.open('/user/login')
    await operator.captchaPicture().waitFor()
    await operator.submitSignIn(ADMIN)
    await operator.page.getByText('请输入验证码').waitFor()
    expect(operator.path()).toBe('/user/login')
  })
})

describeInBrowser('signing in', () => {
  const stage = setStage()

  it('[SS-13] leads to the dashboard, with the menu of the server', async () => {
    const { operator } = stage
    await operator.signInByForm(ADMIN)
    expect(operator.path()).toBe('/dashboard/analysis')
    await operator.header().getByText('首页').first().waitFor()
    expect(await operator.storedToken()).toMatch(/^[\w-]{20,}$/)
  })

  it('[SS-08] keeps the session over a reload, and passes the login page by', async () => {
    const { operator } = stage
    await operator.signInByForm(ADMIN)
    await operator.page.reload()
    await operator.header().waitFor()
    for (const login of ['/user/login', '/oauth2-app/login']) {
      await operator.open(login)
      await operator.page.waitForURL('**/dashboard/analysis')
    }
  })

  it('refuses a wrong password with the sentence for every wrong sign-in, and keeps the name', async () => {
    const { operator } = stage
    await operator.open('/user/login')
    await operator.submitSignIn({ ...ADMIN, password: 'not-the-password' })
    await operator.refusal().waitFor()
    const sentence = await operator.refusal().innerText()
    expect(await operator.page.getByRole('textbox', { name: '账号' }).inputValue()).toBe(ADMIN.username)
    await operator.submitSignIn({ username: 'nobody-of-that-name', password: 'not-the-password' })
    await operator.page.waitForLoadState('networkidle')
    expect(await operator.refusal().innerText()).toBe(sentence)
  })

  it('gives a frozen user the same answer as a wrong password', async () => {
    const { operator, server } = stage
    await addAccount(server.dataDir, 'frozen-one', 'analyst')
    await freeze(server.dataDir, 'frozen-one')
    await operator.open('/user/login')
    await operator.submitSignIn({ username: 'frozen-one', password: 'not-the-password' })
    await operator.refusal().waitFor()
    const sentence = await operator.refusal().innerText()
    await operator.submitSignIn({ username: 'frozen-one', password: ADMIN.password })
    await operator.page.waitForLoadState('networkidle')
    expect(await operator.refusal().innerText()).toBe(sentence)
    expect(await operator.storedToken()).toBeUndefined()
  })
})
