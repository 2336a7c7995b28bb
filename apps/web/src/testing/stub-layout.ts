import { afterAll, beforeAll } from 'vitest'

/** Stubs element positions, which editors need and jsdom lacks; for one test file. */
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
