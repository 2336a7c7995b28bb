import type { WallVersion, wallEndpoints } from '@natim/contract/mon/wall'
import { newWallShared, type WallShared } from '@natim/domain/wall'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { createResource } from '../resource/index.ts'
import { type FoundScreen, findScreen, replaceState } from './wall.repository.ts'
import { WALL_SCREEN } from './wall.resource.ts'

export interface WallDeps {
  readonly db: Db
  readonly bus: Bus
  readonly now: () => number
}

type Screen = z.output<typeof wallEndpoints.screen.result>

/** The state of a screen, or the initial one if none is set. */
export const stateOf = ({ state }: Pick<FoundScreen, 'state'>, nowMs: number): WallShared =>
  state ?? newWallShared(nowMs)

/** Screens and their shared state. */
export function createWalls({ db, bus, now }: WallDeps) {
  const records = createResource(db, WALL_SCREEN)

  /** @throws AppError row.not_found: unknown, deleted, of another scope, or not the screen of the kiosk */
  async function get({ scope, kiosk }: SessionUser, id: string): Promise<FoundScreen> {
    const isOther = kiosk !== undefined && kiosk.screenId !== id
    const screen = isOther ? undefined : await findScreen(db, scope, id)
    if (screen === undefined) throw new AppError('row.not_found')
    return screen
  }

  return {
    records,
    get,

    async screen(user: SessionUser, id: string): Promise<Screen> {
      const screen = await get(user, id)
      const { name, staleS, hasSound, version } = screen
      return { id, name, staleS, hasSound, version, state: stateOf(screen, now()), nowMs: now() }
    },

    /** @throws AppError row.conflict when the caller's version is outdated */
    async save(user: SessionUser, id: string, { version, state }: WallVersion): Promise<{ version: number }> {
      await get(user, id)
      if (!(await replaceState(db, { screenId: id, version, state, by: user.username }))) {
        throw new AppError('row.conflict')
      }
      const next = { version: version + 1, state }
      bus.publish('wallState', { screenId: id, ...next })
      return { version: next.version }
    },

    /** Adds a copy with the same state to the caller's department. */
    async copy(actor: Actor, id: string, name: string): Promise<{ id: string }> {
      const { state, staleS, hasSound } = await get(actor.user, id)
      const copied = await records.write(
        async (trx) => {
          const copy = await records.insertIn(trx, actor, records.columnsOf({ name, staleS, hasSound }))
          if (state) await replaceState(trx, { screenId: copy, version: 0, state, by: actor.user.username })
          return copy
        },
        (copy) => [copy],
      )
      return { id: copied }
    },
  }
}

export type Walls = ReturnType<typeof createWalls>
