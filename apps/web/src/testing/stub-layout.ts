import { afterAll, beforeAll } from 'vitest'

/** Where things are, which editors ask and jsdom does not know; for one file of tests. */
export function stubLayout(): void {
  beforeAll(() => {
    Range.prototype.getClientRects = () => [] as unknown as DOMRectList
    Range.prototype.getBoundingClientRect = () => new DOMRect()
    document.elementFromPoint = () => null
  })
  afterAll(() => {
    for (const name of ['getClientRects', 'getBoundingClientRect']) Reflect.deleteProperty(Range.prototype, name)
    Reflect.deleteProperty(document, 'elementFromPoint')
  })
}
