import { useLayoutEffect, useRef } from 'react'

/** Returns the focus to the element focused when `isOn` began; antd does so only with a mask. */
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
