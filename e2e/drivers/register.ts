import type { Locator, Page } from 'playwright-core'
import type { Operator } from './operator.ts'

/** What one register page differs by from the next. */
export interface RegisterPage {
  readonly path: string
  readonly title: string
  /** 职务: as its buttons call one. */
  readonly noun: string
  /** Field rows are searched and told by. */
  readonly nameLabel: string
  /** Text fields of a new row besides its name. */
  fields(key: string): Readonly<Record<string, string>>
}

/** A plain register page, and what somebody does there. */
export class Register {
  readonly #operator: Operator
  readonly #page: RegisterPage

  constructor(operator: Operator, page: RegisterPage) {
    this.#operator = operator
    this.#page = page
  }

  get #document(): Page {
    return this.#operator.page
  }

  async open(): Promise<void> {
    await this.#operator.open(this.#page.path)
    await this.#document.getByRole('heading', { name: this.#page.title }).waitFor()
  }

  row(name: string): Locator {
    return this.#operator.row(name)
  }

  dialog(title: string): Locator {
    return this.#document.getByRole('dialog', { name: title, exact: true })
  }

  /** The sentence that says how it went. */
  line(text: string | RegExp): Locator {
    return this.#document.locator('.ant-message').getByText(text)
  }

  button(name: string | RegExp): Locator {
    return this.#document.getByRole('button', { name })
  }

  async search(text: string): Promise<void> {
    const form = this.#document.getByRole('search')
    await form.getByLabel(this.#page.nameLabel, { exact: true }).fill(text)
    await form.getByRole('button', { name: /^查\s*询$/ }).click()
    await this.#operator.untilQuiet()
  }

  async add(key: string, name: string): Promise<void> {
    const { noun, nameLabel, fields } = this.#page
    await this.button(`新增${noun}`).click()
    const dialog = this.dialog(`新增${noun}`)
    for (const [label, value] of Object.entries({ ...fields(key), [nameLabel]: name }))
      await dialog.getByLabel(label, { exact: true }).fill(value)
    await this.save(dialog)
    await this.row(name).waitFor()
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#operator.pressInRow(from, `编辑 ${from}`)
    const dialog = this.dialog(`编辑${this.#page.noun}`)
    await dialog.getByLabel(this.#page.nameLabel, { exact: true }).fill(to)
    await this.save(dialog)
    await this.row(to).waitFor()
  }

  async save(dialog: Locator): Promise<void> {
    await dialog.getByRole('button', { name: '保存' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  /** Looks at a row; returns the name it shows. */
  async nameInDetail(name: string): Promise<string> {
    await this.#operator.pressInRow(name, `详情 ${name}`)
    const dialog = this.dialog(`${this.#page.noun}详情`)
    const shown = await dialog.getByLabel(this.#page.nameLabel, { exact: true }).inputValue()
    await dialog
      .getByRole('button', { name: /^关\s*闭$/ })
      .last()
      .click()
    await dialog.waitFor({ state: 'hidden' })
    return shown
  }

  async remove(name: string): Promise<void> {
    await this.#operator.pressInRow(name, `删除 ${name}`)
    await this.#document
      .getByRole('tooltip')
      .getByRole('button', { name: /^确\s*定$/ })
      .click()
    await this.row(name).waitFor({ state: 'hidden' })
  }

  async tick(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.row(name).getByRole('checkbox').check()
  }

  batch(action: string): Locator {
    return this.#document.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: action })
  }

  async removeTicked(): Promise<void> {
    await this.batch('删除').click()
    const dialog = this.dialog('确认删除')
    await dialog.getByRole('button', { name: /^确\s*定$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  /** Saves what 导出 gives; returns its name and where it lies. */
  async export(): Promise<{ readonly name: string; readonly path: string }> {
    const [file] = await Promise.all([this.#document.waitForEvent('download'), this.button('导出').click()])
    return { name: file.suggestedFilename(), path: await file.path() }
  }

  /** Sends a file by 导入, and leaves the dialog to the caller. */
  async import(name: string, buffer: Buffer): Promise<Locator> {
    const dialog = this.dialog('导入EXCEL')
    if (!(await dialog.isVisible())) await this.button(/导\s*入$/).click()
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
    await dialog.getByText(name).waitFor()
    await dialog.getByRole('button', { name: '开始上传' }).click()
    return dialog
  }
}
