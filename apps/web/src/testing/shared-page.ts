import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, vi } from 'vitest'

/** Objects whose properties a test may stub. */
const targets = () => ({ document, navigator, URL, Range: Range.prototype, Blob: Blob.prototype })
const isOurs = (key: string) => !key.startsWith('_react')
const ownKeys = (target: object) => Object.keys(target).filter(isOurs)
const patched = () => Object.fromEntries(Object.entries(targets()).map(([name, target]) => [name, ownKeys(target)]))

/**
 * Watches the page shared by the files of a worker. The returned function fails a file that left something in it, and
 * resets the page.
 */
export function watchPage(): () => void {
  const before = patched()
  return () => {
    // Those of the last test; earlier ones were reset before the next test.
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    // antd keeps one shared field for measuring.
    for (const field of document.querySelectorAll('body > textarea[name=hiddenTextarea]')) field.remove()
    const left = document.body.innerHTML
    // After a single act() that was not awaited, or overlapped another, React renders nothing any more.
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
    // Stubs that a file sets for all of its tests, such as the layout of an editor, are reset with the file.
    for (const [name, target] of Object.entries(targets()))
      for (const key of ownKeys(target)) if (!before[name]?.includes(key)) Reflect.deleteProperty(target, key)
    expect(drawn, 'what React draws after this file').toBe('drawn')
    expect(left, 'left in the page').toBe('')
    expect(patched()).toEqual(before)
  }
}
