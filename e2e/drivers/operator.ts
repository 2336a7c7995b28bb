import { LANDING_PATH, LOGIN_PATH, STORAGE_KEYS } from '@natim/contract/constants'
import type { Locator, Page } from 'playwright-core'

export interface Account {
  readonly username: string
  readonly password: string
}

/** A person at the console: every method is something a user does or sees. */
export class Operator {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Types and submits; whether it works is the test's business. */
  async submitSignIn(account: Account, captcha?: string): Promise<void> {
    await this.page.getByRole('textbox', { name: '账号' }).fill(account.username)
    await this.page.getByLabel('密码', { exact: true }).fill(account.password)
    if (captcha !== undefined) await this.captchaField().fill(captcha)
    await this.page.getByRole('button', { name: /登\s*录$/ }).click()
  }

  async signIn(account: Account): Promise<void> {
    await this.open(LOGIN_PATH)
    await this.submitSignIn(account)
    await this.page.waitForURL(`**${LANDING_PATH}`)
    await this.header().waitFor()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: '退出登录' }).click()
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s*定$/ })
      .click()
  }

  captchaField(): Locator {
    return this.page.getByRole('textbox', { name: '验证码' })
  }

  captchaPicture(): Locator {
    return this.page.getByRole('img', { name: '验证码图片' })
  }

  /** What the login form says about the last attempt. */
  refusal(): Locator {
    return this.page.getByRole('alert')
  }

  header(): Locator {
    return this.page.getByRole('banner')
  }

  /** The card of a failed call, titled 系统提示. */
  notification(): Locator {
    return this.page.locator('.ant-notification-notice').filter({ hasText: '系统提示' })
  }

  /** The bar that says that the values stand still. */
  connectionBar(): Locator {
    return this.page.getByText('实时连接中断，正在重连')
  }

  async waitUntilOnLogin(): Promise<void> {
    await this.page.waitForURL(`**${LOGIN_PATH}**`)
    await this.page.getByRole('button', { name: /登\s*录$/ }).waitFor()
  }

  path(): string {
    const { pathname, search } = new URL(this.page.url())
    return decodeURIComponent(pathname + search)
  }

  /** The token the browser keeps, as any client of the family would find it. */
  storedToken(): Promise<string | undefined> {
    return this.page.evaluate((key) => {
      const entry = localStorage.getItem(key)
      return entry === null ? undefined : (JSON.parse(entry) as { value: string }).value
    }, STORAGE_KEYS.token)
  }
}
