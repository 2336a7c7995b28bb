import type { Part } from './part.ts'

/** A grid cell by its row, from 0, and the key of its column. */
const cellOf = (place: Part, row: number, key: string): Part =>
  place.within(place.locator.locator('[data-id]').nth(row).locator(`[data-key="${key}"]`))

/** Clicks into a cell and types. */
export async function fillCell(place: Part, row: number, key: string, text: string): Promise<void> {
  const cell = cellOf(place, row, key)
  await cell.click()
  await cell.locator.locator('input').fill(text)
}

/** Clicks into a cell and picks from its list. */
export async function chooseInCell(place: Part, row: number, key: string, option: string): Promise<void> {
  const cell = cellOf(place, row, key)
  await cell.click()
  await cell.option(option).click()
}
