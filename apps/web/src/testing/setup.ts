import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { stubCanvas } from './canvas-stub.ts'

stubCanvas()
// Loading a chart library on a busy machine takes longer than the default second.
configure({ asyncUtilTimeout: 15_000 })

// jsdom has no layout: what antd and the charts ask of the browser at import or at mount must exist.
class NoLayoutObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

for (const [name, px] of [
  ['clientWidth', 800],
  ['clientHeight', 400],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px })
}

globalThis.ResizeObserver ??= NoLayoutObserver
globalThis.matchMedia ??= (query) => {
  const list = new EventTarget() as MediaQueryList
  return Object.assign(list, {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
}

// jsdom refuses the second argument, with which antd measures scroll bars.
const { getComputedStyle: computedStyle } = globalThis
globalThis.getComputedStyle = (element) => computedStyle(element)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})
