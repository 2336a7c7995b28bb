import type { WallVersion } from '@natim/contract/mon/wall'
import { newWallShared, type WallShared, type WallState, type WallValue } from '@natim/domain/wall'
import { createStore, type StoreApi } from 'zustand'

/** Client state of a screen, and its relation to the server's. */
export interface WallView extends WallState {
  /** Version of the server state it is based on; -1 = none received yet. */
  readonly version: number
  /** Changed only locally, by a user who may not change the shared state. */
  readonly isOwn: boolean
}

export interface WallStoreOptions {
  readonly screenId: string
  readonly name: string
  readonly nowMs: number
  /** Saves the state on the server; absent = changes stay in this tab. @throws when it was rejected */
  readonly save?: (next: WallVersion) => Promise<number>
  /** Returns the server's state after a rejected change. */
  readonly reload: () => Promise<WallVersion>
  /** A change lost against another user's, or could not be sent. */
  readonly onLost: (error: unknown) => void
  /** Storage of this tab; absent = nothing is kept. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
}

export interface WallStore extends StoreApi<WallView> {
  /** Changes the shared state. Applied here at once, for others once the server has accepted it. */
  change(change: Partial<WallShared>): void
  /** Takes over the server's state. Older versions are ignored. */
  receive(version: WallVersion): void
  /** Latest values of channels, by device. */
  setValues(values: Readonly<Record<string, Readonly<Record<number, WallValue>>>>): void
  /** Drops local changes. */
  followAgain(): void
}

/** Storage key of a screen's state in this tab. */
export const wallKey = (screenId: string) => `natim.wall.${screenId}`

/** The shared keys, as in the contract. */
const SHARED_KEYS = [
  'corners',
  'equipmentClientIds',
  'selectedDate',
  'startTime',
  'endTime',
  'mode',
  'rotateS',
  'lockCorner',
  'metricPick',
  'playback',
] as const satisfies readonly (keyof WallShared)[]

export function sharedOf(state: WallShared): WallVersion['state'] {
  return Object.fromEntries(SHARED_KEYS.map((key) => [key, state[key]])) as WallVersion['state']
}

/** The store of a wall (BZ-09): panels select their part and re-render only when it changes. */
export function createWallStore(options: WallStoreOptions): WallStore {
  const { screenId, name, storage } = options
  const store = createStore<WallView>(() => ({
    ...newWallShared(options.nowMs),
    channelValues: {},
    version: -1,
    isOwn: false,
    ...kept(),
    screenId,
    name,
  }))
  let server: WallVersion | undefined
  let isSending = false
  let isDirty = false

  function kept(): Partial<WallView> {
    try {
      return JSON.parse(storage?.getItem(wallKey(screenId)) ?? '{}') as Partial<WallView>
    } catch {
      // Invalid data, e.g. of another version.
      return {}
    }
  }

  function keep(): void {
    try {
      storage?.setItem(wallKey(screenId), JSON.stringify(store.getState()))
    } catch {
      // Storage is full or unavailable: the state then lives as long as the page.
    }
  }

  function adopt({ version, state }: WallVersion): void {
    store.setState({ ...state, version, isOwn: false })
    keep()
  }

  async function send(save: NonNullable<WallStoreOptions['save']>): Promise<void> {
    if (isSending) return void (isDirty = true)
    isSending = true
    do {
      isDirty = false
      const state = store.getState()
      try {
        const version = await save({ version: Math.max(0, state.version), state: sharedOf(state) })
        store.setState({ version })
      } catch (error) {
        isDirty = false
        options.onLost(error)
        const version = await options.reload().catch(() => server)
        if (version) adopt(version)
      }
    } while (isDirty)
    isSending = false
    // A newer state set by others meanwhile.
    if (server && server.version > store.getState().version) adopt(server)
    keep()
  }

  return Object.assign(store, {
    change(change: Partial<WallShared>) {
      store.setState(options.save ? change : { ...change, isOwn: true })
      keep()
      if (options.save) void send(options.save)
    },
    receive(version: WallVersion) {
      if (server && version.version < server.version) return
      server = version
      const { isOwn, version: known } = store.getState()
      if (!isOwn && !isSending && version.version >= known) adopt(version)
    },
    setValues(values: Readonly<Record<string, Readonly<Record<number, WallValue>>>>) {
      const { channelValues } = store.getState()
      const next = { ...channelValues }
      for (const [clientId, own] of Object.entries(values)) next[clientId] = newestOf(next[clientId], own)
      store.setState({ channelValues: bounded(next, store.getState()) })
    },
    followAgain() {
      store.setState({ isOwn: false })
      if (server) adopt(server)
    },
  })
}

/** Values reloaded from the register may be older than those from the socket. */
function newestOf(
  known: Readonly<Record<number, WallValue>> = {},
  own: Readonly<Record<number, WallValue>>,
): Readonly<Record<number, WallValue>> {
  const fresh = Object.entries(own).filter(([seq, { ts }]) => ts >= (known[Number(seq)]?.ts ?? 0))
  return fresh.length === 0 ? known : { ...known, ...Object.fromEntries(fresh) }
}

/** Maximum devices whose last values are kept: those of the wall, and a few that have just left it. */
const MAX_REMEMBERED = 24

function bounded(
  values: Readonly<Record<string, Readonly<Record<number, WallValue>>>>,
  { corners }: Pick<WallShared, 'corners'>,
): WallState['channelValues'] {
  const ids = Object.keys(values)
  if (ids.length <= MAX_REMEMBERED) return values
  const shown = new Set<string | null>(Object.values(corners))
  const others = ids.filter((id) => !shown.has(id))
  const newest = (id: string) => Math.max(0, ...Object.values(values[id] ?? {}).map(({ ts }) => ts))
  const gone = new Set(others.toSorted((a, b) => newest(a) - newest(b)).slice(0, ids.length - MAX_REMEMBERED))
  return Object.fromEntries(Object.entries(values).filter(([id]) => !gone.has(id)))
}
