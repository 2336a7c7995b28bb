import { DEFAULT_API_PREFIX, LANDING_PATH, LOGIN_PATH, STORAGE_KEYS } from '@natim/contract/constants'
import type { Envelope } from '@natim/contract/envelope'
import { type LoginResult, sessionEndpoints } from '@natim/contract/system/session'
import type { Locator, Page } from 'playwright-core'
import { type Name, Part } from './part.ts'
import { Pulse } from './pulse.ts'
import { whenFree } from './when-free.ts'
import { Wire } from './wire.ts'

const SMALL_FILE = '/config.json'

export interface Account {
  readonly username: string
  readonly password: string
}

/** A user at the console: every method is something a user does or sees. Journeys use nothing below it. */
export class Operator extends Part {
  /** For drivers only. */
  readonly page: Page
  readonly wire: Wire

  constructor(page: Page) {
    const pulse = new Pulse(page)
    super(page.locator('body'), pulse)
    this.page = page
    this.wire = new Wire(page, pulse)
  }

  /** Goes to an address: through the router inside the console, otherwise by loading it. */
  async open(path: string): Promise<void> {
    if (!(await this.header().isVisible())) return await this.load(path)
    await this.page.evaluate((url) => {
      history.pushState(null, '', url)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await this.pulse.settled()
  }

  /** Loads an address: the console starts anew. */
  async load(path: string): Promise<void> {
    await this.page.goto(path)
    await this.pulse.settled()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.pulse.settled()
  }

  async back(): Promise<void> {
    await this.page.goBack()
    await this.pulse.settled()
  }

  /** Waits for this address: path and, if the pattern or text has one, the query. */
  async arrivesAt(address: string | RegExp): Promise<void> {
    await this.page.waitForURL(({ pathname, search }) => {
      const full = decodeURIComponent(pathname + search)
      if (typeof address !== 'string') return address.test(full)
      return address.includes('?') ? full === address : pathname === address
    })
    await this.pulse.settled()
  }

  /** Sets the width of the window. */
  async resize(widthPx: number): Promise<void> {
    await this.page.setViewportSize({ width: widthPx, height: 900 })
    await this.pulse.settled()
  }

  /** Presses a key wherever the focus is. */
  async pressKey(key: string): Promise<void> {
    await this.pulse.settled()
    await this.page.keyboard.press(key)
  }

  /** Types wherever the focus is. */
  async type(text: string): Promise<void> {
    await this.pulse.settled()
    await this.page.keyboard.type(text)
  }

  /** Waits for the heading of a page, which distinguishes it from the previous one. */
  async seesPage(title: Name): Promise<void> {
    await this.part('heading', title).appears()
  }

  /** Downloads the file that an action triggers: its name and path. */
  async saves(act: () => Promise<unknown>): Promise<{ readonly name: string; readonly path: string }> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), path: await file.path() }
  }

  /** The toast with the outcome, optionally of one kind. */
  message(kind?: 'success' | 'warning' | 'error'): Part {
    return this.within(this.page.locator(kind === undefined ? '.ant-message' : `.ant-message-${kind}`))
  }

  /** The filter form above a list. */
  filters(): Part {
    return this.part('search')
  }

  /** Opens the form for a new row; an empty list has two such buttons. */
  async startNew(noun: string): Promise<void> {
    await this.within(this.button(`新增${noun}`).locator.first()).click()
  }

  /** Actions for the selected rows. */
  batch(): Part {
    return this.part('toolbar', '批量操作')
  }

  /** Fills in and submits; the test checks the outcome. */
  async submitSignIn(account: Account, captcha?: string): Promise<void> {
    await this.pulse.settled()
    await this.page.getByRole('textbox', { name: '账号' }).fill(account.username)
    await this.page.getByLabel('密码', { exact: true }).fill(account.password)
    if (captcha !== undefined) await this.captchaField().fill(captcha)
    await this.page.getByRole('button', { name: /登\s*录$/ }).click()
  }

  async signInByForm(account: Account): Promise<void> {
    await this.load(LOGIN_PATH)
    await this.submitSignIn(account)
    await this.arrivesAt(LANDING_PATH)
    await this.header().waitFor()
  }

  /**
   * For journeys that start signed in: creates the session that the form would have stored, and opens a page. The
   * server must run without captcha.
   */
  async signIn(account: Account, path: string = LANDING_PATH): Promise<void> {
    await this.bringSession(account)
    await this.page.goto(path)
    await this.header().waitFor()
    await this.pulse.settled()
  }

  /** Changes the user: clears everything the previous one left in the browser. */
  async makesRoom(): Promise<void> {
    // An open console page could write again.
    await this.#leaveConsole()
    await this.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await this.page.context().clearCookies()
  }

  /** Stores a session as the form would; no console page may be open in this window yet. */
  async bringSession(account: Account): Promise<void> {
    const address = `${DEFAULT_API_PREFIX}${sessionEndpoints.login.path}`
    const ask = () => this.page.request.post(address, { data: account })
    const answer = await whenFree(ask, (given) => given.status())
    const { success, message, result } = (await answer.json()) as Envelope<LoginResult>
    if (!success) throw new Error(`${account.username} cannot sign in: ${message}`)
    await this.#leaveConsole()
    await this.page.evaluate(
      ([keys, { token, userInfo, sysAllDictItems }]) => {
        const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify({ value, expire: null }))
        keep(keys.username, userInfo.username)
        keep(keys.userInfo, userInfo)
        keep(keys.dictItems, sysAllDictItems)
        // Consoles in other windows react to the token, so it is written last.
        keep(keys.token, token)
      },
      [STORAGE_KEYS, result] as const,
    )
  }

  /** Opens a small file on the console's origin: its storage is accessible, and nothing else uses it. */
  async #leaveConsole(): Promise<void> {
    if (!this.page.url().endsWith(SMALL_FILE)) await this.page.goto(SMALL_FILE)
  }

  /** Signs out and confirms. */
  async signOut(): Promise<void> {
    await this.press('退出登录')
    await this.part('dialog').press('确定')
  }

  async waitUntilOnLogin(): Promise<void> {
    await this.page.waitForURL(`**${LOGIN_PATH}**`)
    await this.button('登录').appears()
  }

  captchaField(): Locator {
    return this.page.getByRole('textbox', { name: '验证码' })
  }

  captchaPicture(): Part {
    return this.part('img', '验证码图片')
  }

  /** The login form's error about the last attempt. */
  refusal(): Part {
    return this.part('alert')
  }

  /** The console's top bar; pages before the sign-in have a different one. */
  header(): Locator {
    return this.page.getByRole('banner').filter({ has: this.page.getByRole('button', { name: '退出登录' }) })
  }

  /** Confirms a dangerous action. */
  async agree(): Promise<void> {
    const question = this.part('dialog').locator.or(this.part('tooltip').locator)
    await this.within(question).press(/^(?:确\s*[定认]|删\s*除)$/)
  }

  /** Presses a button of the dialog with this title, and waits until it closes. */
  async answer(title: Name, button: Name): Promise<void> {
    const dialog = this.dialog(title)
    await dialog.press(button)
    await dialog.disappears()
  }

  /** Presses a button or link in a row. */
  async pressInRow(text: Name, action: Name): Promise<void> {
    await this.row(text).press(action)
  }

  /** Chooses an action from the ⋯ menu of a row. */
  async chooseInRowMenu(name: string, action: string): Promise<void> {
    await this.press(`更多操作 ${name}`)
    await this.part('menuitem', action).click()
  }

  /** Sets a mark that a reload would remove. */
  async markPage(): Promise<void> {
    await this.page.evaluate(() => {
      document.body.dataset['witness'] = 'same page'
    })
  }

  isSamePage(): Promise<boolean> {
    return this.page.evaluate(() => document.body.dataset['witness'] === 'same page')
  }

  /** The card of a failed call, titled 系统提示. */
  notification(): Part {
    return this.within(this.page.locator('.ant-notification-notice').filter({ hasText: '系统提示' }))
  }

  /** The bar that says that values are not live. */
  connectionBar(): Part {
    return this.within(this.page.getByText('实时连接中断，正在重连'))
  }

  /** Switches the page to print layout or back to the screen. */
  async layOut(medium: 'paper' | 'screen'): Promise<void> {
    await this.page.emulateMedia({ media: medium === 'paper' ? 'print' : 'screen' })
  }

  /** Sets the system's colour scheme. */
  async prefer(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme })
    await this.pulse.settled()
  }

  /** Colour scheme of the page: `light` or `dark`. */
  appearance(): Promise<string | null> {
    return new Part(this.page.locator('html'), this.pulse).attribute('data-theme')
  }

  /** Number of open windows of this user. */
  windowCount(): number {
    return this.page.context().pages().length
  }

  /** Origin of the console's pages. */
  origin(): string {
    return new URL(this.page.url()).origin
  }

  /** Path and query, decoded. */
  path(): string {
    const { pathname, search } = new URL(this.page.url())
    return decodeURIComponent(pathname + search)
  }

  /** The token stored in the browser, under the key shared by the product family's clients. */
  async storedToken(): Promise<string | undefined> {
    return (await this.stored(STORAGE_KEYS.token)) as string | undefined
  }

  /** A value in local storage. */
  stored(key: string): Promise<unknown> {
    return this.page.evaluate((name) => {
      const entry = localStorage.getItem(name)
      return entry === null ? undefined : (JSON.parse(entry) as { value: unknown }).value
    }, key)
  }

  /** All of local storage, for comparison. */
  storedAll(): Promise<string> {
    return this.page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  }

  /** Changes local storage as an older console or another tab would. */
  async store(key: string, value: unknown): Promise<void> {
    await this.page.evaluate(
      ([name, kept]) => localStorage.setItem(name, JSON.stringify({ value: kept, expire: null })),
      [key, value] as const,
    )
  }
}
