import { useLayoutEffect, useRef } from 'react'

/** Gives the focus back to what had it when `isOn` began; antd does so only where there is a mask. */
export function useOpener(isOn: boolean): () => void {
  const opener = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    if (isOn && document.activeElement instanceof HTMLElement) opener.current = document.activeElement
  }, [isOn])
  return () => {
    opener.current?.focus({ preventScroll: true })
    opener.current = undefined
  }
}
