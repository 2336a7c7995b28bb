import { GRID_SOCKET_MS } from '@natim/contract/constants'
import { type GridRequest, type GridUpdate, gridMessage } from '@natim/contract/socket/grid'
import type { HeartbeatRules } from './heartbeat-machine.ts'
import { createHeartbeatSocket, type HeartbeatSocket, type SocketClock } from './heartbeat-socket.ts'

/** spec §7: a heartbeat after open and 10 s after each reply, 6 s for the reply, 5 s to the next connection. */
export const GRID_RULES: HeartbeatRules = {
  beatsOnOpen: true,
  restMs: GRID_SOCKET_MS.heartbeat,
  replyTimeoutMs: GRID_SOCKET_MS.replyTimeout,
  reconnectMs: GRID_SOCKET_MS.reconnect,
  errorLimit: Number.POSITIVE_INFINITY,
}

type GridRow = GridUpdate['args'][0]

export interface GridListener {
  /** Somebody else changed a row of a grid with the same key. */
  readonly onRow: (row: GridRow) => void
  /** Changes may have been missed: load the rows again. */
  readonly onResync: () => void
}

interface Grid extends GridListener {
  readonly socketKey: string
  readonly caseId: string
}

export interface GridSocketOptions extends SocketClock {
  readonly open: () => WebSocket
  /** Runs the connection while it is wanted and somebody is signed in; returns the function that ends it. */
  readonly follow: (link: Pick<HeartbeatSocket, 'start' | 'stop'>) => () => void
  readonly onOdd: (text: string) => void
}

const wire = (request: GridRequest) => JSON.stringify(request)

/**
 * The socket that keeps the grids of several consoles alike (contract/30 §9). One for the page: every grid subscribes
 * under the key it shares with its like, and under a case id of its own by which it knows its echo.
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
  /** The connection opens with its first user and goes with the last, but not between two tabs. */
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
    /** Connects at once, if anybody needs it: the network is back. */
    wake: link.wake,
    phase: link.phase,
    onPhaseChange: link.onPhaseChange,
    /** Hears of changed rows; returns the function that ends it. */
    subscribe(socketKey: string, caseId: string, listener: GridListener): () => void {
      const grid: Grid = { socketKey, caseId, ...listener }
      grids.add(grid)
      const release = hold()
      return () => {
        if (grids.delete(grid)) release()
      }
    },
    /** Tells the other consoles of a changed row. */
    sendRow(socketKey: string, caseId: string, row: GridRow): void {
      link.send(wire({ type: 'update_vxe_table', data: { socketKey, args: [row, caseId] } }))
    },
    /** Calls the handler with what the server sends under a key; returns the function that unbinds it. */
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
