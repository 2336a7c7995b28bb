import type { LiveAlarm, LiveMessage, ParsedLiveRequest } from '@natim/contract/socket/live'
import type { DataScope } from '../../../platform/scope.ts'

export type AlarmRequest = Extract<ParsedLiveRequest, { readonly topic: 'alarm' }>

/** Source of alarm events. */
export interface AlarmSource {
  /** @returns the unsubscribe function. */
  subscribe(listener: {
    readonly scope: DataScope
    readonly receive: (events: readonly LiveAlarm[]) => void
  }): () => void
  /** Events after the given one, within the last five minutes. */
  since(scope: DataScope, eid: number): Promise<readonly LiveAlarm[]>
}

/**
 * Sends alarms to a socket from now on, preceded by those missed if it names its last event. Nothing is coalesced or
 * dropped: a socket that cannot keep up is closed because of its full buffer.
 *
 * @returns the unsubscribe function.
 */
export function subscribeToAlarms(
  source: AlarmSource,
  { id, lastEventId }: AlarmRequest,
  scope: DataScope,
  tell: (message: LiveMessage) => void,
  onError: (error: unknown) => void,
): () => void {
  // New events queue until the missed ones have been sent.
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
