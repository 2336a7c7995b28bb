import type { WallVersion } from '@natim/contract/mon/wall'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { findScreen } from './wall.repository.ts'
import { stateOf } from './wall.service.ts'

interface Follower {
  readonly screenId: string
  readonly user: SessionUser
  readonly receive: (version: WallVersion) => void
  /** Newest version sent: messages of two processes may arrive out of order. */
  toldVersion: number
}

export interface WallFeedDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Forwards the state of screens to the sockets that follow them, whichever process changed it. */
export function createWallFeed({ db, bus, now, onError }: WallFeedDeps) {
  const followers = new Set<Follower>()

  function tell(follower: Follower, { version, state }: WallVersion): void {
    if (version <= follower.toldVersion) return
    follower.toldVersion = version
    follower.receive({ version, state })
  }

  async function read(follower: Follower): Promise<boolean> {
    const screen = await findScreen(db, follower.user.scope, follower.screenId)
    if (screen && followers.has(follower)) tell(follower, { version: screen.version, state: stateOf(screen, now()) })
    return screen !== undefined
  }

  const stops = [
    bus.subscribe('wallState', ({ screenId, ...version }) => {
      for (const follower of followers) if (follower.screenId === screenId) tell(follower, version)
    }),
    // Messages were lost: the states are read again.
    bus.subscribe('missed', () => {
      for (const follower of followers) read(follower).catch(onError)
    }),
  ]

  return {
    /**
     * Sends the current state and every change.
     *
     * @returns a function that stops it; undefined = the user sees no such screen
     */
    async follow(
      user: SessionUser,
      screenId: string,
      receive: (version: WallVersion) => void,
    ): Promise<(() => void) | undefined> {
      if (user.kiosk !== undefined && user.kiosk.screenId !== screenId) return undefined
      const follower: Follower = { screenId, user, receive, toldVersion: -1 }
      // Added before reading, so that a concurrent change is not missed.
      followers.add(follower)
      const stop = () => void followers.delete(follower)
      const isThere = await read(follower).catch((error: unknown) => {
        stop()
        throw error
      })
      if (isThere) return stop
      stop()
      return undefined
    },
    count: () => followers.size,
    stop() {
      for (const stop of stops) stop()
      followers.clear()
    },
  }
}
