import type { WallVersion } from '@natim/contract/mon/wall'
import type { ParsedLiveRequest } from '@natim/contract/socket/live'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import type { SubscribeRequest } from './hub.ts'

export type WallRequest = Extract<ParsedLiveRequest, { readonly topic: 'wall' }>

/** Where the state of walls comes from, and how far the token of one reaches. */
export interface WallSource {
  /** @returns the function that ends it; undefined = there is no such screen for this user */
  follow(
    user: SessionUser,
    screenId: string,
    receive: (version: WallVersion) => void,
  ): Promise<(() => void) | undefined>
  /** Channels the user may follow, of these. */
  narrow(user: SessionUser, channelNos: readonly number[]): Promise<number[]>
  /** Devices likewise, by their ids. */
  narrowDevices(user: SessionUser, ids: readonly string[]): Promise<string[]>
}

/** A request of a kiosk cut to what stands on its screen; undefined = it may not ask that at all. */
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
