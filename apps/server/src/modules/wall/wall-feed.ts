import type { WallVersion } from '@natim/contract/mon/wall'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import { findScreen } from './wall.repository.ts'
import { stateOf } from './wall.service.ts'

interface Follower {
  readonly screenId: string
  readonly user: SessionUser
  readonly receive: (version: WallVersion) => void
  /** The newest that was told: messages of two processes may overtake each other. */
  toldVersion: number
}

export interface WallFeedDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** Hands the state of screens to the sockets that follow them, whichever process it was set in. */
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
    // Nothing is lost for good: what was missed is read.
    bus.subscribe('missed', () => {
      for (const follower of followers) read(follower).catch(onError)
    }),
  ]

  return {
    /**
     * Tells the state now and after every change.
     *
     * @returns the function that ends it; undefined = there is no such screen for this user
     */
    async follow(
      user: SessionUser,
      screenId: string,
      receive: (version: WallVersion) => void,
    ): Promise<(() => void) | undefined> {
      if (user.kiosk !== undefined && user.kiosk.screenId !== screenId) return undefined
      const follower: Follower = { screenId, user, receive, toldVersion: -1 }
      // Before it is read, so that a change in between is heard.
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
