import { configure, getConfig } from '@testing-library/react'

/** Set-up runs for each file, while page and libraries persist. */
const DONE = Symbol.for('natim.quick')
const once = <F extends object>(before: F, make: () => F): F =>
  DONE in before ? before : Object.assign(make(), { [DONE]: true })

/** Element types a selector is limited to, such as those of `input[type=text], textarea`; undefined if none. */
function typesOf(selector: string): ReadonlySet<string> | undefined {
  const parts = selector
    .split(',')
    .map((part) => /^\s*([a-z][a-z0-9]*)((\[[^\]]*\]|:not\(\[[^\]]*\]\))*)\s*$/.exec(part))
  return parts.every((part) => part !== null) ? new Set(parts.map((part) => part[1] ?? '')) : undefined
}

/**
 * Testing Library checks each element a hundred times against `button`, `a[href]`, `script, style` …: the type alone
 * decides nearly all of them.
 */
export function typesFirst(): void {
  const known = new Map<string, ReadonlySet<string> | undefined>()
  const ask = Element.prototype.matches
  const value = once<object>(
    ask,
    () =>
      function matches(this: Element, selector: string): boolean {
        if (!known.has(selector)) known.set(selector, typesOf(selector))
        const types = known.get(selector)
        return (types === undefined || types.has(this.localName)) && ask.call(this, selector)
      } as Element['matches'],
  )
  Object.defineProperty(Element.prototype, 'matches', { configurable: true, writable: true, value })
}

/**
 * jsdom finds the labels of a control by checking every element, and each label's control in turn. Only labels that
 * refer to its id or enclose it need checking.
 */
export function nearLabels(): void {
  for (const { prototype } of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
    const ask = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get
    if (!ask) continue
    const get = once(
      ask,
      () =>
        function labels(this: HTMLInputElement) {
          if (!this.isConnected || this.type === 'hidden') return ask.call(this)
          const named = (label: HTMLLabelElement) => label.htmlFor !== '' && label.htmlFor === this.id
          return Array.from(document.getElementsByTagName('label')).filter(
            (label) => (named(label) || label.contains(this)) && label.control === this,
          )
        },
    )
    Object.defineProperty(prototype, 'labels', { configurable: true, enumerable: true, get })
  }
}

/** jsdom matches every rule of every sheet on each call: seconds per query. Inline styles are enough. */
export function inlineStyles(): void {
  const none = document.createElement('i').style
  // An element without inline styles has no declaration yet, and creating one is expensive.
  window.getComputedStyle = (element) => (element.hasAttribute('style') ? (element as HTMLElement).style : none)
}

/** A wait retries repeatedly and only its last error is read: earlier errors skip printing the page. */
export function tellsOnlyTheLastError(): void {
  const { getElementError } = getConfig()
  const tell: typeof getElementError = (message, container) => {
    if (!isWaiting()) return getElementError(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  }
  configure({ getElementError: once(getElementError, () => tell) })
}

const isWaiting = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
