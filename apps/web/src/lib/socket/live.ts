import { LIVE_SOCKET_PATH, type LiveMessage, type LivePoint } from '@natim/contract/socket/live'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { socketBase } from '../config.ts'
import { useSession } from '../session/session-store.ts'
import { createLiveSocket, type LinkState, type LiveTopic } from './live-socket.ts'
import { createLiveValues, type LiveValues } from './live-values.ts'

let onSessionEnd: () => void = () => undefined
/** Sets the handler that ends the session when the live feed reports its end. */
export function onLiveSessionEnd(handler: () => void): void {
  onSessionEnd = handler
}

export const liveSocket = createLiveSocket({
  // The token travels as the subprotocol: a URL would end up in logs.
  open: () => new WebSocket(`${socketBase()}${LIVE_SOCKET_PATH}`, useSession.getState().token ?? 'none'),
  now: Date.now,
  random: Math.random,
  setTimer: (work, ms) => window.setTimeout(work, ms),
  clearTimer: (timer) => window.clearTimeout(timer),
  onSessionEnd: () => onSessionEnd(),
})

export function useLinkState(): LinkState {
  return useSyncExternalStore(liveSocket.onStateChange, liveSocket.state)
}

/** Whether requests would fail now: this machine is offline, or the connection was lost. */
export function isServerAway(): boolean {
  const link = liveSocket.state()
  return !navigator.onLine || ('lostAtMs' in link && link.lostAtMs !== undefined)
}

/** Calls back when a lost connection is restored; data fetched before may be stale. */
export function onLiveReturn(handler: () => void): () => void {
  let wasLost = false
  return liveSocket.onStateChange(() => {
    const link = liveSocket.state()
    if ('lostAtMs' in link && link.lostAtMs !== undefined) wasLost = true
    if (link.kind !== 'open' || !wasLost) return
    wasLost = false
    handler()
  })
}

/** Subscribes while mounted and visible; `topic` undefined subscribes to nothing. Compared by its JSON. */
export function useLiveTopic(topic: LiveTopic | undefined, onMessage: (message: LiveMessage) => void): void {
  const receive = useEffectEvent(onMessage)
  const key = topic === undefined ? undefined : JSON.stringify(topic)
  useEffect(() => {
    if (key === undefined) return
    return liveSocket.subscribe(JSON.parse(key) as LiveTopic, (message) => receive(message))
  }, [key])
}

/**
 * The newest values of a subscription, kept outside React: a cell reads its own with `useLiveValue` and is the only
 * thing that re-renders.
 */
export function useLiveValues(topic: Extract<LiveTopic, { topic: 'ch' | 'kind' }> | undefined): LiveValues {
  const [values] = useState(createLiveValues)
  useLiveTopic(topic, (message) => {
    if (message.t === 'snap' || message.t === 'ch') values.apply(message.d)
  })
  return values
}

/**
 * Time of the newest point of some channels, epoch ms; 0 before the first. A displayed value is itself proof of life.
 */
export function useNewestTime(values: LiveValues, channelNos: readonly number[]): number {
  return useSyncExternalStore(
    (listener) => {
      const ends = channelNos.map((channelNo) => values.subscribe(channelNo, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    () => Math.max(0, ...channelNos.map((channelNo) => values.get(channelNo)?.[1] ?? 0)),
  )
}

/** The newest point of one channel, undefined before the first. */
export function useLiveValue(values: LiveValues, channelNo: number): LivePoint | undefined {
  return useSyncExternalStore(
    (listener) => values.subscribe(channelNo, listener),
    () => values.get(channelNo),
  )
}
