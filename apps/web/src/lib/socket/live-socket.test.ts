import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveSocket, type LiveSocket, type LiveTopic } from './live-socket.ts'

/** A fake browser socket driven by the test. */
class FakeSocket extends EventTarget {
  readonly sent: { op: string; id?: string }[] = []
  isClosed = false
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.isClosed = true
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  receive(message: object) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  lose() {
    this.dispatchEvent(new Event('close'))
  }
}

const TOPIC: LiveTopic = { topic: 'ch', keys: [1], maxHz: 1 }
let opened: FakeSocket[]
let live: LiveSocket
const onSessionEnd = vi.fn()
const latest = () => opened.at(-1) as FakeSocket

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  onSessionEnd.mockClear()
  opened = []
  live = createLiveSocket({
    open: () => {
      const socket = new FakeSocket()
      opened.push(socket)
      return socket as unknown as WebSocket
    },
    now: Date.now,
    random: () => 0,
    setTimer: (work, ms) => setTimeout(work, ms) as unknown as number,
    clearTimer: (timer) => clearTimeout(timer),
    onSessionEnd,
  })
})

describe('the live connection', () => {
  it('opens with the first subscription and delivers messages to it', () => {
    const onMessage = vi.fn()
    live.subscribe(TOPIC, onMessage)
    expect(live.state().kind).toBe('connecting')
    latest().open()
    const [request] = latest().sent
    expect(request).toMatchObject({ op: 'sub', topic: 'ch', keys: [1] })
    latest().receive({ t: 'snap', id: request?.id, d: [[1, 2, 3, 0]] })
    expect(onMessage).toHaveBeenCalledWith({ t: 'snap', id: request?.id, d: [[1, 2, 3, 0]] })
  })

  it('reconnects after 1, 2, 5, 10, 20, 20 s and resubscribes', () => {
    live.subscribe(TOPIC, () => undefined)
    latest().open()
    latest().lose()
    for (const waitMs of [1_000, 2_000, 5_000, 10_000, 20_000, 20_000]) {
      expect(live.state()).toMatchObject({ kind: 'waiting', retryAtMs: Date.now() + waitMs, lostAtMs: 1_000_000 })
      vi.advanceTimersByTime(waitMs)
      expect(live.state()).toMatchObject({ kind: 'connecting', lostAtMs: 1_000_000 })
      latest().lose()
    }
    live.retryNow()
    latest().open()
    expect(live.state().kind).toBe('open')
    expect(latest().sent[0]).toMatchObject({ op: 'sub', topic: 'ch' })
  })

  it('restarts at 1 s after a connection that worked', () => {
    live.subscribe(TOPIC, () => undefined)
    latest().open()
    latest().lose()
    vi.advanceTimersByTime(1_000)
    latest().open()
    latest().lose()
    expect(live.state()).toMatchObject({ kind: 'waiting', retryAtMs: Date.now() + 1_000 })
  })

  it('pings every 10 s and drops a connection that is silent for 30 s', () => {
    live.subscribe(TOPIC, () => undefined)
    const socket = latest()
    socket.open()
    vi.advanceTimersByTime(10_000)
    expect(socket.sent.at(-1)).toEqual({ op: 'ping' })
    vi.advanceTimersByTime(30_000)
    expect(socket.isClosed).toBe(true)
    expect(live.state().kind).toBe('waiting')
  })

  it('stays open while anything arrives', () => {
    live.subscribe(TOPIC, () => undefined)
    latest().open()
    for (let n = 0; n < 6; n += 1) {
      vi.advanceTimersByTime(10_000)
      latest().receive({ t: 'pong', at: 0 })
    }
    expect(live.state().kind).toBe('open')
  })

  it('ends with the session and does not reconnect automatically', () => {
    live.subscribe(TOPIC, () => undefined)
    latest().open()
    latest().receive({ t: 'bye', reason: 'auth' })
    latest().lose()
    vi.advanceTimersByTime(60_000)
    expect(onSessionEnd).toHaveBeenCalledOnce()
    expect(opened).toHaveLength(1)
    expect(live.state().kind).toBe('ended')
  })

  it('disconnects a moment after the last subscription, but not between two pages', () => {
    const leave = live.subscribe(TOPIC, () => undefined)
    latest().open()
    leave()
    live.subscribe({ topic: 'dev' }, () => undefined)
    vi.advanceTimersByTime(11_000)
    expect(opened).toHaveLength(1)
    expect(live.state().kind).toBe('open')
  })

  it('disconnects when there is no new subscription', () => {
    const leave = live.subscribe(TOPIC, () => undefined)
    latest().open()
    leave()
    expect(latest().sent.at(-1)).toMatchObject({ op: 'unsub' })
    vi.advanceTimersByTime(11_000)
    expect(latest().isClosed).toBe(true)
    expect(live.state().kind).toBe('idle')
  })

  it('reconnects for a new session after it ended', () => {
    live.subscribe(TOPIC, () => undefined)
    latest().open()
    latest().receive({ t: 'bye', reason: 'auth' })
    live.reset()
    live.subscribe(TOPIC, () => undefined)
    expect(opened).toHaveLength(2)
  })

  it('reconnects and resubscribes at once on request', () => {
    live.subscribe(TOPIC, () => undefined)
    const before = latest()
    live.reconnect()
    expect(opened).toHaveLength(1)
    before.open()
    live.reconnect()
    expect(before.isClosed).toBe(true)
    before.lose()
    latest().open()
    expect(opened).toHaveLength(2)
    expect(latest().sent[0]).toMatchObject({ op: 'sub', topic: 'ch' })
  })
})
