import { cleanup, render } from '@testing-library/react'
import { createElement } from 'react'
import { expect, vi } from 'vitest'

const isOurs = (key: string) => !key.startsWith('_react')
const ownKeys = (target: object) => Object.keys(target).filter(isOurs)

/** What a test may put a stand-in on, which would still be there in the next file. */
const patched = () => ({
  document: ownKeys(document),
  navigator: ownKeys(navigator),
  URL: ownKeys(URL),
  Range: ownKeys(Range.prototype),
})

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
    expect(drawn, 'what React draws after this file').toBe('drawn')
    expect(left, 'left in the page').toBe('')
    expect(patched()).toEqual(before)
  }
}
