import { type ReactNode, useId } from 'react'

interface LabelledProps {
  readonly caption: ReactNode
  readonly children: (id: string) => ReactNode
}

/** A caption over its control. */
export function Labelled({ caption, children }: LabelledProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{caption}</label>
      {children(id)}
    </div>
  )
}
