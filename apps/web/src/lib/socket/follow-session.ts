import { useSession } from '../session/session-store.ts'
import { viewMode } from '../view-mode.ts'
import type { HeartbeatSocket } from './heartbeat-socket.ts'

export interface SocketOwner {
  readonly userId: string
  readonly token: string
  /** The current tenant; undefined = none. */
  readonly tenantId: string | undefined
}

/**
 * Owner of the sockets; undefined while signed out, and in an impersonation view, which must not receive its subject's
 * notices.
 */
export function socketOwner(): SocketOwner | undefined {
  if (viewMode() !== undefined) return undefined
  const { token, user, tenantId } = useSession.getState()
  return token === undefined || user === undefined ? undefined : { userId: user.id, token, tenantId }
}

/**
 * Runs a socket while signed in: stops with the session, restarts with another token or tenant. Returns the function
 * that stops it permanently.
 */
export function followSession(socket: Pick<HeartbeatSocket, 'start' | 'stop'>): () => void {
  let owner: SocketOwner | undefined
  const follow = () => {
    const next = socketOwner()
    const isSame = next?.token === owner?.token && next?.userId === owner?.userId && next?.tenantId === owner?.tenantId
    if (isSame) return
    owner = next
    socket.stop()
    if (next !== undefined) socket.start()
  }
  follow()
  const unfollow = useSession.subscribe(follow)
  return () => {
    unfollow()
    socket.stop()
  }
}
