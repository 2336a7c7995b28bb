import type { Link, LinkOptions, Outgoing } from './link.ts'
import type { Statistics } from './statistics.ts'

const RETRY_FIRST_MS = 1_000
const RETRY_MAX_MS = 20_000
const TIMEOUT_MS = 30_000

interface Pending {
  readonly message: Outgoing
  readonly startedMs: number
  readonly onSettled: (() => void) | undefined
}

/** HTTP ingest (domain §6.2): one message after the other, retried until the server confirms storage. */
export function createHttpLink(options: LinkOptions, statistics: Statistics): Link {
  const queue: Pending[] = []
  let isCut = false
  let isClosed = false
  let isSending = false
  let stopWaiting: (() => void) | undefined
  let aborted = new AbortController()

  const next = () => (isClosed || isCut ? undefined : queue[0])

  async function run(): Promise<void> {
    if (isSending) return
    isSending = true
    let failures = 0
    for (let pending = next(); pending !== undefined; pending = next()) {
      const outcome = await post(options, pending.message, aborted.signal)
      if (outcome === 'stored') statistics.countAcked(pending.message.points, performance.now() - pending.startedMs)
      if (outcome === 'refused') statistics.countRefused()
      if (outcome === 'later') await pause(Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures++))
      else {
        queue.shift()
        pending.onSettled?.()
        failures = 0
      }
    }
    isSending = false
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const interrupt = () => {
    aborted.abort()
    aborted = new AbortController()
    stopWaiting?.()
  }

  setImmediate(options.onOpen)
  return {
    isOpen: () => !isCut && !isClosed,
    waiting: () => queue.length,
    send: (message, onSettled) => {
      statistics.countSent(message.points)
      queue.push({ message, startedMs: performance.now(), onSettled })
      void run()
    },
    cut: () => {
      isCut = true
      interrupt()
    },
    reopen: () => {
      if (!isCut) return
      isCut = false
      options.onOpen()
      void run()
    },
    close: async () => {
      isClosed = true
      interrupt()
    },
  }
}

/** `later` = full, not ready or unreachable: a retry may succeed. */
async function post(
  options: LinkOptions,
  message: Outgoing,
  signal: AbortSignal,
): Promise<'stored' | 'refused' | 'later'> {
  // Commands and their answers use MQTT only.
  if (message.kind === 'ack') return 'refused'
  try {
    const response = await fetch(`${options.url}/ingest/v1/${message.kind}`, {
      method: 'POST',
      headers: {
        authorization: `Device ${options.clientId}:${options.secret}`,
        'content-type': message.kind.startsWith('blob/') ? 'application/octet-stream' : 'application/json',
      },
      body: message.payload,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.arrayBuffer()
    if (response.ok) return 'stored'
    if (response.status === 429 || response.status >= 500) return 'later'
    options.onProblem(`HTTP ${response.status}`)
    return 'refused'
  } catch (error) {
    if (!signal.aborted) options.onProblem(error instanceof Error ? error.message : String(error))
    return 'later'
  }
}
