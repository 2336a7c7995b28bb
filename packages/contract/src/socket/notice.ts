import { z } from 'zod'

/** Path below the API prefix; the token is sent as the only subprotocol, or as `?token=` (contract/30 §8). */
export const noticeSocketPath = (userId: string) => `/websocket/${encodeURIComponent(userId)}`
/** Heartbeat sent by a client. */
export const NOTICE_HEARTBEAT = 'HeartBeat'

/**
 * Server to client. `topic` goes to all users and `user` to those addressed; `heartcheck` answers any client message;
 * `rights` tells this user's clients to reload menu and permissions.
 */
export const noticeMessage = z.discriminatedUnion('cmd', [
  z.object({ cmd: z.enum(['topic', 'user']), msgId: z.string().optional(), msgTxt: z.string() }),
  z.object({ cmd: z.literal('heartcheck'), msgTxt: z.literal('') }),
  z.object({ cmd: z.literal('rights'), msgTxt: z.literal('') }),
])
export type NoticeMessage = z.output<typeof noticeMessage>
