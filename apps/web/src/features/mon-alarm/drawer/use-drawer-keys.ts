import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/lib/is-typing.ts'

export interface DrawerKeys {
  readonly onStep: (by: number) => void
  readonly onClose: () => void
}

/** A dialog above the drawer captures the keyboard. */
const hasDialogAbove = (): boolean => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** Whether a single-character key is meant for the record: no input has the focus and no modifier is held. */
export const isForRecord = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !hasDialogAbove()

/** `J` and `K` go to the next and previous alarm, `Esc` closes (design 19). */
export function useDrawerKeys(isOn: boolean, { onStep, onClose }: DrawerKeys): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isForRecord(event)) return
    if (event.key === 'j' || event.key === 'J') onStep(1)
    else if (event.key === 'k' || event.key === 'K') onStep(-1)
    else if (event.key === 'Escape') onClose()
  })
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [isOn])
}
