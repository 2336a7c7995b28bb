import type { Part } from './part.ts'

/** A tree node inside a part, by its text. */
export function treeNode(place: Part, name: string): Part {
  const { locator } = place
  return place.within(locator.getByRole('treeitem').filter({ has: locator.page().getByText(name, { exact: true }) }))
}
