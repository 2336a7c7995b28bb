import { type ReactNode, useState } from 'react'

/** A control of the gallery that can be tried: it is given back what it gives. */
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
