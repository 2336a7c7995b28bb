import { useEffect, useEffectEvent } from 'react'
import { gridSocket, pageId } from '../lib/socket/grid.ts'
import type { Resource } from './define-resource.ts'
import { useMay } from './use-may.ts'

/**
 * Keeps the lists of several consoles in sync: a row saved elsewhere triggers a reload. Only for users who may edit
 * such rows; the server notifies no one else.
 */
export function useRowSync(resource: Resource, reload: () => void): void {
  const mayEdit = useMay(resource.endpoints.update)
  const onChange = useEffectEvent(reload)
  const { gridKey } = resource
  useEffect(() => {
    if (gridKey === undefined || !mayEdit) return
    return gridSocket.subscribe(gridKey, pageId, { onRow: () => onChange(), onResync: () => onChange() })
  }, [gridKey, mayEdit])
}

/**
 * Announces to other consoles that a row was saved. Sends only its id, since each user may see a different part of it.
 */
export function announceRow({ gridKey }: Resource, id: string): void {
  if (gridKey !== undefined) gridSocket.sendRow(gridKey, pageId, { id })
}
