import type { NoticeMessage } from '@natim/contract/socket/notice'
import { openSessionSockets, type SessionSocketDeps } from '../../platform/socket/session-sockets.ts'

const wire = (message: NoticeMessage) => JSON.stringify(message)
const HEARTBEAT_REPLY = wire({ cmd: 'heartcheck', msgTxt: '' })
const RIGHTS_CHANGED = wire({ cmd: 'rights', msgTxt: '' })

/** The notice socket (contract/30 §8): notifies consoles of announcements and of changed permissions of their user. */
export function registerNoticeSocket(deps: SessionSocketDeps): { stop(): Promise<void> } {
  const sockets = openSessionSockets(deps, {
    path: '/websocket/:userId',
    // Existing clients send HeartBeat, ping or heartcheck: any text is a heartbeat.
    onText(peer) {
      peer.send(HEARTBEAT_REPLY)
      return true
    },
  })

  function push(userIds: 'all' | readonly string[], text: string): void {
    const meant = userIds === 'all' ? undefined : new Set(userIds)
    for (const peer of sockets.peers()) if (!meant || meant.has(peer.user.userId)) peer.send(text)
  }

  const stops = [
    deps.bus.subscribe('notice', ({ userIds, message }) => push(userIds, wire(message))),
    deps.bus.subscribe('rightsChanged', (userIds) => push(userIds, RIGHTS_CHANGED)),
  ]
  return {
    stop() {
      for (const stop of stops) stop()
      return sockets.stop()
    },
  }
}
