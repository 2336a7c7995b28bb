import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** The rich text editor with a given name. */
export class RichText {
  readonly #operator: Operator
  readonly #name: string

  constructor(operator: Operator, name: string) {
    this.#operator = operator
    this.#name = name
  }

  /** The editable area. */
  text(): Part {
    return this.#operator.part('textbox', this.#name)
  }

  /** Bold passages. */
  bold(): Part {
    return this.#operator.within(this.text().locator.locator('strong'))
  }

  /** Text and toolbar of the first editor with this name. */
  frame(): Part {
    const { page } = this.#operator
    const text = page.getByRole('textbox', { name: this.#name, exact: true })
    return this.#operator.within(page.locator('[data-full]').filter({ has: text }).first())
  }

  async append(words: string): Promise<void> {
    await this.text().click()
    await this.#operator.pressKey('Control+End')
    await this.#operator.type(words)
  }

  press(tool: string): Promise<void> {
    return this.#operator.part('toolbar', `${this.#name}工具栏`).press(tool)
  }
}
