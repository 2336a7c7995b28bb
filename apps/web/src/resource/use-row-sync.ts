import { useEffect, useEffectEvent } from 'react'
import { gridSocket, pageId } from '../lib/socket/grid.ts'
import type { Resource } from './define-resource.ts'
import { useMay } from './use-may.ts'

/**
 * Keeps the lists of several consoles alike: a row somebody else saved is read again. Only for those who may edit such
 * rows; the server tells nobody else.
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

/** Tells the other consoles that a row was saved: its id alone, since each may see something else of it. */
export function announceRow({ gridKey }: Resource, id: string): void {
  if (gridKey !== undefined) gridSocket.sendRow(gridKey, pageId, { id })
}
