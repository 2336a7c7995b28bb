import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, vi } from 'vitest'

/** What a test may put a stand-in on. */
const targets = () => ({ document, navigator, URL, Range: Range.prototype, Blob: Blob.prototype })
const isOurs = (key: string) => !key.startsWith('_react')
const ownKeys = (target: object) => Object.keys(target).filter(isOurs)
const patched = () => Object.fromEntries(Object.entries(targets()).map(([name, target]) => [name, ownKeys(target)]))

/**
 * Watches over the page that the files of a worker share. What is returned fails a file that left something in it, and
 * makes it a new one.
 */
export function watchPage(): () => void {
  const before = patched()
  return () => {
    // Those of the last test: the others' ended before the test after them.
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    // antd measures with one field for all, which it keeps.
    for (const field of document.querySelectorAll('body > textarea[name=hiddenTextarea]')) field.remove()
    const left = document.body.innerHTML
    // One act() that was not awaited, or overlapped another, and React draws nothing any more.
    const { container } = render(createElement('i', null, 'drawn'))
    const drawn = container.textContent
    cleanup()
    for (const element of [document.documentElement, document.head, document.body]) {
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
    }
    document.head.replaceChildren()
    document.body.replaceChildren()
    document.title = ''
    window.history.replaceState(null, '', '/')
    // What a file gives the page for all of its tests, such as the layout of an editor, goes with the file.
    for (const [name, target] of Object.entries(targets()))
      for (const key of ownKeys(target)) if (!before[name]?.includes(key)) Reflect.deleteProperty(target, key)
    expect(drawn, 'what React draws after this file').toBe('drawn')
    expect(left, 'left in the page').toBe('')
    expect(patched()).toEqual(before)
  }
}
