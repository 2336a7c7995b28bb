import { DEFAULT_API_PREFIX, LANDING_PATH, LOGIN_PATH, STORAGE_KEYS } from '@natim/contract/constants'
import type { Envelope } from '@natim/contract/envelope'
import { type LoginResult, sessionEndpoints } from '@natim/contract/system/session'
import type { Locator, Page } from 'playwright-core'

export interface Account {
  readonly username: string
  readonly password: string
}

export interface HistoryAnswer {
  /** Width of the intervals drawn, ms; 0 for single readings. */
  readonly stepMs: number
  readonly fromMs: number
  readonly toMs: number
}

function stretchAsked(url: string): { readonly fromMs: number; readonly toMs: number } | undefined {
  const { pathname, searchParams } = new URL(url)
  if (!pathname.endsWith('/mon/ts/query')) return undefined
  return { fromMs: Number(searchParams.get('from')), toMs: Number(searchParams.get('to')) }
}

/** A person at the console: every method is something a user does or sees. */
export class Operator {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Goes to an address: inside the console as its menu does, from elsewhere by loading it. */
  async open(path: string): Promise<void> {
    if (!(await this.header().isVisible())) return await this.load(path)
    await this.page.evaluate((url) => {
      history.pushState(null, '', url)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
  }

  /** Types an address: the console starts anew. */
  async load(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /** Types and submits; whether it works is the test's business. */
  async submitSignIn(account: Account, captcha?: string): Promise<void> {
    await this.page.getByRole('textbox', { name: '账号' }).fill(account.username)
    await this.page.getByLabel('密码', { exact: true }).fill(account.password)
    if (captcha !== undefined) await this.captchaField().fill(captcha)
    await this.page.getByRole('button', { name: /登\s*录$/ }).click()
  }

  async signInByForm(account: Account): Promise<void> {
    await this.load(LOGIN_PATH)
    await this.submitSignIn(account)
    await this.#arrive()
  }

  /**
   * For journeys that begin behind the door: brings a session as the form would have left it in the browser.
   * The server must run without captcha.
   */
  async signIn(account: Account): Promise<void> {
    const answer = await this.page.request.post(`${DEFAULT_API_PREFIX}${sessionEndpoints.login.path}`, {
      data: account,
    })
    const { success, message, result } = (await answer.json()) as Envelope<LoginResult>
    if (!success) throw new Error(`${account.username} cannot sign in: ${message}`)
    // Any small file of the console's origin, where its storage is.
    await this.load('/config.json')
    await this.page.evaluate(
      ([keys, { token, userInfo, sysAllDictItems }]) => {
        const keep = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify({ value, expire: null }))
        keep(keys.token, token)
        keep(keys.username, userInfo.username)
        keep(keys.userInfo, userInfo)
        keep(keys.dictItems, sysAllDictItems)
      },
      [STORAGE_KEYS, result] as const,
    )
    await this.load(LANDING_PATH)
    await this.#arrive()
  }

  async #arrive(): Promise<void> {
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

  /** The bar on top of the console; the pages before the sign-in have another. */
  header(): Locator {
    return this.page.getByRole('banner').filter({ has: this.page.getByRole('button', { name: '退出登录' }) })
  }

  /** Types into a field of the list's search form and searches. */
  async search(label: string, text: string): Promise<void> {
    await this.searchField(label).fill(text)
    await this.searchField(label).press('Enter')
    await this.untilQuiet()
  }

  searchText(label: string): Promise<string> {
    return this.searchField(label).inputValue()
  }

  private searchField(label: string): Locator {
    return this.page.getByRole('searchbox', { name: label })
  }

  /** Fills text fields of the dialog on top, else of the page. Where both have them, wait for the dialog first. */
  async fillIn(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.#field(label).fill(value)
  }

  /** Picks from a drop-down or, with several steps, from a cascader. */
  async choose(label: string, ...steps: readonly string[]): Promise<void> {
    await this.#field(label).click()
    for (const step of steps) await this.page.getByTitle(step, { exact: true }).last().click()
    await this.page.keyboard.press('Escape')
  }

  /** Picks from a drop-down of the page. */
  async pick(label: string, option: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label })
    await box.click()
    // Long lists draw only what is in view: type to find.
    await box.fill(option)
    await this.page.getByTitle(option, { exact: true }).last().click()
  }

