import {
  LIVE_BACKOFF_MS,
  LIVE_PING_MS,
  LIVE_SILENCE_MS,
  type LiveMessage,
  type LiveRequest,
} from '@natim/contract/socket/live'

export type LiveSubscription = Extract<LiveRequest, { op: 'sub' }>
type WithoutId<T> = T extends unknown ? Omit<T, 'op' | 'id'> : never
/** A topic requested by a page; the socket assigns the id. */
export type LiveTopic = WithoutId<LiveSubscription>

/** `waiting`: disconnected, the next attempt is at `retryAtMs`. */
export type LinkState =
  | { readonly kind: 'idle' | 'open' }
  /** `lostAtMs` is set during a reconnect: the values on the page date from then. */
  | { readonly kind: 'connecting'; readonly lostAtMs: number | undefined }
  | { readonly kind: 'waiting'; readonly retryAtMs: number; readonly lostAtMs: number }
  | { readonly kind: 'ended' }

export interface LiveSocketOptions {
  readonly open: () => WebSocket
  readonly now: () => number
  /** 0–1, jitter for the reconnects of many consoles. */
  readonly random: () => number
  readonly setTimer: (work: () => void, ms: number) => number
  readonly clearTimer: (timer: number) => void
  /** The server reported the end of the session. */
  readonly onSessionEnd: () => void
}

/**
 * A topic, or a function that creates it for every connection: the resume point of a feed changes with received
 * messages.
 */
export type TopicSource = LiveTopic | (() => LiveTopic)

interface Entry {
  readonly topic: TopicSource
  readonly onMessage: (message: LiveMessage) => void
}

const JITTER = 0.3

export type LiveSocket = ReturnType<typeof createLiveSocket>

/**
 * One connection for all live values of the console (domain §8). Opens with the first subscription, closes after the
 * last, and resubscribes after every reconnect, so that each page gets a fresh snapshot.
 */
export function createLiveSocket(options: LiveSocketOptions) {
  const entries = new Map<string, Entry>()
  const listeners = new Set<() => void>()
  let state: LinkState = { kind: 'idle' }
  let socket: WebSocket | undefined
  let attempts = 0
  let serial = 0
  let lastFrameMs = 0
  let timer: number | undefined
  let lostAtMs: number | undefined

  const enter = (next: LinkState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const schedule = (work: () => void, ms: number) => {
    if (timer !== undefined) options.clearTimer(timer)
    timer = options.setTimer(work, ms)
  }
  const send = (request: LiveRequest) => socket?.send(JSON.stringify(request))
  const subscribeOnWire = (id: string, topic: TopicSource) =>
    send({ op: 'sub', id, ...(typeof topic === 'function' ? topic() : topic) })

  function connect(): void {
    enter({ kind: 'connecting', lostAtMs })
    const opening = options.open()
    socket = opening
    opening.addEventListener('open', () => {
      if (socket !== opening) return
      attempts = 0
      lostAtMs = undefined
      lastFrameMs = options.now()
      enter({ kind: 'open' })
      for (const [id, entry] of entries) subscribeOnWire(id, entry.topic)
      schedule(beat, LIVE_PING_MS)
    })
    opening.addEventListener('message', (event: MessageEvent<string>) => {
      if (socket !== opening) return
      lastFrameMs = options.now()
      receive(JSON.parse(event.data) as LiveMessage)
    })
    opening.addEventListener('close', () => {
      if (socket === opening) lose()
    })
  }

  function receive(message: LiveMessage): void {
    if (message.t === 'bye' && message.reason === 'auth') {
      end()
      options.onSessionEnd()
    } else if ('id' in message && message.id !== undefined) {
      entries.get(message.id)?.onMessage(message)
    }
  }

  /** A connection that is silent for too long is considered dead, whatever the browser reports. */
  function beat(): void {
    if (options.now() - lastFrameMs > LIVE_SILENCE_MS) {
      drop()
      lose()
      return
    }
    send({ op: 'ping' })
    schedule(beat, LIVE_PING_MS)
  }

  function lose(): void {
    socket = undefined
    if (entries.size === 0 || state.kind === 'ended') return
    const base = LIVE_BACKOFF_MS[Math.min(attempts, LIVE_BACKOFF_MS.length - 1)] ?? 0
    attempts += 1
    const waitMs = base * (1 + JITTER * options.random())
    lostAtMs ??= lastFrameMs || options.now()
    enter({ kind: 'waiting', retryAtMs: options.now() + waitMs, lostAtMs })
    schedule(connect, waitMs)
  }

  function drop(): void {
    const closing = socket
    socket = undefined
    closing?.close()
  }

  function end(): void {
    if (timer !== undefined) options.clearTimer(timer)
    drop()
    enter({ kind: 'ended' })
  }

  function idle(): void {
    if (timer !== undefined) options.clearTimer(timer)
    drop()
    attempts = 0
    lostAtMs = undefined
    enter({ kind: 'idle' })
  }

  return {
    /** Returns the function that ends the subscription. */
    subscribe(topic: TopicSource, onMessage: (message: LiveMessage) => void): () => void {
      serial += 1
      const id = `s${serial}`
      entries.set(id, { topic, onMessage })
      if (state.kind === 'open') subscribeOnWire(id, topic)
      else if (state.kind === 'idle') connect()
      return () => {
        entries.delete(id)
        if (state.kind === 'open') send({ op: 'unsub', id })
        // A page switch ends one subscription just before the next begins: do not disconnect in between.
        if (entries.size === 0) schedule(() => entries.size === 0 && state.kind !== 'ended' && idle(), LIVE_PING_MS)
        else if (state.kind === 'open') schedule(beat, LIVE_PING_MS)
      }
    },
    /** Reconnects now instead of waiting. */
    retryNow(): void {
      if (state.kind !== 'waiting') return
      if (timer !== undefined) options.clearTimer(timer)
      connect()
    },
    /** Reconnects and resubscribes: what this user may see has changed. */
    reconnect(): void {
      if (state.kind !== 'open') return
      if (timer !== undefined) options.clearTimer(timer)
      drop()
      connect()
    },
    /** Ends the connection with the session. */
    reset(): void {
      entries.clear()
      idle()
    },
    state: () => state,
    onStateChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
