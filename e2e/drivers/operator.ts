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

/** A person at the console: every method is something a user does or sees. A journey holds nothing below it. */
export class Operator extends Part {
  /** For drivers. */
  readonly page: Page
  readonly wire: Wire

  constructor(page: Page) {
    const pulse = new Pulse(page)
    super(page.locator('body'), pulse)
    this.page = page
    this.wire = new Wire(page, pulse)
  }

  /** Goes to an address: inside the console as its menu does, from elsewhere by loading it. */
  async open(path: string): Promise<void> {
    if (!(await this.header().isVisible())) return await this.load(path)
    await this.page.evaluate((url) => {
      history.pushState(null, '', url)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await this.pulse.settled()
  }

  /** Types an address: the console starts anew. */
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

  /** Waits until the address is this one: path and, if the pattern or text has one, what follows the question mark. */
  async arrivesAt(address: string | RegExp): Promise<void> {
    await this.page.waitForURL(({ pathname, search }) => {
      const full = decodeURIComponent(pathname + search)
      if (typeof address !== 'string') return address.test(full)
      return address.includes('?') ? full === address : pathname === address
    })
    await this.pulse.settled()
  }

  /** Makes the window this wide. */
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

  /** Waits for the heading of a page, which tells it from the one before. */
  async seesPage(title: Name): Promise<void> {
    await this.part('heading', title).appears()
  }

  /** Saves the file that an act brings: its name and where it lies. */
  async saves(act: () => Promise<unknown>): Promise<{ readonly name: string; readonly path: string }> {
    const [file] = await Promise.all([this.page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), path: await file.path() }
  }

  /** The short line on top that says how it went; of one kind if asked for. */
  message(kind?: 'success' | 'warning' | 'error'): Part {
    return this.within(this.page.locator(kind === undefined ? '.ant-message' : `.ant-message-${kind}`))
  }

  /** The form above a list. */
  filters(): Part {
    return this.part('search')
  }

  /** Opens the form for a new row of a list; an empty one offers that twice. */
  async startNew(noun: string): Promise<void> {
    await this.within(this.button(`新增${noun}`).locator.first()).click()
  }

  /** What is offered for the rows that are ticked. */
  batch(): Part {
    return this.part('toolbar', '批量操作')
  }

  /** Types and submits; whether it works is the test's business. */
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
   * For journeys that begin behind the door: brings a session as the form would have left it in the browser, and
   * stands before a page. The server must run without captcha.
   */
  async signIn(account: Account, path: string = LANDING_PATH): Promise<void> {
    await this.bringSession(account)
    await this.page.goto(path)
    await this.header().waitFor()
    await this.pulse.settled()
  }

  /** Somebody else sits down: nothing is left in the browser of whoever sat here before. */
  async makesRoom(): Promise<void> {
    // An open page of the console might write once more.
    await this.#leaveConsole()
    await this.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await this.page.context().clearCookies()
  }

  /** A session as the form would have left it in the browser; this window has no page of the console open yet. */
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
        // Consoles in other windows follow the token: the rest is there by then.
        keep(keys.token, token)
      },
      [STORAGE_KEYS, result] as const,
    )
  }

  /** Stands at a small file of the console's origin: its storage is at hand, and nothing else uses it. */
  async #leaveConsole(): Promise<void> {
    if (!this.page.url().endsWith(SMALL_FILE)) await this.page.goto(SMALL_FILE)
  }

  /** Asks to be signed out, and says yes. */
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

  /** What the login form says about the last attempt. */
  refusal(): Part {
    return this.part('alert')
  }

  /** The bar on top of the console; the pages before the sign-in have another. */
  header(): Locator {
    return this.page.getByRole('banner').filter({ has: this.page.getByRole('button', { name: '退出登录' }) })
  }

  /** Says yes to the question that a dangerous action asks. */
  async agree(): Promise<void> {
    const question = this.part('dialog').locator.or(this.part('tooltip').locator)
    await this.within(question).press(/^(?:确\s*[定认]|删\s*除)$/)
  }

  /** Presses a button of the dialog of this title, which closes upon it. */
  async answer(title: Name, button: Name): Promise<void> {
    const dialog = this.dialog(title)
    await dialog.press(button)
    await dialog.disappears()
  }

  /** Presses what stands in a row, as a button or as a link. */
  async pressInRow(text: Name, action: Name): Promise<void> {
    await this.row(text).press(action)
  }

  /** An action behind the ⋯ of a row. */
  async chooseInRowMenu(name: string, action: string): Promise<void> {
    await this.press(`更多操作 ${name}`)
    await this.part('menuitem', action).click()
  }

  /** A reload would wipe this mark. */
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

  /** The bar that says that the values stand still. */
  connectionBar(): Part {
    return this.within(this.page.getByText('实时连接中断，正在重连'))
  }

  /** The page as the printer gets it, or on the screen again. */
  async layOut(medium: 'paper' | 'screen'): Promise<void> {
    await this.page.emulateMedia({ media: medium === 'paper' ? 'print' : 'screen' })
  }

  /** The system of this person turns light or dark. */
  async prefer(scheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme: scheme })
    await this.pulse.settled()
  }

  /** What the page is drawn in: `light` or `dark`. */
  appearance(): Promise<string | null> {
    return new Part(this.page.locator('html'), this.pulse).attribute('data-theme')
  }

  /** Windows this person has open. */
  windowCount(): number {
    return this.page.context().pages().length
  }

  /** Where the console's pages come from. */
  origin(): string {
    return new URL(this.page.url()).origin
  }

  /** Path and query, decoded. */
  path(): string {
    const { pathname, search } = new URL(this.page.url())
    return decodeURIComponent(pathname + search)
  }

  /** The token the browser keeps, as any client of the family would find it. */
  async storedToken(): Promise<string | undefined> {
    return (await this.stored(STORAGE_KEYS.token)) as string | undefined
  }

  /** What stands in the browser's local storage under a key. */
  stored(key: string): Promise<unknown> {
    return this.page.evaluate((name) => {
      const entry = localStorage.getItem(name)
      return entry === null ? undefined : (JSON.parse(entry) as { value: unknown }).value
    }, key)
  }

  /** Everything that stands there, to compare. */
  storedAll(): Promise<string> {
    return this.page.evaluate(() => JSON.stringify(Object.entries(localStorage).sort()))
  }

  /** Changes what the browser keeps, as an older console or another tab would have. */
  async store(key: string, value: unknown): Promise<void> {
    await this.page.evaluate(
      ([name, kept]) => localStorage.setItem(name, JSON.stringify({ value: kept, expire: null })),
      [key, value] as const,
    )
  }
}
