import { expect } from 'vitest'
import type { Operator } from './operator.ts'
import type { Part } from './part.ts'
import { lookAt, type Picture, type PictureFacts, spotOf, takePicture } from './picture.ts'

/** The pages with a view of the whole network: dashboard, map, live matrix. */
export class Overview {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** A figure of the strip at the top of the dashboard, as shown, without its unit. */
  async keyFigure(caption: string): Promise<string> {
    const strip = await this.#operator.region('全网指标').read()
    const lines = strip.split('\n').map((line) => line.trim())
    return lines[lines.indexOf(caption) + 1] ?? ''
  }

  map(): Part {
    return this.#operator.region('监测地图')
  }

  /** Waits until boundaries and devices are drawn and the camera is still. */
  async untilMapIsDrawn(): Promise<void> {
    const { page, pulse } = this.#operator
    await page.locator('[aria-label="监测地图"]:not([aria-busy]) canvas').waitFor()
    await pulse.settled()
  }

  async lookAtMap(): Promise<PictureFacts> {
    await this.untilMapIsDrawn()
    return lookAt(this.map())
  }

  async pictureOfMap(): Promise<Picture> {
    await this.untilMapIsDrawn()
    return takePicture(this.map())
  }

  /** The spot drawn in a colour of the console (`--st-online`) that an earlier picture did not have. */
  async spotOnMap(token: string, before: Picture) {
    const colour = await this.#operator.page.evaluate(
      (name) => getComputedStyle(document.documentElement).getPropertyValue(name),
      token,
    )
    const [map, list, time] = await Promise.all([
      this.map().box(),
      this.#operator.region('设备').box(),
      this.#operator.region('时间轴').box(),
    ])
    // The cards over the map have status colours of their own.
    const clip = { left: (list.x + list.width - map.x) / map.width, bottom: (time.y - map.y) / map.height }
    return spotOf(colour, before, await this.pictureOfMap(), clip)
  }

  /** Clicks that spot on the canvas once it is there. */
  async clickOnMap(token: string, before: Picture): Promise<void> {
    await expect.poll(() => this.spotOnMap(token, before)).toBeDefined()
    const spot = await this.spotOnMap(token, before)
    const box = await this.map().box()
    const { x = 0, y = 0 } = spot ?? {}
    await this.#operator.page.mouse.click(box.x + x * box.width, box.y + y * box.height)
  }

  /** All values of the live matrix, without ages, which change over time. */
  async matrixValues(): Promise<string> {
    const text = await this.#operator.part('main').read()
    return text.replaceAll(/刚刚|\d+ (?:秒|分钟|小时)前/g, '').replaceAll(/\d\d:\d\d:\d\d/g, '')
  }
}
