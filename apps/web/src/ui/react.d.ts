import type {} from 'react'

declare module 'react' {
  interface CSSProperties {
    /** Custom properties that our style sheets read. */
    readonly [name: `--${string}`]: string | number | undefined
  }

  /** React reports mouse, pointer and key events by the element they happened in; the window has no such handlers. */
  interface UIEvent<T = Element, E = globalThis.UIEvent> {
    readonly target: Element & HTMLOrSVGElement
  }

  interface ClipboardEvent<T = Element> {
    readonly target: Element & HTMLOrSVGElement
  }
}
