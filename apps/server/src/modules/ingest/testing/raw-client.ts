import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet'

/** A bare MQTT connection for packets a well-behaved client library would not send. */
export interface RawClient {
  readonly socket: Socket
  send(packet: Packet): void
  /** The next packet from the server; rejects when the connection ends first. */
  next(): Promise<Packet>
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<unknown>
}

export async function openRaw(port: number): Promise<RawClient> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  const parser = mqttPacket.parser()
  const packets: Packet[] = []
  const waiting: { resolve: (packet: Packet) => void; reject: (error: Error) => void }[] = []
  let isClosed = false
  socket.on('data', (chunk: Buffer) => parser.parse(chunk))
  // The server may end the connection with a reset.
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => {
    socket.once('close', () => {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(new Error('closed'))
      resolve(undefined)
    })
  })
  parser.on('packet', (packet) => {
    const waiter = waiting.shift()
    if (waiter) waiter.resolve(packet)
    else packets.push(packet)
  })
  await once(socket, 'connect')
  return {
    socket,
    closed,
    send: (packet) => void socket.write(mqttPacket.generate(packet)),
    next: () =>
      new Promise((resolve, reject) => {
        const packet = packets.shift()
        if (packet) resolve(packet)
        else if (isClosed) reject(new Error('closed'))
        else waiting.push({ resolve, reject })
      }),
  }
}

/** A CONNECT of MQTT 3.1.1 with these credentials. */
export function connectPacket(
  { clientId, secret }: { readonly clientId: string; readonly secret: string },
  changes: Partial<IConnectPacket> = {},
): IConnectPacket {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
    clientId,
    username: clientId,
    password: Buffer.from(secret),
    ...changes,
  }
}
