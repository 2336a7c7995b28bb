import type { Part } from './part.ts'

/** The node of a tree in a place, by its words. */
export function treeNode(place: Part, name: string): Part {
  const { locator } = place
  return place.within(locator.getByRole('treeitem').filter({ has: locator.page().getByText(name, { exact: true }) }))
}
