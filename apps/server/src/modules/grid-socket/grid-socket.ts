import type { PermissionCode } from '@natim/contract/permissions'
import {
  GRID_PAGE_ID,
  GRID_PERMISSIONS,
  type GridMessage,
  type GridUpdate,
  gridRequest,
} from '@natim/contract/socket/grid'
import { isScopeWithin } from '../../platform/scope.ts'
import { openSessionSockets, type Peer, type SessionSocketDeps } from '../../platform/socket/session-sockets.ts'

export interface GridSocketDeps extends SessionSocketDeps {
  /** Permission needed to send and receive the changes of a grid; unlisted keys are not broadcast. */
  readonly permissions?: Readonly<Record<string, PermissionCode>>
}

const wire = (message: GridMessage) => JSON.stringify(message)
const HEARTBEAT_REPLY = wire({ type: 'heart_beat', data: true })

/** The grid socket (contract/30 §9): consoles editing the same table see each other's row changes. */
export function registerGridSocket({ permissions = GRID_PERMISSIONS, ...deps }: GridSocketDeps): {
  stop(): Promise<void>
} {
  const sockets = openSessionSockets(deps, {
    path: '/vxeSocket/:userId/:pageId',
    mayOpen: ({ pageId }) => GRID_PAGE_ID.test(pageId ?? ''),
    onText(peer, text) {
      const request = readRequest(text)
      if (request?.type === 'heart_beat') peer.send(HEARTBEAT_REPLY)
      if (request?.type === 'update_vxe_table') spread(peer, request.data)
      return request !== undefined
    },
  })

  const mayEdit = ({ user }: Peer, { socketKey }: GridUpdate): boolean => {
    const needed = Object.hasOwn(permissions, socketKey) ? permissions[socketKey] : undefined
    return needed !== undefined && user.permissions.has(needed)
  }

  function spread(sender: Peer, update: GridUpdate): void {
    const { tenantId, scope } = sender.user
    if (mayEdit(sender, update)) deps.bus.publish('gridUpdate', { update, tenantId, scope })
  }

  const stops = [
    deps.bus.subscribe('gridUpdate', ({ update, tenantId, scope }) => {
      const text = wire({ type: 'update_vxe_table', data: update })
      for (const peer of sockets.peers()) {
        // The row was in the sender's scope; only users who see that whole scope may receive it.
        const { user } = peer
        if (mayEdit(peer, update) && user.tenantId === tenantId && isScopeWithin(scope, user.scope)) peer.send(text)
      }
    }),
    deps.bus.subscribe('pageCall', ({ userIds, key, args }) => {
      const text = wire({ type: 'common_send_date', data: { key, args: [...args] } })
      for (const peer of sockets.peers()) if (userIds === 'all' || userIds.includes(peer.user.userId)) peer.send(text)
    }),
  ]
  return {
    stop() {
      for (const stop of stops) stop()
      return sockets.stop()
    },
  }
}

function readRequest(text: string) {
  try {
    return gridRequest.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
