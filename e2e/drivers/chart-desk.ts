import type { Operator } from './operator.ts'

/** Activity of a chart during a gesture. */
export interface Moves {
  /** Number of distinct positions of the picture. */
  readonly places: number
  /** Number of redraws of its lines. */
  readonly drawings: number
}

/** Content that moves with the time axis has a canvas of its own. */
const DATA = 'canvas[data-zr-dom-id^="zr_1."]'
const NO_NAMES = 'globalThis.__name ??= (wrapped) => wrapped'

/** A zoomable chart and its mouse wheel. */
export class ChartDesk {
  readonly #operator: Operator

  constructor(operator: Operator) {
    this.#operator = operator
  }

  /** Turns the wheel over the middle of the plot, one turn per frame; positive = out, or later. */
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
        // Each redraw of a layer starts by clearing it.
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

  /** Whether lines are visible, at any position. */
  hasLines(): Promise<boolean> {
    return this.#operator.page.locator(`[data-zoomable] ${DATA}`).evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data
      return pixels !== undefined && pixels.some((channel) => channel !== 0)
    })
  }
}
