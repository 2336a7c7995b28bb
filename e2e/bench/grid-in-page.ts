import type { Page } from 'playwright-core'

/** Frames of one scroll. */
export interface FrameReport {
  readonly fps: number
  readonly worstMs: number
  readonly frames: number
  /** Share of the viewport that is blank while scrolling. */
  readonly blankShare: number
}

/** From the click on a row count until the rows are painted, ms. */
export const measureOpen = (page: Page, choice: string): Promise<number> =>
  page.evaluate(async (text) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const item = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item-label')].find(
      ({ textContent }) => textContent === text,
    )
    const startMs = performance.now()
    item?.click()
    while (document.querySelectorAll('[role=grid] [data-key]').length < 20) await frame()
    // When the next frame begins, the one with the rows is on screen.
    await frame()
    return performance.now() - startMs
  }, choice)

/** Scrolls by a number of px per frame for 180 frames, or from one end to the other in 180 frames. */
export function measureScroll(page: Page, selector: string, step: number | 'whole'): Promise<FrameReport> {
  return page.evaluate(
    async ([target, stepPx]) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const element = document.querySelector<HTMLElement>(String(target))
      if (!element) throw new Error(`nothing is ${target}`)
      const { left, top, width, height } = element.getBoundingClientRect()
      const farPx = element.scrollHeight - element.clientHeight
      const gaps: number[] = []
      let blank = 0
      let looked = 0
      element.scrollTop = 0
      await frame()
      let last = performance.now()
      for (let n = 1; n <= 180; n++) {
        element.scrollTop = Math.min(farPx, stepPx === 'whole' ? (farPx / 180) * n : Number(stepPx) * n)
        await frame()
        const now = performance.now()
        gaps.push(now - last)
        last = now
        for (const shareX of [0.3, 0.6, 0.9])
          for (const shareY of [0.2, 0.4, 0.6, 0.8]) {
            looked += 1
            const found = document.elementFromPoint(left + width * shareX, top + height * shareY)
            if (!found?.closest('[data-key], [role=gridcell]')) blank += 1
          }
      }
      const totalMs = gaps.reduce((sum, gap) => sum + gap, 0)
      element.scrollTop = 0
      await frame()
      return {
        fps: (1_000 * gaps.length) / totalMs,
        worstMs: Math.max(...gaps),
        frames: gaps.length,
        blankShare: blank / looked,
      }
    },
    [selector, step] as const,
  )
}

const KEYS = 60

/** From the key press until the character is painted, ms. */
export async function measureKeys(page: Page, cell: string): Promise<number[]> {
  await page.locator(cell).click()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          // A message is delivered after the frame was submitted.
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => times.push(performance.now() - timeStamp), { once: true })
          port1.start()
          port2.postMessage(0)
        })
      },
      true,
    )
  })
  for (let key = 0; key < KEYS; key++) await page.keyboard.press('a', { delay: 10 })
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}

/** From pasting spreadsheet cells into the focused cell until they are painted, ms. */
export const measurePaste = (page: Page, rows: number, columns: number): Promise<number> =>
  page.evaluate(
    async ([rowCount, columnCount]) => {
      const line = (n: number) => Array.from({ length: columnCount }, (_, m) => `${n}${m}`).join('\t')
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', Array.from({ length: rowCount }, (_, n) => line(n)).join('\n'))
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const startMs = performance.now()
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
      await frame()
      await frame()
      return performance.now() - startMs
    },
    [rows, columns] as const,
  )

/** 1 000 rows of 15 plain cells, all of them in the DOM. */
export const openCeiling = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    document.querySelector('#ceiling')?.remove()
    await frame()
    const startMs = performance.now()
    const scroller = document.createElement('div')
    scroller.id = 'ceiling'
    scroller.style.cssText = 'position:relative;height:400px;overflow:auto'
    for (let row = 0; row < 1_000; row++) {
      const line = document.createElement('div')
      line.style.cssText = `position:absolute;top:${row * 61}px;height:61px;width:1800px`
      for (let column = 0; column < 15; column++) {
        const cell = document.createElement(row === 1 && column === 1 ? 'input' : 'div')
        cell.dataset['key'] = `${row}-${column}`
        cell.style.cssText = `position:absolute;left:${column * 120}px;width:120px;height:61px`
        cell.textContent = `${row} ${column}`
        line.append(cell)
      }
      scroller.append(line)
    }
    document.querySelector('main')?.prepend(scroller)
    await frame()
    await frame()
    return performance.now() - startMs
  })

export const closeCeiling = (page: Page): Promise<void> =>
  page.evaluate(() => document.querySelector('#ceiling')?.remove())
