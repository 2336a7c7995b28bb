import { useEffect } from 'react'
import { create } from 'zustand'
import styles from './navigation-progress.module.css'

const useLoading = create<{ readonly count: number }>(() => ({ count: 0 }))
const add = (change: number) => useLoading.setState(({ count }) => ({ count: count + change }))

/** Keeps the bar running while the calling component is the placeholder of a loading page. */
export function useReportsLoading(): void {
  useEffect(() => {
    add(1)
    return () => add(-1)
  }, [])
}

/** SH-29: 2 px bar along the top edge; runs through on every navigation and waits for code that is loading. */
export function NavigationProgress({ pageKey }: { readonly pageKey: string }) {
  const isLoading = useLoading((state) => state.count > 0)
  return <div key={pageKey} className={styles.bar} data-progress data-loading={isLoading} aria-hidden />
}
