import type { Operator } from './operator.ts'
import type { Name, Part } from './part.ts'

/** The gallery's pickers, which query the real server. */
export class Pickers {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  field(label: Name): Part {
    return this.#operator.part('combobox', label)
  }

  /** Opens a field's dialog by its button. */
  async open(label: Name, button: Name, title: Name): Promise<Part> {
    const compact = this.field(label).locator.locator('xpath=ancestor::*[contains(@class,"ant-space-compact")][1]')
    await this.#operator.within(compact).press(button)
    return this.#operator.dialog(title).appears()
  }

  /** Opens the dialog of a field without a button. */
  async openByField(label: Name, title: Name): Promise<Part> {
    await this.field(label).click()
    return this.#operator.dialog(title).appears()
  }

  /** Ticks a node of the tree in a dialog. */
  tickNode(dialog: Part, name: string): Promise<void> {
    const node = dialog.locator.getByRole('treeitem').filter({ hasText: name })
    return this.#operator.within(node.locator('.ant-tree-checkbox')).click()
  }

  /** Width of a dialog's rows and of their container, px. */
  async rowsWidth(dialog: Part): Promise<{ readonly inner: number; readonly outer: number }> {
    const table = dialog.within(dialog.locator.locator('.ant-table-content'))
    await table.appears()
    return table.locator.evaluate((box) => ({ inner: box.scrollWidth, outer: box.clientWidth }))
  }

  /** Waits for the value of a field, which the gallery prints below it. */
  async stores(value: string): Promise<void> {
    await this.#operator.within(this.#operator.page.locator('code').getByText(value, { exact: true })).appears()
  }

  /** Waits for a caption among a field's tags. */
  async shows(label: Name, caption: string): Promise<void> {
    const select = this.field(label).locator.locator('xpath=ancestor::*[contains(@class,"ant-select")][last()]')
    await this.#operator.within(select).words(caption).appears()
  }
}
