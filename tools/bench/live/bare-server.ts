import { WebSocketServer } from 'ws'

/** Plan of the bare server, passed as JSON in its only argument. */
export interface BarePlan {
  readonly points: number
  readonly isCompressed: boolean
}

const plan = JSON.parse(process.argv[2] ?? '') as BarePlan

/**
 * Ceiling of the live feed: the same prebuilt frames, sent to all consoles once a second by the bare WebSocket library.
 * Prints its port.
 */
const server = new WebSocketServer({
  port: 0,
  host: '127.0.0.1',
  handleProtocols: (protocols) => [...protocols][0] ?? false,
  perMessageDeflate: plan.isCompressed && {
    threshold: 1_024,
    serverNoContextTakeover: true,
    clientNoContextTakeover: true,
    zlibDeflateOptions: { level: 1, memLevel: 7 },
  },
})
server.on('connection', (socket) => {
  socket.on('message', () => socket.send('{"t":"snap","id":"bench","d":[]}'))
})
server.on('listening', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`${address.port}\n`)
})

const round = (value: number) => Math.round(value * 100) / 100

setInterval(() => {
  const nowMs = Date.now()
  const points = Array.from({ length: plan.points }, (_, index) => [index + 1, nowMs, round(Math.random() * 100), 0])
  const frame = JSON.stringify({ t: 'ch', id: 'bench', d: points })
  for (const socket of server.clients) socket.send(frame)
}, 1_000)
