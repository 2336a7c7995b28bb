import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import type { PermissionCode } from '@natim/contract/permissions'
import { LIVE_BUFFER_BYTES, LIVE_SILENCE_MS, type LiveMessage, liveRequest } from '@natim/contract/socket/live'
import type { RawData, WebSocket } from 'ws'
import type { SessionUser } from '../../../platform/auth/session-user.ts'
import { createMessageGuard } from '../../../platform/socket/message-guard.ts'
import type { Directory } from '../directory.ts'
import { scopeKey } from '../scope-key.ts'
import { type AlarmRequest, type AlarmSource, subscribeToAlarms } from './alarm-subscription.ts'
import type { Hub, SubscribeRequest } from './hub.ts'
import { createSubscriber, drain } from './subscriber.ts'
import type { Group, Pipe, Subscriber } from './types.ts'
import { type WallRequest, type WallSource, withinReach } from './wall-subscription.ts'

export type ByeReason = Extract<LiveMessage, { readonly t: 'bye' }>['reason']

const MAX_SUBSCRIPTIONS = 32
const SLOW_MS = 30_000
const CLOSE_WITHIN_MS = 800
const POLICY_VIOLATION = 1008
const GOING_AWAY = 1001
const TRY_AGAIN_LATER = 1013

const BYE_CODE: Readonly<Record<ByeReason, number>> = {
  auth: POLICY_VIOLATION,
  slow: TRY_AGAIN_LATER,
  restart: GOING_AWAY,
}

const TOPIC_PERMISSION: Readonly<Record<AnyRequest['topic'], PermissionCode>> = {
  ch: 'mon:ts:view',
  kind: 'mon:ts:view',
  dev: 'mon:device:view',
  home: 'mon:home:view',
  alarm: 'mon:alarm:view',
  wall: 'mon:wall:view',
}

type AnyRequest = SubscribeRequest | AlarmRequest | WallRequest

interface AlarmSubscription {
  readonly request: AlarmRequest
  readonly stop: () => void
}

interface WallSubscription {
  readonly request: WallRequest
  readonly stop: () => void
}

interface Subscription {
  readonly request: SubscribeRequest
  readonly subscriber: Subscriber
  group: Group
}

