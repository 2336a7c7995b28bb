import { z } from 'zod'

/** Below the API base; the token travels as the only subprotocol, or as `?token=` (contract/30 §8). */
export const noticeSocketPath = (userId: string) => `/websocket/${encodeURIComponent(userId)}`
/** What a client sends to hear whether anybody is there. */
export const NOTICE_HEARTBEAT = 'HeartBeat'

/**
 * Server to client. `topic` goes to everybody and `user` to those addressed; `heartcheck` answers whatever a client
 * sends; `rights` says that menu and permissions of this user changed and want to be read again.
 */
export const noticeMessage = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.enum(['topic', 'user']), msgId: z.string().optional(), msgTxt: z.string() }),
  z.object({ cmd: z.literal('heartcheck'), msgTxt: z.literal('') }),
  z.object({ cmd: z.literal('rights'), msgTxt: z.literal('') }),
])
export type NoticeMessage = z.output<typeof noticeMessage>
