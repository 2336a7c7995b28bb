import {
  type HeartbeatEffect,
  type HeartbeatEvent,
  type HeartbeatPhase,
  type HeartbeatRules,
  IDLE,
  stepHeartbeat,
} from './heartbeat-machine.ts'

/** Clock of the sockets; replaced in tests. */
export interface SocketClock {
  readonly setTimer: (work: () => void, ms: number) => number
  readonly clearTimer: (timer: number) => void
}

export const browserClock: SocketClock = {
  setTimer: (work, ms) => window.setTimeout(work, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
}

export interface HeartbeatSocketOptions extends SocketClock {
  readonly rules: HeartbeatRules
  /** Opens a connection; may throw for a refused address, which counts as an error. */
  readonly open: () => WebSocket
  /** Text of the heartbeat. */
  readonly beatText: string
  /** Handles a message; returns true when it proves the peer alive. */
  readonly receive: (text: string) => boolean
  /** Messages may have been missed: refetch the data. */
  readonly onResync: () => void
}

export type HeartbeatSocket = ReturnType<typeof createHeartbeatSocket>

/** One connection and one timer around the state machine. Events of abandoned connections are ignored. */
export function createHeartbeatSocket(options: HeartbeatSocketOptions) {
  const listeners = new Set<() => void>()
  let state = IDLE
  let socket: WebSocket | undefined
  let timer: number | undefined

  function on(event: HeartbeatEvent): void {
    const step = stepHeartbeat(state, event, options.rules)
    const isChange = step.state.phase !== state.phase
    state = step.state
    for (const effect of step.effects) run(effect)
    if (isChange) for (const listener of listeners) listener()
  }

  function run(effect: HeartbeatEffect): void {
    if (effect.do === 'connect') connect()
    else if (effect.do === 'hangUp') hangUp()
    else if (effect.do === 'beat') socket?.send(options.beatText)
    else if (effect.do === 'resync') options.onResync()
    else setTimer(effect.do === 'timer' ? effect.ms : undefined)
  }

  function setTimer(ms: number | undefined): void {
    if (timer !== undefined) options.clearTimer(timer)
    timer = ms === undefined ? undefined : options.setTimer(() => on('due'), ms)
  }

  function hangUp(): void {
    const closing = socket
    socket = undefined
    closing?.close()
  }

  function connect(): void {
    hangUp()
    let opening: WebSocket
    try {
      opening = options.open()
    } catch {
      on('failed')
      return
    }
    socket = opening
    const hear = (event: HeartbeatEvent) => () => {
      if (socket === opening) on(event)
    }
    opening.addEventListener('open', hear('opened'))
    opening.addEventListener('error', hear('failed'))
    opening.addEventListener('close', hear('lost'))
    opening.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (socket === opening && options.receive(String(event.data))) on('replied')
    })
  }

  return {
    start: () => on('start'),
    /** Disconnects until the next start. */
    stop: () => on('stop'),
    /** Reconnects at once and resets the errors: the network is back, or the user retries. */
    wake: () => on('wake'),
    /** Sends when the connection is open; otherwise the message is lost. */
    send(text: string): void {
      if (state.phase === 'open' || state.phase === 'awaiting-reply') socket?.send(text)
    },
    phase: (): HeartbeatPhase => state.phase,
    onPhaseChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