export interface ConnectionDeps {
  readonly socket: WebSocket
  readonly user: SessionUser
  readonly token: string
  readonly hub: Hub
  readonly alarms: AlarmSource
  readonly walls: WallSource
  /** The register, including changes announced before the call. */
  readonly directory: () => Promise<Directory>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export type Connection = ReturnType<typeof openConnection>

/**
 * One socket of one authenticated user: handles its requests, holds its subscriptions, detects when it falls behind.
 */
export function openConnection({
  socket,
  token,
  hub,
  alarms,
  walls,
  directory,
  now,
  onError,
  ...opened
}: ConnectionDeps) {
  let user = opened.user
  const subscriptions = new Map<string, Subscription>()
  const alarmSubscriptions = new Map<string, AlarmSubscription>()
  const wallSubscriptions = new Map<string, WallSubscription>()
  const guard = createMessageGuard(now)
  let heardAtMs = now()
  let slowSinceMs: number | undefined
  // Requests run in order: an `unsub` must not overtake its `sub`.
  let queue: Promise<void> = Promise.resolve()

  const pipe: Pipe = {
    // Half of the buffer, to avoid rendering frames repeatedly for a socket that can barely take them.
    hasRoom: () => noteBehind(socket.bufferedAmount > LIVE_BUFFER_BYTES / 2),
    offer(frame) {
      const isTaken = noteBehind(socket.bufferedAmount > 0 && socket.bufferedAmount + frame.length > LIVE_BUFFER_BYTES)
      if (isTaken) send(frame)
      return isTaken
    },
  }

  /** Records when the socket fell behind; returns whether it has not. */
  function noteBehind(isBehind: boolean): boolean {
    if (isBehind) slowSinceMs ??= now()
    return !isBehind
  }

  function send(frame: string): void {
    if (socket.readyState === socket.OPEN) socket.send(frame)
  }
  const tell = (message: LiveMessage) => send(JSON.stringify(message))

  function onMessage(data: RawData, isBinary: boolean): void {
    heardAtMs = now()
    if (!guard.admit()) return close(POLICY_VIOLATION, 'rate')
    const request = isBinary ? undefined : parseRequest((data as Buffer).toString())
    if (!request) {
      if (!guard.forgive()) close(POLICY_VIOLATION, 'malformed')
      return
    }
    queue = queue.then(() => carryOut(request)).catch(onError)
  }

  async function carryOut(request: NonNullable<ReturnType<typeof parseRequest>>): Promise<void> {
    if (request.op === 'ping') return tell({ t: 'pong', at: now() })
    if (request.op === 'unsub') return unsubscribe(request.id)
    unsubscribe(request.id)
    const held = subscriptions.size + alarmSubscriptions.size + wallSubscriptions.size
    if (held >= MAX_SUBSCRIPTIONS) return refuse(request.id, 'request.too_many')
    if (request.topic === 'alarm') return followAlarms(request)
    if (request.topic === 'wall') return followWall(request)
    await subscribe(request, createSubscriber(request.id, pipe))
  }

  async function followWall(request: WallRequest): Promise<void> {
    if (!mayRead(request)) return
    const { id, screenId } = request
    const stop = await walls.follow(user, screenId, (d) => tell({ t: 'wall', id, d }))
    if (stop === undefined) return refuse(id, 'row.not_found')
    if (socket.readyState !== socket.OPEN) return stop()
    wallSubscriptions.set(id, { request, stop })
  }

  function followAlarms(request: AlarmRequest): void {
    if (!mayRead(request)) return
    const stop = subscribeToAlarms(alarms, request, user.scope, tell, onError)
    alarmSubscriptions.set(request.id, { request, stop })
  }

  async function subscribe(asked: SubscribeRequest, subscriber: Subscriber): Promise<void> {
    if (!mayRead(asked)) return
    const request = await withinReach(walls, user, asked)
    if (request === undefined) return refuse(asked.id, 'permission.denied')
    const register = await directory().catch(() => undefined)
    if (!register) return refuse(request.id, 'service.unavailable')
    if (socket.readyState !== socket.OPEN) return
    subscriptions.set(request.id, { request, subscriber, group: hub.attach(subscriber, request, user.scope, register) })
  }

  function mayRead({ id, topic }: AnyRequest): boolean {
    const isAllowed = user.permissions.has(TOPIC_PERMISSION[topic])
    if (!isAllowed) refuse(id, 'permission.denied')
    return isAllowed
  }

  function refuse(id: string, code: ErrorCode): void {
    tell({ t: 'err', id, code, msg: ERRORS[code].text })
  }

  function unsubscribe(id: string): void {
    alarmSubscriptions.get(id)?.stop()
    alarmSubscriptions.delete(id)
    wallSubscriptions.get(id)?.stop()
    wallSubscriptions.delete(id)
    const held = subscriptions.get(id)
    if (!held) return
    subscriptions.delete(id)
    hub.detach(held.subscriber, held.group)
  }

  function unsubscribeAll(): void {
    const ids = [subscriptions, alarmSubscriptions, wallSubscriptions].flatMap((held) => [...held.keys()])
    for (const id of ids) unsubscribe(id)
  }

  /** Re-evaluates every subscription after a change of permissions or the register. */
  async function recheck(): Promise<void> {
    const alarmRequests = Array.from(alarmSubscriptions.values(), ({ request }) => request)
    for (const request of alarmRequests) {
      unsubscribe(request.id)
      // Only new events: earlier ones were sent under the former permissions.
      followAlarms({ op: 'sub', id: request.id, topic: 'alarm' })
    }
    const wallRequests = Array.from(wallSubscriptions.values(), ({ request }) => request)
    for (const request of wallRequests) {
      unsubscribe(request.id)
      await followWall(request)
    }
    const register = await directory()
    for (const held of subscriptions.values()) {
      if (!mayRead(held.request)) unsubscribe(held.request.id)
      else held.group = hub.move(held.subscriber, held.group, held.request, user.scope, register)
    }
  }

  function close(code: number, reason: string): void {
    unsubscribeAll()
    socket.close(code, reason)
    // Cuts off a client that does not answer the close frame.
    setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS).unref()
  }

  function bye(reason: ByeReason): void {
    tell({ t: 'bye', reason })
    close(BYE_CODE[reason], reason)
  }

  socket.on('message', onMessage)
  socket.on('pong', () => {
    heardAtMs = now()
  })
  // Oversized or malformed frame: the library closes the connection; nothing more to do.
  socket.on('error', () => undefined)
  socket.on('close', unsubscribeAll)

  return {
    socket,
    token,
    get user(): SessionUser {
      return user
    },

    /** Applies the result of a session check. */
    setUser(next: SessionUser): void {
      const before = user
      user = next
      const isSame =
        scopeKey(before.scope) === scopeKey(next.scope) &&
        before.permissions.size === next.permissions.size &&
        [...before.permissions].every((code) => next.permissions.has(code))
      if (!isSame) queue = queue.then(recheck).catch(onError)
    },

    /** The register changed: channels may have moved into or out of the scope. */
    registerChanged(): void {
      queue = queue.then(recheck).catch(onError)
    },

    /** Sends what was held while the socket was behind; closes it when that lasted too long. */
    tick(nowMs: number): void {
      if (slowSinceMs === undefined) return
      const isClear = [...subscriptions.values()].every(({ subscriber, group }) => drain(subscriber, group))
      if (isClear) slowSinceMs = undefined
      else if (nowMs - slowSinceMs >= SLOW_MS) bye('slow')
    },

    /** Sends a ping, or ends a connection that has been silent for too long. */
    ping(nowMs: number): void {
      if (nowMs - heardAtMs >= LIVE_SILENCE_MS) socket.terminate()
      else socket.ping()
    },

    bye,
  }
}

function parseRequest(text: string) {
  try {
    return liveRequest.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
