import { LAYOUT_PX } from '@natim/contract/constants'
import { useEffect, useState } from 'react'
import { useSettings } from '../lib/settings-store.ts'

/** SH-41: with auto-hide the header is hidden once the page is scrolled by more than 100 px, and shown above that. */
export function useHeaderHidden(): boolean {
  const isOn = useSettings((state) => state.fixedHeader && state.autoHideHeader)
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const update = () => setIsPast(window.scrollY > LAYOUT_PX.headerHidesAfter)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [isOn])
  return isOn && isPast
}
