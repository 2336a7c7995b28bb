import type { WearableCard } from '@natim/contract/mon/wearable'
import { type RefCallback, useCallback, useState } from 'react'

/**
 * Cards sorted by risk. Re-sorting is held while the board has the pointer or the focus, so that no card moves away
 * under a click.
 *
 * @param key of the query; the answer of another one is shown at once
 */
export function useHeldOrder(
  cards: readonly WearableCard[] | undefined,
  isHeld: boolean,
  key: string,
): readonly WearableCard[] {
  const [held, setHeld] = useState<{ readonly key: string; readonly ids: readonly string[] }>({ key: '', ids: [] })
  const fresh = (cards ?? []).map(({ id }) => id)
  const isSame = held.key === key && sameSet(held.ids, fresh)
  const ids = isSame && isHeld ? held.ids : fresh
  if (held.key !== key || ids.join() !== held.ids.join()) setHeld({ key, ids })
  const byId = new Map((cards ?? []).map((card) => [card.id, card]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

/** Reports whether the pointer or the focus is inside an element. */
export function useHold(onHold: (isHeld: boolean) => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (element === null) return
      const hold = () => onHold(true)
      const letGo = () => onHold(false)
      const events = [
        ['pointerenter', hold],
        ['pointerleave', letGo],
        ['focusin', hold],
        ['focusout', letGo],
      ] as const
      for (const [event, listener] of events) element.addEventListener(event, listener)
      return () => {
        for (const [event, listener] of events) element.removeEventListener(event, listener)
      }
    },
    [onHold],
  )
}
