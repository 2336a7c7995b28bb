import { NOTICE_SOCKET_ERROR_LIMIT, NOTICE_SOCKET_MS } from '@natim/contract/constants'
import { NOTICE_HEARTBEAT } from '@natim/contract/socket/notice'
import { z } from 'zod'
import type { HeartbeatRules } from './heartbeat-machine.ts'
import { createHeartbeatSocket, type SocketClock } from './heartbeat-socket.ts'

/** spec §7: HeartBeat 20 s after the last message, reconnect 20 s after a loss, none after the 5th error. */
export const NOTICE_RULES: HeartbeatRules = {
  beatsOnOpen: false,
  restMs: NOTICE_SOCKET_MS.heartbeat,
  // Our addition: the server answers every text (CA-118); silence for two more pauses means it is gone.
  replyTimeoutMs: 2 * NOTICE_SOCKET_MS.heartbeat,
  reconnectMs: NOTICE_SOCKET_MS.reconnect,
  errorLimit: NOTICE_SOCKET_ERROR_LIMIT,
}

/** An announcement was released to this user. */
export interface Notice {
  /** Undefined when there is nothing to open: all notices may have changed. */
  readonly id: string | undefined
  /** Empty = nothing to show or say. */
  readonly text: string
}

export interface NoticeSocketOptions extends SocketClock {
  readonly open: () => WebSocket
  readonly onNotice: (notice: Notice) => void
  /** This user's rights have changed. */
  readonly onRights: () => void
  readonly onResync: () => void
  readonly onOdd: (text: string) => void
}

/** The fields read from a message, whoever sent it; others are not relied on (CA-118). */
const incoming = z.object({ cmd: z.string(), msgTxt: z.string().catch(''), msgId: z.string().catch('') })

/** Handles one message. Parsed as JSON, never evaluated (D-38); commands of other clients are ignored. */
function deliver(text: string, options: NoticeSocketOptions): void {
  const message = readMessage(text)
  if (message === undefined) options.onOdd(text)
  else if (message.cmd === 'rights') options.onRights()
  else if (message.cmd === 'topic' || message.cmd === 'user')
    options.onNotice({ id: message.msgId || undefined, text: message.msgTxt })
}

function readMessage(text: string) {
  try {
    return incoming.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The socket for notices (contract/30 §8). */
export function createNoticeSocket(options: NoticeSocketOptions) {
  return createHeartbeatSocket({
    ...options,
    rules: NOTICE_RULES,
    beatText: NOTICE_HEARTBEAT,
    receive: (text) => {
      deliver(text, options)
      return true
    },
  })
}
