import type { Operator } from './operator.ts'
import type { Part } from './part.ts'
import { lookAt, type PictureFacts } from './picture.ts'

/** The pages that show the network as a whole: dashboard, map, live matrix. */
export class Overview {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** The number of the strip at the top of the dashboard, as shown, without its unit. */
  async keyFigure(caption: string): Promise<string> {
    const strip = await this.#operator.region('全网指标').read()
    const lines = strip.split('\n').map((line) => line.trim())
    return lines[lines.indexOf(caption) + 1] ?? ''
  }

  map(): Part {
    return this.#operator.region('监测地图')
  }

  /** Boundaries and devices are on screen, and the camera stands still. */
  async untilMapIsDrawn(): Promise<void> {
    const { page, pulse } = this.#operator
    await page.locator('[aria-label="监测地图"]:not([aria-busy]) canvas').waitFor()
    await pulse.settled()
  }

  async lookAtMap(): Promise<PictureFacts> {
    await this.untilMapIsDrawn()
    return lookAt(this.map())
  }

  /** Every value of the live matrix, without the ages that tick by themselves. */
  async matrixValues(): Promise<string> {
    const text = await this.#operator.part('main').read()
    return text.replaceAll(/刚刚|\d+ (?:秒|分钟|小时)前/g, '').replaceAll(/\d\d:\d\d:\d\d/g, '')
  }
}
