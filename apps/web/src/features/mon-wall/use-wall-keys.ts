import { type CornerView, nextEquipment, WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/lib/is-typing.ts'
import { useBind } from './use-bind.ts'
import { useWallContext } from './wall-context.tsx'

interface WallKeys {
  readonly selected: WallCorner | undefined
  readonly setSelected: (corner: WallCorner | undefined) => void
  readonly enlarge: (corner: WallCorner) => void
  readonly choose: (corner: WallCorner) => void
  readonly leave: () => void
  readonly views: Readonly<Record<WallCorner, CornerView>>
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** 1 to 4 select a corner, arrow keys step through the equipment, Enter enlarges, D opens the devices, Esc leaves. */
export function useWallKeys({ selected, setSelected, enlarge, choose, leave, views }: WallKeys): void {
  const { store, isKiosk } = useWallContext()
  const bind = useBind(views)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    const isElsewhere = target instanceof Element && target.closest('.ant-drawer, [role="dialog"], [role="listbox"]')
    if (isTyping(target) || isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return
    const corner = WALL_CORNERS[Number(event.key) - 1]
    if (corner) return setSelected(corner)
    if (event.key === 'Escape') {
      setSelected(undefined)
      return leave()
    }
    if (selected === undefined) return
    const step = STEPS[event.key]
    // A focused map uses the arrow keys itself.
    const isOnMap = target instanceof Element && target.closest('canvas') !== null
    if (step && !isOnMap && !isKiosk) {
      event.preventDefault()
      bind(selected, nextEquipment(store.getState().equipmentClientIds, views[selected].clientId, step))
    }
    const isOnButton = target instanceof Element && target.closest('button, a') !== null
    if (event.key === 'Enter' && !isOnButton) enlarge(selected)
    if (event.key.toLowerCase() === 'd' && !isKiosk) {
      // Otherwise the key would be typed into the search box that gets the focus.
      event.preventDefault()
      choose(selected)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