  async press(name: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name }).first().click()
  }

  /** Goes through the wizard of 新增设备 up to the credential. */
  async addDevice(device: { kind: string; name: string; clientId: string; station: string }): Promise<void> {
    await this.open('/mon/device/list')
    await this.press(/新增设备/)
    await this.page.getByRole('region', { name: device.kind }).getByRole('radio').first().check()
    await this.press('下一步')
    await this.fillIn({ 设备名称: device.name, '客户端 ID': device.clientId })
    await this.choose('所属站点', device.station)
    await this.press('创建设备')
    await this.page.getByText('密钥只显示这一次').waitFor()
  }

  /** The line for a terminal, shown together with a new credential. */
  terminalLine(): Promise<string> {
    return this.page.locator('code').filter({ hasText: 'mosquitto_pub' }).innerText()
  }

  /** Whether the new device has been heard of. */
  firstMessage(): Locator {
    return this.page.getByRole('dialog').getByRole('status').last()
  }

  map(): Locator {
    return this.page.getByRole('region', { name: '监测地图' })
  }

  /** Boundaries and devices are on screen, and the camera stands still. */
  async untilMapIsDrawn(): Promise<void> {
    await this.map().locator('canvas').waitFor()
    await this.page.locator('[aria-label="监测地图"]:not([aria-busy])').waitFor()
    await this.untilQuiet()
  }

  /** The number of the strip at the top of the dashboard, as shown, without its unit. */
  async keyFigure(caption: string): Promise<string> {
    const strip = await this.page.getByRole('region', { name: '全网指标' }).innerText()
    const lines = strip.split('\n').map((line) => line.trim())
    return lines[lines.indexOf(caption) + 1] ?? ''
  }

  /** Every value of the live matrix, without the ages that tick by themselves. */
  async matrixValues(): Promise<string> {
    const text = await this.page.getByRole('main').innerText()
    return text.replaceAll(/刚刚|\d+ (?:秒|分钟|小时)前/g, '').replaceAll(/\d\d:\d\d:\d\d/g, '')
  }

  async chooseHistory(range: string): Promise<void> {
    await this.page.getByRole('radiogroup', { name: '时间范围' }).getByText(range, { exact: true }).click()
  }

  /** Draws a range over the history chart with the mouse; shares of its width. */
  async dragOverChart(from: number, to: number): Promise<void> {
    const plot = this.page.locator('[data-zoomable]')
    await plot.scrollIntoViewIfNeeded()
    const box = await plot.boundingBox()
    if (!box) throw new Error('There is no chart on the page')
    const y = box.y + box.height / 2
    await this.page.mouse.move(box.x + from * box.width, y)
    await this.page.mouse.down()
    await this.page.mouse.move(box.x + to * box.width, y, { steps: 8 })
    await this.page.mouse.up()
  }

  /** What the server answers for the first channel of the chart when another stretch is chosen, in ms. */
  async historyAfter(action: () => Promise<unknown>, isChosen: (stretchMs: number) => boolean): Promise<HistoryAnswer> {
    // An answer to what was shown before may still be on its way.
    const answered = this.page.waitForResponse((response) => {
      const asked = stretchAsked(response.url())
      return asked !== undefined && isChosen(asked.toMs - asked.fromMs)
    })
    await action()
    const response = await answered
    const { result } = (await response.json()) as { result: { series: { stepMs: number; agg: string }[] } }
    const [series] = result.series
    const asked = stretchAsked(response.url())
    if (!series || !asked) throw new Error('The answer holds no series')
    return { ...series, ...asked }
  }

  /** The card of a channel on a device page. */
  channel(name: string): Locator {
    return this.page.getByRole('article').filter({ hasText: name })
  }

  /** Presses a button of the dialog and waits until the dialog is gone. */
  async confirm(name: string): Promise<void> {
    const dialog = this.page.getByRole('dialog')
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  /** Says yes to the question that a dangerous action asks. */
  async agree(): Promise<void> {
    await this.page
      .getByRole('dialog')
      .or(this.page.getByRole('tooltip'))
      .getByRole('button', { name: /^(?:确\s*[定认]|删\s*除)/ })
      .click()
  }

  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text })
  }

  async pressInRow(text: string, action: string): Promise<void> {
    const row = this.row(text)
    await row
      .getByRole('button', { name: action })
      .or(row.getByRole('link', { name: action }))
      .first()
      .click()
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

  /** Nothing is being fetched any more. The live socket does not count. */
  async untilQuiet(): Promise<void> {
    await this.page.waitForLoadState('networkidle')
  }

  /** A field of the dialog on top, else of the page; the search form is not meant. */
  #field(label: string): Locator {
    const fields = this.page.locator('form:not([role=search])').getByLabel(label, { exact: true })
    return fields.filter({ visible: true }).last()
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
    await this.page.getByRole('button', { name: /^登\s*录$/ }).waitFor()
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
