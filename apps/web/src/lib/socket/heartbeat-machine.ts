/** Parameters of the sockets of spec §7. Times in ms. */
export interface HeartbeatRules {
  /** Whether the first heartbeat is sent as soon as the connection is open. */
  readonly beatsOnOpen: boolean
  /** Pause between the last reply and the next heartbeat. */
  readonly restMs: number
  /** Without a reply for this long the connection is considered dead. */
  readonly replyTimeoutMs: number
  /** Delay before reconnecting. */
  readonly reconnectMs: number
  /** After this many consecutive errors without an open it no longer reconnects automatically. */
  readonly errorLimit: number
}

/** `open`: idle until the next heartbeat. `closed`: gave up, waits for the user or the network. */
export type HeartbeatPhase = 'idle' | 'connecting' | 'open' | 'awaiting-reply' | 'waiting' | 'closed'

export interface HeartbeatState {
  readonly phase: HeartbeatPhase
  /** Errors since the last open. */
  readonly errors: number
  /** Messages may have been missed while disconnected. */
  readonly hasMissed: boolean
}

/**
 * `replied`: a message that proves the peer alive. `wake`: the network or machine is back, or the user retries. `due`:
 * the timer fired.
 */
export type HeartbeatEvent = 'start' | 'stop' | 'opened' | 'replied' | 'failed' | 'lost' | 'due' | 'wake'

/**
 * Effects for the adapter, in order. `connect` and `hangUp` leave at most one connection, `timer` replaces the only
 * timer: two of either cannot be expressed. `resync`: refetch what may have been missed.
 */
export type HeartbeatEffect =
  | { readonly do: 'connect' | 'hangUp' | 'beat' | 'resync' | 'clearTimer' }
  | { readonly do: 'timer'; readonly ms: number }

interface Step {
  readonly state: HeartbeatState
  readonly effects: readonly HeartbeatEffect[]
}

export const IDLE: HeartbeatState = { phase: 'idle', errors: 0, hasMissed: false }

const timer = (ms: number): HeartbeatEffect => ({ do: 'timer', ms })
const beat = (rules: HeartbeatRules): readonly HeartbeatEffect[] => [{ do: 'beat' }, timer(rules.replyTimeoutMs)]
const isConnected = ({ phase }: HeartbeatState) => phase === 'open' || phase === 'awaiting-reply'

/** Next state of a socket with heartbeats. Pure: clock and connection belong to the adapter. */
export function stepHeartbeat(state: HeartbeatState, event: HeartbeatEvent, rules: HeartbeatRules): Step {
  const stay: Step = { state, effects: [] }
  if (event === 'stop') return { state: IDLE, effects: [{ do: 'clearTimer' }, { do: 'hangUp' }] }
  if (state.phase === 'idle') return event === 'start' ? connect({ ...IDLE, phase: 'connecting' }) : stay
  switch (event) {
    case 'start':
      return stay
    case 'wake':
      return connect({ phase: 'connecting', errors: 0, hasMissed: true })
    case 'opened':
      return opened(state, rules)
    case 'replied':
      return isConnected(state) ? { state: { ...state, phase: 'open' }, effects: [timer(rules.restMs)] } : stay
    case 'failed':
      return lost({ ...state, errors: state.errors + 1 }, rules)
    case 'lost':
      return lost(state, rules)
    case 'due':
      return due(state, rules)
  }
}

const connect = (state: HeartbeatState): Step => ({ state, effects: [{ do: 'clearTimer' }, { do: 'connect' }] })

function opened(state: HeartbeatState, rules: HeartbeatRules): Step {
  const phase = rules.beatsOnOpen ? 'awaiting-reply' : 'open'
  const first = rules.beatsOnOpen ? beat(rules) : [timer(rules.restMs)]
  const resync: readonly HeartbeatEffect[] = state.hasMissed ? [{ do: 'resync' }] : []
  return { state: { phase, errors: 0, hasMissed: false }, effects: [...first, ...resync] }
}

function lost(state: HeartbeatState, rules: HeartbeatRules): Step {
  const hasGivenUp = state.errors >= rules.errorLimit
  return {
    state: { ...state, phase: hasGivenUp ? 'closed' : 'waiting', hasMissed: true },
    effects: [{ do: 'hangUp' }, hasGivenUp ? { do: 'clearTimer' } : timer(rules.reconnectMs)],
  }
}

function due(state: HeartbeatState, rules: HeartbeatRules): Step {
  if (state.phase === 'waiting') return connect({ ...state, phase: 'connecting' })
  if (state.phase === 'open') return { state: { ...state, phase: 'awaiting-reply' }, effects: beat(rules) }
  return state.phase === 'awaiting-reply' ? lost(state, rules) : { state, effects: [] }
}
