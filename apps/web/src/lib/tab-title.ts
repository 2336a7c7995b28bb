import { createContext, use, useEffect } from 'react'

/** Sets the title of the tab this page is in; provided by the shell. */
export const TabTitleContext = createContext<(title: string) => void>(() => undefined)

/** `undefined` while the title is not known yet. */
export function useTabTitle(title: string | undefined): void {
  const setTitle = use(TabTitleContext)
  useEffect(() => {
    if (title !== undefined) setTitle(title)
  }, [title, setTitle])
}
