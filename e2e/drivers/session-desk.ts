import type { ConsoleServer } from './console-server.ts'
import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Longer than any slider, px. */
const TO_THE_END = 900

/** A user's own session: SMS codes, choices at sign-in. */
export class SessionDesk {
  readonly #operator: Operator
  readonly #server: ConsoleServer

  constructor(operator: Operator, server: ConsoleServer) {
    this.#operator = operator
    this.#server = server
  }

  codeButton(): Part {
    return this.#operator.button(/获取验证码|后重发/)
  }

  /** Requests an SMS code, and reads it from the log provider's output. */
  async receiveCode(phone: string): Promise<string> {
    await this.#operator.fill({ 手机号: phone })
    await this.#operator.part('slider').dragBy(TO_THE_END, 0)
    await this.#operator.part('slider', '验证通过').appears()
    await this.#operator.press('获取验证码')
    await this.#operator.button(/后重发/).appears()
    const lines = this.#server
      .output()
      .split('\n')
      .filter((line) => line.includes('code by SMS') && line.includes(phone))
    const code = /"code":"(\d{6})"/.exec(lines.at(-1) ?? '')?.[1]
    if (code === undefined) throw new Error(`The log holds no code for ${phone}`)
    return code
  }

  /** Validation errors of a form's fields; the placeholder of an empty one may have the same text. */
  complaints(form: Part): Part {
    return form.within(form.locator.locator('.ant-form-item-explain-error'))
  }

  /** A foreign window posts a message to the page. */
  async hears(message: string): Promise<void> {
    await this.#operator.page.evaluate((text) => window.postMessage(text, '*'), message)
  }

  /** Whether a text is anywhere in the DOM, visible or not. */
  holds(text: string): Promise<boolean> {
    return this.#operator.page.evaluate((sought) => document.documentElement.outerHTML.includes(sought), text)
  }

  /** Names of everything stored in the browser. */
  keptKeys(): Promise<readonly string[]> {
    return this.#operator.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  }

  /** Remaining lifetimes of stored items, ms. */
  lifetimesMs(keys: readonly string[]): Promise<readonly number[]> {
    return this.#operator.page.evaluate(
      (names) =>
        names.map((name) => {
          const { expire } = JSON.parse(localStorage.getItem(name) ?? '{}') as { expire: number }
          return expire - Date.now()
        }),
      keys,
    )
  }
}
