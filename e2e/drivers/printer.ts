import type { Operator } from './operator.ts'

/** Width of a portrait A4 sheet, px. */
export const A4_WIDTH_PX = 794

/** The printed pages. */
export interface Sheets {
  /** All readable text on them. */
  readonly text: string
  /** Number of pages. */
  readonly count: number
  /** Right edges of the charts on a sheet of {@link A4_WIDTH_PX}. */
  readonly chartEdgesPx: readonly number[]
}

/** Prints by a button of the page or, without one, by the browser's menu. */
export async function printed({ page, pulse }: Operator, act?: () => Promise<void>): Promise<Sheets> {
  if (act) {
    // The print dialog would block.
    await page.evaluate(() => {
      window.print = () => document.documentElement.setAttribute('data-at-printer', '')
    })
    await act()
    await page.locator('html[data-at-printer]').waitFor({ state: 'attached' })
  }
  await pulse.settled()
  await page.emulateMedia({ media: 'print' })
  const text = await page.locator('body').innerText()
  const pdf = await page.pdf({ format: 'A4' })
  const screen = page.viewportSize()
  await page.setViewportSize({ width: A4_WIDTH_PX, height: 1_123 })
  const charts = await page.locator('canvas').filter({ visible: true }).all()
  const boxes = await Promise.all(charts.map((chart) => chart.boundingBox()))
  const chartEdgesPx = boxes.flatMap((box) => (box ? [Math.round(box.x + box.width)] : []))
  if (screen) await page.setViewportSize(screen)
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    document.documentElement.removeAttribute('data-at-printer')
    window.dispatchEvent(new Event('afterprint'))
  })
  return { text, chartEdgesPx, count: pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0 }
}
