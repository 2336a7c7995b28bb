import { type CornerView, WALL_CORNERS, type WallCorner } from '@natim/domain/wall'
import { useWallContext } from './wall-context.tsx'

/**
 * Binds a device to a corner and adds it to the wall's devices. Locks a corner that rotates or was taken over, so that
 * the manual choice stays.
 */
export function useBind(views: Readonly<Record<WallCorner, CornerView>>) {
  const { store } = useWallContext()
  return (corner: WallCorner | undefined, clientId: string | null): void => {
    if (corner === undefined) return
    const { corners, equipmentClientIds, lockCorner } = store.getState()
    const { isRotated, takeover } = views[corner]
    const index = WALL_CORNERS.indexOf(corner)
    const locks = lockCorner.map((held, place) => (place === index && (isRotated || takeover !== null) ? true : held))
    const isKnown = clientId === null || equipmentClientIds.includes(clientId)
    store.change({
      corners: { ...corners, [corner]: clientId },
      ...(!isKnown && { equipmentClientIds: [...equipmentClientIds, clientId] }),
      lockCorner: locks as [boolean, boolean, boolean, boolean],
    })
  }
}
