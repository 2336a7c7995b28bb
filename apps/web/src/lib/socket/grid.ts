import { gridSocketPath } from '@natim/contract/socket/grid'
import { socketBase } from '../config.ts'
import { followSession, socketOwner } from './follow-session.ts'
import { createGridSocket } from './grid-socket.ts'
import { browserClock } from './heartbeat-socket.ts'
import { logOddMessage } from './odd-message.ts'
import { onWake } from './wake.ts'

const hex = (byte: number) => byte.toString(16).padStart(2, '0')

/** Identifies this page load: 32 random hex digits. */
export const pageId = Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')

/** The socket of this page for grid rows; connected while a grid needs it and a user is signed in. */
export const gridSocket = createGridSocket({
  ...browserClock,
  open: () => {
    const owner = socketOwner()
    const path = gridSocketPath(owner?.userId ?? '', pageId, owner?.tenantId)
    return new WebSocket(`${socketBase()}${path}`, owner?.token ?? 'none')
  },
  follow: (link) => {
    const unfollow = followSession(link)
    const stopWaking = onWake(() => gridSocket.wake())
    return () => {
      stopWaking()
      unfollow()
    }
  },
  onOdd: (text) => logOddMessage('grid', text),
})
