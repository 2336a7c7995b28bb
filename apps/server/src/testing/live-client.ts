import type { LiveMessage, LiveRequest } from '@natim/contract/socket/live'
import { liveMessage } from '@natim/contract/socket/live'
import { type ClientOptions, WebSocket } from 'ws'

export interface LiveClient {
  readonly socket: WebSocket
  /** Received messages not taken yet, in order. */
  readonly inbox: LiveMessage[]
  send(request: LiveRequest): void
  /** Waits for the next message of a type and drops those before it. */
  take<T extends LiveMessage['t']>(type: T): Promise<Extract<LiveMessage, { t: T }>>
  /** Sends a ping and returns everything received before the answer. */
  settle(): Promise<LiveMessage[]>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  close(): Promise<void>
}

export interface LiveClientOptions extends ClientOptions {
  /** Validate frames against the contract; false for volume tests. */
  readonly isChecked?: boolean
}

/** A console's client of the live feed. */
export async function openLiveClient(
  url: string,
  token: string,
  { isChecked = true, ...options }: LiveClientOptions = {},
): Promise<LiveClient> {
  const socket = new WebSocket(url, [token], options)
  const inbox: LiveMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    const message: unknown = JSON.parse((data as Buffer).toString())
    inbox.push(isChecked ? liveMessage.parse(message) : (message as LiveMessage))
    wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      resolve(code)
      wake()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })

  async function next(): Promise<LiveMessage> {
    for (;;) {
      const message = inbox.shift()
      if (message) return message
      if (socket.readyState === WebSocket.CLOSED) throw new Error('The socket closed before the message came')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  async function take<T extends LiveMessage['t']>(type: T): Promise<Extract<LiveMessage, { t: T }>> {
    for (;;) {
      const message = await next()
      if (message.t === type) return message as Extract<LiveMessage, { t: T }>
    }
  }

  async function settle(): Promise<LiveMessage[]> {
    const before: LiveMessage[] = []
    send({ op: 'ping' })
    for (;;) {
      const message = await next()
      if (message.t === 'pong') return before
      before.push(message)
    }
  }

  const send = (request: LiveRequest) => socket.send(JSON.stringify(request))

  return {
    socket,
    inbox,
    send,
    take,
    settle,
    closed,
    async close() {
      socket.close()
      await closed
    },
  }
}

/** HTTP status of a refused handshake. */
export function refusedStatus(url: string, protocols: string[], headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocols, { headers })
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    socket.once('open', () => {
      socket.terminate()
      reject(new Error('The handshake was accepted'))
    })
    socket.on('error', () => undefined)
  })
}
