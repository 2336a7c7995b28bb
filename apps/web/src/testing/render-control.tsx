import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { renderPage } from './render-page.tsx'

interface Held<V, Out> {
  readonly value: V | undefined
  readonly onChange: (value: Out) => void
}

/** A control that is given back what it gives, as a form does; `onChange` sees every value. */
export function renderControl<V, Out = V>(draw: (held: Held<V | Out, Out>) => ReactNode, initial?: V) {
  const onChange = vi.fn<(value: Out) => void>()
  function Holder() {
    const [value, setValue] = useState<V | Out | undefined>(initial)
    const change = (next: Out) => {
      onChange(next)
      setValue(next)
    }
    return draw({ value, onChange: change })
  }
  return { onChange, ...renderPage(<Holder />) }
}
