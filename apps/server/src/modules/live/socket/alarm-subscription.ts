import type { LiveAlarm, LiveMessage, ParsedLiveRequest } from '@natim/contract/socket/live'
import type { DataScope } from '../../../platform/scope.ts'

export type AlarmRequest = Extract<ParsedLiveRequest, { readonly topic: 'alarm' }>

/** Where events of alarms come from. */
export interface AlarmSource {
  /** @returns the function that ends it. */
  subscribe(listener: {
    readonly scope: DataScope
    readonly receive: (events: readonly LiveAlarm[]) => void
  }): () => void
  /** What came after an event within the last five minutes. */
  since(scope: DataScope, eid: number): Promise<readonly LiveAlarm[]>
}

/**
 * Tells a socket of alarms from now on and, when it names its last event, of what it has missed. Nothing is coalesced or
 * dropped: a socket that cannot keep up is closed by its buffer, not by silence.
 *
 * @returns the function that ends it.
 */
export function subscribeToAlarms(
  source: AlarmSource,
  { id, lastEventId }: AlarmRequest,
  scope: DataScope,
  tell: (message: LiveMessage) => void,
  onError: (error: unknown) => void,
): () => void {
  // Until what was missed is there, what comes meanwhile waits behind it.
  let waiting: LiveAlarm[] | undefined = lastEventId === undefined ? undefined : []
  let lastEid = lastEventId ?? 0
  let isOver = false

  function send(events: readonly LiveAlarm[]): void {
    const fresh = events.filter(({ eid }) => eid > lastEid)
    if (isOver || fresh.length === 0) return
    lastEid = Math.max(...fresh.map(({ eid }) => eid))
    tell({ t: 'alarm', id, d: fresh })
  }

  const stop = source.subscribe({
    scope,
    receive: (events) => (waiting ? void waiting.push(...events) : tell({ t: 'alarm', id, d: [...events] })),
  })
  if (lastEventId !== undefined) {
    source
      .since(scope, lastEventId)
      .then(send, onError)
      .finally(() => {
        const held = waiting ?? []
        waiting = undefined
        send(held)
      })
  }
  return () => {
    isOver = true
    stop()
  }
}
