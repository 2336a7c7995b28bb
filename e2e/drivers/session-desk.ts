import { STORAGE_KEYS } from '@natim/contract/constants'
import type { Locator, Page, Request } from 'playwright-core'
import type { ConsoleServer } from './console-server.ts'
import type { Operator } from './operator.ts'

/** What people do about their own session: codes by SMS, choices at the door, the user menu. */
export class SessionDesk {
  readonly #operator: Operator
  readonly #server: ConsoleServer

  constructor(operator: Operator, server: ConsoleServer) {
    this.#operator = operator
    this.#server = server
  }

  get #page(): Page {
    return this.#operator.page
  }

  /** Takes the slider of the form on screen to its end with the mouse. */
  async passSlider(): Promise<void> {
    const knob = this.#page.getByRole('slider')
    // A dialog that opens is still moving: hovering waits until it stands.
    await knob.hover()
    const box = await knob.boundingBox()
    if (!box) throw new Error('There is no slider on the page')
    const y = box.y + box.height / 2
    await this.#page.mouse.move(box.x + 10, y)
    await this.#page.mouse.down()
    await this.#page.mouse.move(box.x + 900, y, { steps: 6 })
    await this.#page.mouse.up()
    await this.#page.getByText('验证通过', { exact: true }).first().waitFor()
  }

  codeButton(): Locator {
    return this.#page.getByRole('button', { name: /获取验证码|后重发/ })
  }

  /** Asks for a code by SMS as a person does, and reads it where the log provider writes it. */
  async receiveCode(phone: string): Promise<string> {
    await this.#operator.fillIn({ 手机号: phone })
    await this.passSlider()
    await this.codeButton().click()
    await this.#page.getByRole('button', { name: /后重发/ }).waitFor()
    const lines = this.#server
      .output()
      .split('\n')
      .filter((line) => line.includes('code by SMS') && line.includes(phone))
    const code = /"code":"(\d{6})"/.exec(lines.at(-1) ?? '')?.[1]
    if (code === undefined) throw new Error(`The log holds no code for ${phone}`)
    return code
  }

  /** Picks in a list of the open dialog. */
  async chooseInDialog(label: string, option: string): Promise<void> {
    await this.dialog().getByRole('combobox', { name: label }).click()
    await this.#page.getByTitle(option, { exact: true }).last().click()
  }

  dialog(): Locator {
    return this.#page.getByRole('dialog')
  }

  /** As laid out, whatever the opening motion shows of it. */
  dialogWidthPx(): Promise<number> {
    return this.dialog().evaluate((element) => (element as HTMLElement).offsetWidth)
  }

  async confirmDialog(): Promise<void> {
    await this.dialog()
      .getByRole('button', { name: /确\s*定$/ })
      .click()
  }

  /** Opens the user menu and picks an entry. */
  async pickFromUserMenu(entry: string): Promise<void> {
    await this.#page.getByRole('button', { name: /的菜单$/ }).click()
    await this.#page.getByRole('menuitem', { name: entry }).click()
  }

  /** Goes down the open menu by key until an entry has the focus. @throws Error when it comes round without it */
  async walkTo(entry: string): Promise<void> {
    const focused = () => this.#page.evaluate(() => document.activeElement?.textContent ?? '')
    const first = await focused()
    let now = first
    do {
      if (now === entry) return
      await this.#page.keyboard.press('ArrowDown')
      await this.#page.waitForFunction((before) => document.activeElement?.textContent !== before, now)
      now = await focused()
    } while (now !== first)
    throw new Error(`No entry ${entry} in the menu`)
  }

  /** A short line on top of the page. */
  line(text: string | RegExp): Locator {
    return this.#page.locator('.ant-message-notice').filter({ hasText: text })
  }

  /** What stands in the browser's local storage under a key. */
  stored(key: keyof typeof STORAGE_KEYS): Promise<unknown> {
    return this.#page.evaluate((name) => {
      const entry = localStorage.getItem(name)
      return entry === null ? undefined : (JSON.parse(entry) as { value: unknown }).value
    }, STORAGE_KEYS[key])
  }

  /** Requests to a path of the API from now on, in their order. */
  watch(path: string): readonly Request[] {
    const seen: Request[] = []
    this.#page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith(path)) seen.push(request)
    })
    return seen
  }
}
