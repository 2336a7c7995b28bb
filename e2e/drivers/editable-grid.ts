import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Rendered rows after scrolling. */
interface Sight {
  /** Number of rendered rows. */
  readonly count: number
  /** Index of the first of them. */
  readonly first: number
  /** Whether there is a row at each of eight heights. */
  readonly isFull: boolean
}

/** An editable grid, found by its name. */
export class EditableGrid {
  readonly #operator: Operator
  readonly root: Part

  /** The first grid with this name inside a part. */
  constructor(operator: Operator, name: string, place: Part = operator) {
    this.#operator = operator
    this.root = place.within(place.locator.getByRole('grid', { name, exact: true }).first())
  }

  row(id: string): Part {
    return this.root.within(this.root.locator.locator(`[data-id="${id}"]`))
  }

  cell(id: string, key: string): Part {
    return this.root.within(this.row(id).locator.locator(`[data-key="${key}"]`))
  }

  /** Text of a cell, whether idle or being edited. */
  async text(id: string, key: string): Promise<string> {
    await this.root.pulse.settled()
    const { locator } = this.cell(id, key)
    return locator.evaluate((cell) => cell.querySelector('input')?.value ?? cell.textContent ?? '')
  }

  /** Selects a cell's content and overwrites it. */
  async overwrite(id: string, key: string, text: string): Promise<void> {
    await this.cell(id, key).click()
    await this.#operator.pressKey('Control+a')
    await this.#operator.type(text)
  }

  /** Row and column of the focused control. */
  async focused(): Promise<string> {
    await this.root.pulse.settled()
    return this.#operator.page.evaluate(() => {
      const cell = document.activeElement?.closest<HTMLElement>('[data-key]')
      return `${cell?.closest<HTMLElement>('[data-id]')?.dataset['id']}/${cell?.dataset['key']}`
    })
  }

  /** Ids of the rendered rows, top to bottom. */
  async ids(): Promise<readonly string[]> {
    await this.root.pulse.settled()
    return this.root.locator.locator('[data-id]').evaluateAll((rows) =>
      rows
        .map((row) => ({ id: (row as HTMLElement).dataset['id'] ?? '', top: row.getBoundingClientRect().top }))
        .toSorted((a, b) => a.top - b.top)
        .map(({ id }) => id),
    )
  }

  /** Height of the visible area, px, without borders. */
  async heightPx(): Promise<number> {
    await this.root.pulse.settled()
    return this.root.locator.evaluate(({ clientHeight }) => clientHeight)
  }

  /** Widths of the cells of a row, px. */
  async cellWidths(id: string): Promise<readonly number[]> {
    await this.root.pulse.settled()
    return this.row(id)
      .locator.locator('[data-key]')
      .evaluateAll((cells) => cells.map(({ clientWidth }) => clientWidth))
  }

  /** Scrolls, and inspects the next frame. */
  async scrollTo(top: number): Promise<Sight> {
    await this.root.pulse.settled()
    return this.root.locator.evaluate(async (scroller, scrollTop) => {
      scroller.scrollTop = scrollTop
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const { left, top: from, width, height } = scroller.getBoundingClientRect()
      const hits = Array.from({ length: 8 }, (_, n) =>
        document.elementFromPoint(left + width / 2, from + 60 + (n / 8) * (height - 110)),
      )
      const rows = [...scroller.querySelectorAll<HTMLElement>('[data-id]')]
      const first = Math.min(...rows.map((row) => Number(row.getAttribute('aria-rowindex')) - 2))
      return { count: rows.length, first, isFull: hits.every((hit) => hit?.closest('[data-id]') !== null) }
    }, top)
  }

  /** Cells that a key changes in the DOM. */
  async cellsChangedBy(key: string): Promise<readonly string[]> {
    await this.root.pulse.settled()
    const changes = await this.root.locator.evaluateHandle((scroller) => {
      const cells = new Set<string>()
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const element = target instanceof Element ? target : target.parentElement
          cells.add(element?.closest<HTMLElement>('[data-key]')?.dataset['key'] ?? 'no cell')
        }
      })
      observer.observe(scroller, { subtree: true, childList: true, characterData: true, attributes: true })
      return { cells, observer }
    })
    await this.#operator.pressKey(key)
    await this.root.pulse.settled()
    return changes.evaluate(({ cells, observer }) => {
      observer.disconnect()
      return [...cells]
    })
  }

  /** Drags a row by its handle and drops it at the end of another. */
  async dragRow(from: string, to: string): Promise<void> {
    const handle = await this.handle(from).box()
    const target = await this.row(to).box()
    await this.#drag(
      { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 },
      { x: handle.x + 30, y: target.y + target.height - 4 },
    )
  }

  handle(id: string): Part {
    return this.root.within(this.row(id).locator.locator('[data-handle]'))
  }

  /** Drags the fill handle of the selected block to a cell. */
  async fillTo(id: string, key: string): Promise<void> {
    const corner = await this.root.within(this.root.locator.locator('[data-fill]')).box()
    const last = await this.cell(id, key).box()
    await this.#drag({ x: corner.x + 4, y: corner.y + 4 }, { x: last.x + 20, y: last.y + 30 })
  }

  async #drag(from: Point, to: Point): Promise<void> {
    const { mouse } = this.#operator.page
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps: 6 })
    await mouse.up()
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** The clipboard: what was copied, and what will be pasted. */
export class Clipboard {
  readonly #operator: Operator

  private constructor(operator: Operator) {
    this.#operator = operator
  }

  static async allowFor(operator: Operator): Promise<Clipboard> {
    await operator.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    return new Clipboard(operator)
  }

  async read(): Promise<string> {
    await this.#operator.pulse.settled()
    return this.#operator.page.evaluate(() => navigator.clipboard.readText())
  }

  write(text: string): Promise<void> {
    return this.#operator.page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  }
}
