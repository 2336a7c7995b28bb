import type { Locator } from 'playwright-core'
import type { Pulse } from './pulse.ts'

/** Name of something on the screen; a string must match completely. */
export type Name = string | RegExp
type Role = Parameters<Locator['getByRole']>[0]

export interface SentFile {
  readonly name: string
  readonly buffer: Buffer
}

/** antd inserts a space between two characters, and an icon prefixes its own name. */
function named(name: Name): RegExp {
  if (typeof name !== 'string') return name
  const letters = [...name.replaceAll(/\s/g, '')].map((letter) => letter.replace(/[$()*+.?[\\\]^{|}]/, '\\$&'))
  return new RegExp(`^\\s*(?:[a-z-]+ )*${letters.join('\\s*')}\\s*$`)
}

/**
 * A part of the screen, found by its visible name. Every method first waits until the page is idle, so that it neither
 * acts on a form about to be replaced nor reads from the previous page.
 */
export class Part {
  readonly locator: Locator
  readonly pulse: Pulse

  constructor(locator: Locator, pulse: Pulse) {
    this.locator = locator
    this.pulse = pulse
  }

  // Finding

  /** Visible descendants by role and name. */
  part(role: Role, name?: Name): Part {
    return this.within(this.locator.getByRole(role, name === undefined ? {} : { name: named(name) }))
  }

  /** For drivers only. */
  within(locator: Locator): Part {
    return new Part(locator.filter({ visible: true }), this.pulse)
  }

  dialog(title: Name): Part {
    return new Part(
      this.locator
        .page()
        .getByRole('dialog', { name: named(title) })
        .filter({ visible: true }),
      this.pulse,
    )
  }

  region(name: Name): Part {
    return this.part('region', name)
  }

  /** The row that contains all these texts. */
  row(...texts: readonly Name[]): Part {
    return this.within(
      texts.reduce<Locator>((rows, hasText) => rows.filter({ hasText }), this.locator.getByRole('row')),
    )
  }

  field(label: Name): Part {
    const exact = typeof label === 'string'
    return this.within(this.locator.getByLabel(label, { exact }))
  }

  button(name: Name): Part {
    return this.part('button', name)
  }

  /** Elements with this text. */
  words(text: Name): Part {
    return this.within(this.locator.getByText(text, { exact: typeof text === 'string' }))
  }

  /** A form field with its label and error. */
  item(label: Name): Part {
    const field = this.locator.page().getByLabel(label, { exact: typeof label === 'string' })
    return this.within(this.locator.locator('.ant-form-item').filter({ has: field }))
  }

  /** An option of the open drop-down, which is rendered at the end of the page. */
  option(title: Name): Part {
    const titled = this.locator.page().getByTitle(title, { exact: typeof title === 'string' })
    return new Part(titled.filter({ visible: true }).last(), this.pulse)
  }

  // Acting

  /** Presses a button, or a link used as one. */
  async press(name: Name): Promise<void> {
    await this.#act(this.button(name).locator.or(this.part('link', name).locator), (target) => target.click())
  }

  async follow(link: Name): Promise<void> {
    await this.part('link', link).click()
  }

  async openTab(name: Name): Promise<void> {
    await this.part('tab', name).click()
  }

