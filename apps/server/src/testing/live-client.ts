import type { LiveMessage, LiveRequest } from '@natim/contract/socket/live'
import { liveMessage } from '@natim/contract/socket/live'
import { type ClientOptions, WebSocket } from 'ws'

export interface LiveClient {
  readonly socket: WebSocket
  /** What came in and was not taken yet, in order. */
  readonly inbox: LiveMessage[]
  send(request: LiveRequest): void
  /** Waits for the next message of a type; messages before it are dropped. */
  take<T extends LiveMessage['t']>(type: T): Promise<Extract<LiveMessage, { t: T }>>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  close(): Promise<void>
}

/** A console's end of the live feed. Every frame must satisfy the contract. */
export async function openLiveClient(url: string, token: string, options: ClientOptions = {}): Promise<LiveClient> {
  const socket = new WebSocket(url, [token], options)
  const inbox: LiveMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    inbox.push(liveMessage.parse(JSON.parse((data as Buffer).toString())))
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

  async function take<T extends LiveMessage['t']>(type: T): Promise<Extract<LiveMessage, { t: T }>> {
    for (;;) {
      const message = inbox.shift()
      if (message?.t === type) return message as Extract<LiveMessage, { t: T }>
      if (message) continue
      if (socket.readyState === WebSocket.CLOSED) throw new Error(`The socket closed before a ${type} came`)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  return {
    socket,
    inbox,
    send: (request) => socket.send(JSON.stringify(request)),
    take,
    closed,
    async close() {
      socket.close()
      await closed
    },
  }
}

/** The HTTP status a handshake was refused with. */
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
