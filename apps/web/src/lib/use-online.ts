import { useSyncExternalStore } from 'react'

function watch(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether this machine has a network connection, as far as the browser knows. */
export const useIsOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine)
