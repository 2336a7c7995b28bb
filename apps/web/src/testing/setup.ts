import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, vi } from 'vitest'
import { readableBlobs } from './blob-stub.ts'
import { stubCanvas } from './canvas-stub.ts'
import { inlineStyles, nearLabels, tellsOnlyTheLastError, typesFirst } from './quick-dom.ts'
import { watchPage } from './shared-page.ts'

stubCanvas()
readableBlobs()
typesFirst()
nearLabels()
inlineStyles()
tellsOnlyTheLastError()
// React captures a stack for each element, for its warnings, up to ten thousand a second: a tenth of the time.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set: () => {} })
// Loading a chart library on a busy machine takes longer than the default second.
configure({ asyncUtilTimeout: 45_000, defaultHidden: false })

// jsdom has no layout: browser APIs that antd and the charts use on import or mount must exist.
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

URL.createObjectURL = () => 'blob:test'
URL.revokeObjectURL = () => undefined

afterAll(watchPage())

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
})
