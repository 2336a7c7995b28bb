import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { renderPage } from './render-page.tsx'

interface Held<V, Out> {
  readonly value: V | undefined
  /** Some controls pass more than the value. */
  readonly onChange: (value: Out, ...more: unknown[]) => void
}

/** Renders a controlled control, as in a form; `onChange` gets every value. */
export function renderControl<V, Out = V>(draw: (held: Held<V | Out, Out>) => ReactNode, initial?: V) {
  const onChange = vi.fn<(value: Out, ...more: unknown[]) => void>()
  function Holder() {
    const [value, setValue] = useState<V | Out | undefined>(initial)
    const change = (next: Out, ...more: unknown[]) => {
      onChange(next, ...more)
      setValue(next)
    }
    return draw({ value, onChange: change })
  }
  return { onChange, ...renderPage(<Holder />) }
}
