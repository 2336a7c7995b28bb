import type { Locator } from 'playwright-core'
import type { Operator } from './operator.ts'

/** Pickers of the gallery, which ask the real server, and what somebody does with them. */
export class Pickers {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** Shows the entries of these files in the gallery. */
  async open(files: string, firstField: string): Promise<void> {
    await this.#operator.open(`/test/home?only=${files}`)
    await this.field(firstField).waitFor()
  }

  field(label: string): Locator {
    return this.#operator.page.getByRole('combobox', { name: label, exact: true })
  }

  /** Opens the dialog of a field by its button. */
  async dialog(label: string, button: string, title: string): Promise<Locator> {
    const compact = this.field(label).locator('xpath=ancestor::*[contains(@class,"ant-space-compact")][1]')
    await compact.getByRole('button', { name: button }).click()
    return this.#opened(title)
  }

  /** Opens the dialog of a field without a button. */
  async dialogOfField(label: string, title: string): Promise<Locator> {
    await this.field(label).click()
    return this.#opened(title)
  }

  async #opened(title: string): Promise<Locator> {
    const dialog = this.#operator.page.getByRole('dialog', { name: title, exact: true })
    await dialog.waitFor()
    return dialog
  }

  agree(dialog: Locator): Promise<void> {
    return this.#close(dialog, /^确\s*定$/)
  }

  cancel(dialog: Locator): Promise<void> {
    return this.#close(dialog, /^取\s*消$/)
  }

  async #close(dialog: Locator, button: RegExp): Promise<void> {
    await dialog.getByRole('button', { name: button }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  /** The value a field has given, as the gallery prints it below. */
  async stored(value: string): Promise<void> {
    await this.#operator.page.locator('code').getByText(value, { exact: true }).waitFor()
  }

  /** A caption among the tags of a field. */
  async shows(label: string, caption: string): Promise<void> {
    const select = this.field(label).locator('xpath=ancestor::*[contains(@class,"ant-select")][last()]')
    await select.getByText(caption, { exact: true }).waitFor()
  }
}
