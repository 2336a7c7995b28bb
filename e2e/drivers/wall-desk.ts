import type { Operator } from './operator.ts'
import type { Part } from './part.ts'

/** Drags the map point connected to a corner by its line, and drops it on a part of the wall. */
export async function dragShownPlace({ page, pulse }: Operator, onto: Part): Promise<void> {
  await page.locator('[aria-label="监测地图"] canvas').waitFor()
  await pulse.settled()
  const spot = await page.locator('[aria-label="监测地图"] svg circle').first().boundingBox()
  if (!spot) throw new Error('no corner leads to a place on the map')
  const target = await onto.box()
  const { mouse } = page
  await mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2)
  await mouse.down()
  await mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 })
  await mouse.up()
}
