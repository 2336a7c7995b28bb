import type { WearableCard } from '@natim/contract/mon/wearable'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/lib/is-typing.ts'

const STEPS: Readonly<Record<string, number>> = { j: 1, J: 1, k: -1, K: -1 }

/**
 * `J` and `K` go to the next and previous wearer, arrow keys move between cards, `N` focuses the entry, `Esc` closes
 * (design 36).
 */
export function useBoardKeys(cards: readonly WearableCard[], id: string, choose: (id: string) => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null) return
    const step = STEPS[event.key]
    if (step !== undefined && id !== '') {
      const next = cards[cards.findIndex((card) => card.id === id) + step]
      if (next) choose(next.id)
    } else if (event.key === 'Escape' && id !== '') choose('')
    else if ((event.key === 'n' || event.key === 'N') && id !== '') {
      event.preventDefault()
      document.querySelector<HTMLElement>('[data-entry] input')?.focus()
    } else if (event.key.startsWith('Arrow')) moveFocus(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Moves the focus to the neighbouring card. */
function moveFocus(event: KeyboardEvent): void {
  const here = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-row]') : null
  if (here === null) return
  const all = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const columns = all.filter((one) => one.offsetTop === all[0]?.offsetTop).length
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key] ?? 0
  const next = all[all.indexOf(here) + step]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
