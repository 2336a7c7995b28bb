import { type ReactNode, useState } from 'react'

/** A stateful control of the gallery: it keeps the value it emits. */
export function Held<V>({
  initial,
  children,
}: {
  readonly initial?: V
  readonly children: (held: { value: V | undefined; onChange: (value: V | undefined) => void }) => ReactNode
}) {
  const [value, setValue] = useState<V | undefined>(initial)
  return children({ value, onChange: setValue })
}
