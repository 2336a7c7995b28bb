import type { WallVersion } from '@natim/contract/mon/wall'
import type { ParsedLiveRequest } from '@natim/contract/socket/live'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import type { SubscribeRequest } from './hub.ts'

export type WallRequest = Extract<ParsedLiveRequest, { readonly topic: 'wall' }>

/** Source of wall states, and the reach of a wall's token. */
export interface WallSource {
  /** @returns the unsubscribe function; undefined = no such screen for this user */
  follow(
    user: SessionUser,
    screenId: string,
    receive: (version: WallVersion) => void,
  ): Promise<(() => void) | undefined>
  /** Those of the given channels that the user may follow. */
  narrow(user: SessionUser, channelNos: readonly number[]): Promise<number[]>
  /** Those of the given devices (by id) that the user may follow. */
  narrowDevices(user: SessionUser, ids: readonly string[]): Promise<string[]>
}

/** A kiosk request limited to the content of its screen; undefined = not allowed at all. */
export async function withinReach(
  walls: WallSource,
  user: SessionUser,
  request: SubscribeRequest,
): Promise<SubscribeRequest | undefined> {
  if (user.kiosk === undefined) return request
  if (request.topic === 'ch') return { ...request, keys: await walls.narrow(user, request.keys) }
  if (request.topic === 'dev' && request.ids) return { ...request, ids: await walls.narrowDevices(user, request.ids) }
  return request.topic === 'home' ? request : undefined
}
