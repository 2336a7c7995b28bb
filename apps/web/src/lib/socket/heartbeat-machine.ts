/** What differs between the sockets of spec §7. Times in ms. */
export interface HeartbeatRules {
  /** Whether the first heartbeat goes out as soon as the connection is open. */
  readonly beatsOnOpen: boolean
  /** Pause between the last reply and the next heartbeat. */
  readonly restMs: number
  /** A heartbeat without a reply for this long: the connection is dead, whatever the browser believes. */
  readonly replyTimeoutMs: number
  /** Pause before a lost connection is opened again. */
  readonly reconnectMs: number
  /** After this many errors without an open in between it no longer reconnects by itself. */
  readonly errorLimit: number
}

/** `open`: resting until the next heartbeat. `closed`: gave up, waits for a hand or for the network. */
export type HeartbeatPhase = 'idle' | 'connecting' | 'open' | 'awaiting-reply' | 'waiting' | 'closed'

export interface HeartbeatState {
  readonly phase: HeartbeatPhase
  /** Errors since the last open. */
  readonly errors: number
  /** Something may have been sent while nobody listened. */
  readonly hasMissed: boolean
}

/**
 * `replied`: a message that proves the other side alive. `wake`: the network or the machine is back, or the user asks.
 * `due`: the one timer ran out.
 */
export type HeartbeatEvent = 'start' | 'stop' | 'opened' | 'replied' | 'failed' | 'lost' | 'due' | 'wake'

/**
 * What the adapter does, in order. `connect` and `hangUp` leave at most one connection, `timer` replaces the one
 * timer there is: two of either cannot be expressed. `resync`: ask again for whatever may have been missed.
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

/** The next state of a socket that keeps itself alive. Pure: the clock and the connection are the adapter's. */
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
