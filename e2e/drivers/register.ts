import type { Operator } from './operator.ts'
import type { Part, SentFile } from './part.ts'

/** Address of a list with these filters, to exclude rows of other journeys. */
export const filtered = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?~=${encodeURIComponent(JSON.stringify({ filters }))}`

/** Picks accounts in the dialog that a button opens. */
export async function pickUsers(operator: Operator, place: Part, button: string, ...usernames: readonly string[]) {
  await place.press(button)
  const picker = operator.dialog('根据部门选择用户')
  for (const username of usernames) {
    await picker.enter('姓名、账号、手机、部门', username)
    await picker.row(username).click()
  }
  await picker.press('确定')
  await picker.disappears()
}

/** Uploads a file with 导入, and leaves the dialog to the caller. */
export async function importFile(operator: Operator, file: SentFile): Promise<Part> {
  await operator.press('导入')
  const dialog = operator.dialog('导入EXCEL')
  await dialog.chooseFile(file)
  await dialog.shows(file.name)
  await dialog.press('开始上传')
  return dialog
}

/** Differences between register pages. */
export interface RegisterPage {
  readonly path: string
  /** 职务: the noun in its buttons. */
  readonly noun: string
  /** Label of the field that identifies rows. */
  readonly nameLabel: string
  /** Text fields of a new row besides its name. */
  fields(key: string): Readonly<Record<string, string>>
}

/** A plain register page and its actions. */
export class Register {
  readonly #operator: Operator
  readonly #page: RegisterPage

  constructor(operator: Operator, page: RegisterPage) {
    this.#operator = operator
    this.#page = page
  }

  row(name: string): Part {
    return this.#operator.row(name)
  }

  async search(text: string): Promise<void> {
    const form = this.#operator.filters()
    await form.fill({ [this.#page.nameLabel]: text })
    await form.press('查询')
  }

  async add(key: string, name: string): Promise<void> {
    const { noun, nameLabel, fields } = this.#page
    await this.#operator.startNew(noun)
    await this.#operator.dialog(`新增${noun}`).fill({ ...fields(key), [nameLabel]: name })
    await this.#operator.answer(`新增${noun}`, '保存')
    await this.row(name).appears()
  }

  async rename(from: string, to: string): Promise<void> {
    const title = `编辑${this.#page.noun}`
    await this.row(from).press(`编辑 ${from}`)
    await this.#operator.dialog(title).fill({ [this.#page.nameLabel]: to })
    await this.#operator.answer(title, '保存')
    await this.row(to).appears()
  }

  /** Opens a row's details; returns the name shown, and whether all values look like the name in the list. */
  async lookAt(name: string): Promise<{ readonly name: string; readonly isPlain: boolean }> {
    const listed = await this.row(name).words(name).inks()
    await this.row(name).press(`详情 ${name}`)
    const dialog = this.#operator.dialog(`${this.#page.noun}详情`)
    const shown = await dialog.valueOf(this.#page.nameLabel)
    const isPlain = String(await dialog.inks('fields')) === String(listed)
    await dialog.close()
    return { name: shown, isPlain }
  }

  async remove(name: string): Promise<void> {
    await this.row(name).press(`删除 ${name}`)
    await this.#operator.agree()
    await this.row(name).disappears()
  }

  async removeTicked(): Promise<void> {
    await this.#operator.batch().press('删除')
    await this.#operator.answer('确认删除', '确定')
  }
}
