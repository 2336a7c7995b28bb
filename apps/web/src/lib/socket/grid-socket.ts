import { GRID_SOCKET_MS } from '@natim/contract/constants'
import { type GridRequest, type GridUpdate, gridMessage } from '@natim/contract/socket/grid'
import type { HeartbeatRules } from './heartbeat-machine.ts'
import { createHeartbeatSocket, type HeartbeatSocket, type SocketClock } from './heartbeat-socket.ts'

/** spec §7: heartbeat after open and 10 s after each reply, 6 s reply timeout, reconnect after 5 s. */
export const GRID_RULES: HeartbeatRules = {
  beatsOnOpen: true,
  restMs: GRID_SOCKET_MS.heartbeat,
  replyTimeoutMs: GRID_SOCKET_MS.replyTimeout,
  reconnectMs: GRID_SOCKET_MS.reconnect,
  errorLimit: Number.POSITIVE_INFINITY,
}

type GridRow = GridUpdate['args'][0]

export interface GridListener {
  /** A row of a grid with the same key was changed elsewhere. */
  readonly onRow: (row: GridRow) => void
  /** Changes may have been missed: reload the rows. */
  readonly onResync: () => void
}

interface Grid extends GridListener {
  readonly socketKey: string
  readonly caseId: string
}

export interface GridSocketOptions extends SocketClock {
  readonly open: () => WebSocket
  /** Runs the connection while it is wanted and a user is signed in; returns the function that stops it. */
  readonly follow: (link: Pick<HeartbeatSocket, 'start' | 'stop'>) => () => void
  readonly onOdd: (text: string) => void
}

const wire = (request: GridRequest) => JSON.stringify(request)

/**
 * The socket that keeps the grids of several consoles in sync (contract/30 §9). One per page: a grid subscribes under a
 * key shared by equal grids, and under its own case id to recognise its echo.
 */
export function createGridSocket(options: GridSocketOptions) {
  const grids = new Set<Grid>()
  const handlers = new Map<string, Set<(...args: unknown[]) => void>>()

  function receive(text: string): boolean {
    const message = readMessage(text)
    if (message === undefined) {
      options.onOdd(text)
      return false
    }
    if (message.type === 'heart_beat') return true
    if (message.type === 'update_vxe_table') {
      const { socketKey, args } = message.data
      const [row, caseId] = args
      for (const grid of grids) if (grid.socketKey === socketKey && grid.caseId !== caseId) grid.onRow(row)
    } else {
      for (const handler of handlers.get(message.data.key) ?? []) handler(...message.data.args)
    }
    return false
  }

  const link = createHeartbeatSocket({
    ...options,
    rules: GRID_RULES,
    beatText: wire({ type: 'heart_beat', data: '' }),
    receive,
    onResync: () => {
      for (const grid of grids) grid.onResync()
    },
  })

  let users = 0
  let unfollow: (() => void) | undefined
  /** Connects with the first user and disconnects after the last, but not during a tab switch. */
  function hold(): () => void {
    users += 1
    unfollow ??= options.follow(link)
    return () => {
      users -= 1
      queueMicrotask(() => {
        if (users > 0) return
        unfollow?.()
        unfollow = undefined
      })
    }
  }

  return {
    /** Reconnects at once, if in use, when the network is back. */
    wake: link.wake,
    phase: link.phase,
    onPhaseChange: link.onPhaseChange,
    /** Subscribes to changed rows; returns the unsubscribe function. */
    subscribe(socketKey: string, caseId: string, listener: GridListener): () => void {
      const grid: Grid = { socketKey, caseId, ...listener }
      grids.add(grid)
      const release = hold()
      return () => {
        if (grids.delete(grid)) release()
      }
    },
    /** Announces a changed row to the other consoles. */
    sendRow(socketKey: string, caseId: string, row: GridRow): void {
      link.send(wire({ type: 'update_vxe_table', data: { socketKey, args: [row, caseId] } }))
    },
    /** Binds a handler to server messages of a key; returns the function that unbinds it. */
    bind(key: string, handler: (...args: unknown[]) => void): () => void {
      const bound = handlers.get(key) ?? new Set()
      handlers.set(key, bound.add(handler))
      const release = hold()
      return () => {
        if (bound.delete(handler)) release()
      }
    },
  }
}

function readMessage(text: string) {
  try {
    return gridMessage.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
