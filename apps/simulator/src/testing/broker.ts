import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { deviceSecret } from '@natim/demo/device-secret'
import { Aedes, type PublishPacket } from 'aedes'

export const KEY = 'a1'.repeat(32)

export interface Received {
  readonly clientId: string
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
}

export interface TestBroker {
  readonly url: string
  readonly received: Received[]
  readonly clients: () => number
  /** Settles when the condition holds; checked after each message, connect and disconnect. */
  until(condition: () => boolean): Promise<void>
  /** Settles with the first message, old or new, that matches. */
  message(matches: (message: Received) => boolean): Promise<Received>
  /** While true, publishes are accepted but not acknowledged; false releases the held acknowledgements. */
  holdAcks(hold: boolean): void
  publish(topic: string, payload: unknown): void
  /** Closes the listener and all connections; {@link TestBroker.start} reopens it on the same port. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** A real MQTT 3.1.1 broker that checks the demonstration secrets. */
export async function startBroker(): Promise<TestBroker> {
  const received: Received[] = []
  const waiters: { condition: () => boolean; resolve: () => void }[] = []
  const check = () => {
    for (const waiter of waiters.filter(({ condition }) => condition())) {
      waiters.splice(waiters.indexOf(waiter), 1)
      waiter.resolve()
    }
  }
  let isHolding = false
  let held: (() => void)[] = []
  let aedes: Aedes
  let server: Server
  let port = 0

  async function start(): Promise<void> {
    aedes = await Aedes.createBroker()
    aedes.authenticate = (client, username, password, done) => {
      done(null, username === client.id && password?.toString() === deviceSecret(KEY, client.id))
    }
    aedes.authorizePublish = (client, packet: PublishPacket, done) => {
      const { topic, retain } = packet
      received.push({ clientId: client?.id ?? '', topic, payload: packet.payload.toString(), retain })
      check()
      if (isHolding) held.push(() => done(null))
      else done(null)
    }
    aedes.on('client', check)
    aedes.on('clientDisconnect', check)
    server = createServer(aedes.handle)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  }

  await start()
  return {
    url: `mqtt://127.0.0.1:${port}`,
    received,
    clients: () => aedes.connectedClients,
    until: (condition) =>
      new Promise((resolve) => {
        waiters.push({ condition, resolve })
        check()
      }),
    message: (matches) =>
      new Promise((resolve) => {
        let seen = 0
        const condition = () => {
          const found = received.slice(seen).find(matches)
          seen = received.length
          if (found) resolve(found)
          return found !== undefined
        }
        waiters.push({ condition, resolve: () => undefined })
        check()
      }),
    holdAcks: (hold) => {
      isHolding = hold
      if (hold) return
      for (const acknowledge of held) acknowledge()
      held = []
    },
    publish: (topic, payload) =>
      aedes.publish(
        { cmd: 'publish', topic, payload: Buffer.from(JSON.stringify(payload)), qos: 1, retain: false, dup: false },
        () => undefined,
      ),
    start,
    stop: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve))
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
