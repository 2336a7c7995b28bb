import type { ConsoleServer } from './console-server.ts'
import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Further than any slider is long, px. */
const TO_THE_END = 900

/** What people do about their own session: codes by SMS, choices at the door. */
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

  /** Asks for a code by SMS as a person does, and reads it where the log provider writes it. */
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

  /** What the fields of a form say is wrong with them; what an empty one shows may read the same. */
  complaints(form: Part): Part {
    return form.within(form.locator.locator('.ant-form-item-explain-error'))
  }

  /** A window of somebody else says something to the page. */
  async hears(message: string): Promise<void> {
    await this.#operator.page.evaluate((text) => window.postMessage(text, '*'), message)
  }

  /** Whether a text stands anywhere in the page, drawn or not. */
  holds(text: string): Promise<boolean> {
    return this.#operator.page.evaluate((sought) => document.documentElement.outerHTML.includes(sought), text)
  }

  /** Names of all that the browser keeps. */
  keptKeys(): Promise<readonly string[]> {
    return this.#operator.page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  }

  /** How long the browser goes on keeping each of these, ms. */
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
