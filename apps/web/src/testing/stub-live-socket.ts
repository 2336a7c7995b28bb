import type { LiveAlarm, LiveDevice, LiveMessage, LivePoint, ParsedLiveRequest } from '@natim/contract/socket/live'
import { liveRequest } from '@natim/contract/socket/live'
import { act } from '@testing-library/react'
import { vi } from 'vitest'
import { liveSocket } from '../lib/socket/live.ts'

type Subscription = Extract<ParsedLiveRequest, { op: 'sub' }>

/** Fake live feed: accepts subscriptions and sends what the test pushes. */
export function stubLiveSocket() {
  const subscriptions = new Map<string, Subscription>()
  const sockets: EventTarget[] = []

  class StubSocket extends EventTarget {
    constructor() {
      super()
      sockets.push(this)
      queueMicrotask(() => this.dispatchEvent(new Event('open')))
    }
    send(text: string): void {
      const request = liveRequest.parse(JSON.parse(text))
      if (request.op === 'sub') subscriptions.set(request.id, request)
      else if (request.op === 'unsub') subscriptions.delete(request.id)
    }
    close(): void {
      subscriptions.clear()
    }
  }

  liveSocket.reset()
  vi.stubGlobal('WebSocket', StubSocket)
  const send = (message: LiveMessage) =>
    sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  const toTopic = (topic: Subscription['topic'], make: (id: string) => LiveMessage) =>
    act(() => {
      for (const [id, subscription] of subscriptions) if (subscription.topic === topic) send(make(id))
    })
  return {
    subscriptions: () => [...subscriptions.values()],
    sendPoints: (points: readonly LivePoint[]) => toTopic('ch', (id) => ({ t: 'ch', id, d: [...points] })),
    sendAlarms: (events: readonly LiveAlarm[]) => toTopic('alarm', (id) => ({ t: 'alarm', id, d: [...events] })),
    /** Ends the session or invalidates the token. */
    end: () => {
      act(() => void send({ t: 'bye', reason: 'auth' }))
    },
    /** Drops the connection; another one is opened at once. */
    lose: () =>
      act(async () => {
        subscriptions.clear()
        sockets.at(-1)?.dispatchEvent(new Event('close'))
        liveSocket.retryNow()
        // The new connection opens a moment later.
        await Promise.resolve()
      }),
    sendDevices: (devices: readonly LiveDevice[]) => toTopic('dev', (id) => ({ t: 'dev', id, d: [...devices] })),
  }
}
