import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One address in front of several consoles, like a TCP load balancer. */
export interface Balancer {
  readonly url: string
  close(): Promise<void>
}

/** Forwards each connection to the first console that accepts it. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  const pass = (client: Socket, [port, ...others]: readonly number[]): void => {
    if (port === undefined) {
      client.destroy()
      return
    }
    const console = connect(port, '127.0.0.1')
    console.once('error', () =>
      console.connecting || console.bytesRead === 0 ? pass(client, others) : client.destroy(),
    )
    console.once('connect', () => {
      open.add(console)
      client.pipe(console).pipe(client)
      console.once('close', () => client.destroy())
      client.once('close', () => console.destroy())
    })
  }
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => open.delete(client))
    pass(client, ports)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