  /** Replaces the values of fields, in the given order. */
  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values))
      await this.#act(this.field(label).locator, (target) => target.fill(value))
  }

  /** Fills one field and presses Enter. */
  async enter(label: string, value: string): Promise<void> {
    await this.#act(this.field(label).locator, async (target) => {
      await target.fill(value)
      await target.press('Enter')
    })
  }

  /** Picks options from a drop-down, a cascader (several steps) or a multiple select. */
  async choose(label: Name, ...options: readonly Name[]): Promise<void> {
    const page = this.locator.page()
    await this.field(label).click()
    for (const option of options) await this.option(option).click()
    // A multiple select stays open; without one, another Escape would close the dialog around it.
    const list = page.getByRole('listbox').filter({ visible: true })
    await this.pulse.settled()
    if ((await list.count()) > 0) await page.keyboard.press('Escape')
  }

  /** Types into a drop-down and picks the option: a long list renders only what is visible. */
  async find(label: Name, option: string): Promise<void> {
    await this.field(label).click()
    await this.#act(this.field(label).locator, (target) => target.fill(option))
    await this.option(option).click()
  }

  /** Ticks the checkbox or radio with this name, or the only one. */
  async check(name?: Name): Promise<void> {
    await this.#act(this.#choice(name), (target) => target.check())
  }

  async uncheck(name?: Name): Promise<void> {
    await this.#act(this.#choice(name), (target) => target.uncheck())
  }

  async click(): Promise<void> {
    await this.#act(this.locator, (target) => target.click())
  }

  /** Presses 关闭 of a dialog or drawer, in its footer if there is one, and waits until it is gone. */
  async close(): Promise<void> {
    await this.within(this.button('关闭').locator.last()).click()
    await this.disappears()
  }

  async hover(): Promise<void> {
    await this.#act(this.locator, (target) => target.hover())
  }

  async focus(): Promise<void> {
    await this.#act(this.locator, (target) => target.focus())
  }

  /** Presses a key while this part has the focus. */
  async key(key: string): Promise<void> {
    await this.#act(this.locator, (target) => target.press(key))
  }

  /** Drags it with the mouse, px. */
  async dragBy(x: number, y: number): Promise<void> {
    // A part may still be animating: hovering waits until it is stable.
    await this.hover()
    const { mouse } = this.locator.page()
    const box = await this.box()
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(from.x + x, from.y + y, { steps: 6 })
    await mouse.up()
  }

  chooseFile(file: SentFile): Promise<void> {
    return this.chooseFiles([file])
  }

  /** Gives files to the first input that accepts some; several only where that is allowed. */
  async chooseFiles(files: readonly SentFile[]): Promise<void> {
    await this.pulse.settled()
    const input = this.locator.locator('input[type=file]').first()
    await input.setInputFiles(files.map((file) => ({ ...file, mimeType: '' })))
  }

  // Reading

  /** Waits until it is visible. */
  async appears(): Promise<this> {
    await this.locator.first().waitFor()
    await this.pulse.settled()
    return this
  }

  /** Waits until none is visible. */
  async disappears(): Promise<void> {
    await this.pulse.settled()
    // `hidden` allows at most one match; several are awaited one by one.
    await this.locator.first().waitFor({ state: 'hidden' })
  }

  /** Waits until each of these texts is visible in it. */
  async shows(...texts: readonly Name[]): Promise<void> {
    await this.pulse.settled()
    for (const text of texts) await this.locator.getByText(text).filter({ visible: true }).first().waitFor()
  }

  /** Waits until none of these texts is visible in it. */
  async lacks(...texts: readonly Name[]): Promise<void> {
    await this.pulse.settled()
    for (const text of texts)
      await this.locator.getByText(text).filter({ visible: true }).first().waitFor({ state: 'hidden' })
  }

  /** Its visible text. */
  async read(): Promise<string> {
    await this.pulse.settled()
    return this.locator.innerText()
  }

  /** The visible text of each match. */
  async readAll(): Promise<readonly string[]> {
    await this.pulse.settled()
    return this.locator.allInnerTexts()
  }

  /** Number of matches once the page is idle. */
  async count(): Promise<number> {
    await this.pulse.settled()
    return this.locator.count()
  }

  async isThere(): Promise<boolean> {
    return (await this.count()) > 0
  }

  /** Value of a field. */
  async valueOf(label: Name): Promise<string> {
    await this.pulse.settled()
    return this.field(label).locator.inputValue()
  }

  async isChecked(name?: Name): Promise<boolean> {
    await this.pulse.settled()
    return this.#choice(name).isChecked()
  }

  async isDisabled(): Promise<boolean> {
    await this.pulse.settled()
    return this.locator.isDisabled()
  }

  async hasFocus(): Promise<boolean> {
    await this.pulse.settled()
    return this.locator.evaluate((element) => element.contains(document.activeElement))
  }

  async attribute(name: string): Promise<string | null> {
    await this.pulse.settled()
    return this.locator.getAttribute(name)
  }

  /** Text colours of it, or of all fields in it: `rgb(r, g, b)`. */
  async inks(of?: 'fields'): Promise<readonly string[]> {
    await this.pulse.settled()
    const drawn = of === 'fields' ? this.locator.locator('input, textarea') : this.locator
    const inks = await drawn.evaluateAll((all) => all.map((one) => getComputedStyle(one).webkitTextFillColor))
    return [...new Set(inks)]
  }

  /** Position and size in the window, px, rounded. */
  async box(): Promise<{ readonly x: number; readonly y: number; readonly width: number; readonly height: number }> {
    await this.pulse.settled()
    const box = await this.locator.boundingBox()
    if (!box) throw new Error(`${this.locator} is not drawn`)
    const [x = 0, y = 0, width = 0, height = 0] = [box.x, box.y, box.width, box.height].map(Math.round)
    return { x, y, width, height }
  }

  #choice(name: Name | undefined): Locator {
    const choice = (role: Role) => this.part(role, name).locator
    return choice('checkbox').or(choice('radio')).or(choice('switch'))
  }

  async #act(target: Locator, verb: (target: Locator) => Promise<unknown>): Promise<void> {
    await this.pulse.settled()
    await verb(target)
  }
}
