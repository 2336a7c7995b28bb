import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** The dialog for picking a place on the map. */
export class PlaceDesk {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  dialog(): Part {
    return this.#operator.dialog('在地图上选点')
  }

  /** Opens it from a form, and waits for its map. */
  async open(form: Part): Promise<void> {
    await form.press('在地图上选点')
    await this.dialog().appears()
    await this.dialog().locator.locator('[aria-label="监测地图"]:not([aria-busy]) canvas').waitFor()
    await this.#operator.pulse.settled()
  }

  /** Clicks the map at shares of its width and height. */
  async clickAt(x: number, y: number): Promise<void> {
    await this.#operator.page.mouse.click(...(await this.#at(x, y)))
  }

  /** Drags from one position of the map to another, both as shares. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const { mouse } = this.#operator.page
    await mouse.move(...(await this.#at(...from)))
    await mouse.down()
    await mouse.move(...(await this.#at(...to)), { steps: 6 })
    await mouse.up()
  }

  /** Presses a key while the map has the focus. */
  async key(key: string): Promise<void> {
    await this.#canvas().press(key)
  }

  /** The point in the dialog's fields. */
  async point(): Promise<{ readonly lng: number; readonly lat: number }> {
    return {
      lng: Number(await this.dialog().valueOf('选点经度')),
      lat: Number(await this.dialog().valueOf('选点纬度')),
    }
  }

  #canvas() {
    return this.dialog().locator.locator('canvas')
  }

  async #at(x: number, y: number): Promise<[number, number]> {
    const box = await this.#canvas().boundingBox()
    if (!box) throw new Error('There is no map in the dialog')
    return [box.x + box.width * x, box.y + box.height * y]
  }
}
