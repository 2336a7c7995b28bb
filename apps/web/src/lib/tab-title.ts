import { createContext, use, useEffect } from 'react'

/** Names the tab this page stands in; given by the shell. */
export const TabTitleContext = createContext<(title: string) => void>(() => undefined)

/** `undefined` while the name is not known yet. */
export function useTabTitle(title: string | undefined): void {
  const setTitle = use(TabTitleContext)
  useEffect(() => {
    if (title !== undefined) setTitle(title)
  }, [title, setTitle])
}
