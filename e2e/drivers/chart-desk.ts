import type { Operator } from './operator.ts'

/** What a chart did while somebody moved it. */
export interface Moves {
  /** Places at which the picture stood, one after the other. */
  readonly places: number
  /** How often its lines were drawn anew. */
  readonly drawings: number
}

/** What moves with the time axis lies on a canvas of its own. */
const DATA = 'canvas[data-zr-dom-id^="zr_1."]'
const NO_NAMES = 'globalThis.__name ??= (wrapped) => wrapped'

/** The chart of a page that can be zoomed, and a hand at its wheel. */
export class ChartDesk {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** Turns the wheel over the middle of the plot, a turn a frame; positive = out, or later. */
  async turn(turns: number, direction: 'in' | 'out' | 'earlier' | 'later'): Promise<Moves> {
    const { page, pulse } = this.#operator
    await pulse.settled()
    await page.evaluate(NO_NAMES)
    return page.locator('[data-zoomable]').evaluate(
      async (host, { count, way, selector }) => {
        const canvas = host.querySelector<HTMLCanvasElement>(selector)
        const context = canvas?.getContext('2d')
        if (!canvas || !context) throw new Error('nothing is drawn')
        let drawings = 0
        // Each drawing of a layer begins with an empty one.
        const clear = context.clearRect.bind(context)
        context.clearRect = (...area) => {
          drawings += 1
          clear(...area)
        }
        const { left, top, width, height } = host.getBoundingClientRect()
        const step = way === 'in' || way === 'earlier' ? -60 : 60
        const isPan = way === 'earlier' || way === 'later'
        const places = new Set<string>()
        for (let turn = 0; turn < count; turn++) {
          host.dispatchEvent(
            new WheelEvent('wheel', {
              deltaX: isPan ? step : 0,
              deltaY: isPan ? 0 : step,
              clientX: left + width / 2,
              clientY: top + height / 2,
              bubbles: true,
              cancelable: true,
            }),
          )
          await new Promise((resolve) => requestAnimationFrame(resolve))
          places.add(canvas.style.transform)
        }
        context.clearRect = clear
        return { places: places.size, drawings }
      },
      { count: turns, way: direction, selector: DATA },
    )
  }

  /** Whether lines are to be seen, wherever they stand. */
  hasLines(): Promise<boolean> {
    return this.#operator.page.locator(`[data-zoomable] ${DATA}`).evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
      return pixels !== undefined && pixels.some((channel) => channel !== 0)
    })
  }
}
