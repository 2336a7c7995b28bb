import { useState } from 'react'

/** State of expanded rows. */
export function useExpansion() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setKeys((held) => {
      const next = new Set(held)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { keys, toggle }
}
