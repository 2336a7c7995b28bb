import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

const TOKEN = 'journey_token'
const PATH = '/mon/wx/callback'

/** A photograph of Linzi, 500 km from Nanjing; colours depend on the seed. */
export function drawPhoto(seed: number): Promise<Buffer> {
  const at = (n: number) => Math.abs(Math.sin(seed * 127.1 + n * 311.7)) % 1
  const spots = Array.from(
    { length: 20 },
    (_, n) =>
      `<circle cx="${at(n) * 640}" cy="${at(n + 30) * 480}" r="${30 + at(n + 60) * 90}" fill="hsl(${Math.round(at(n + 90) * 360)},40%,${20 + Math.round(at(n + 120) * 60)}%)"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#9aa7b1"/>${spots.join('')}</svg>`
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '36/1 48/1 25/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '118/1 3/1 4/1',
  }
  return sharp(Buffer.from(svg))
    .jpeg()
    .withExif({ IFD0: { Make: 'HUAWEI' }, IFD3: place })
    .toBuffer()
}

/** Answers of the public account to calls that publish or remove an article; all others get a plain success. */
const ANSWERS: Readonly<Record<string, object>> = {
  '/cgi-bin/stable_token': { access_token: 'T', expires_in: 7_200 },
  '/cgi-bin/material/add_material': { media_id: 'M-1' },
  '/cgi-bin/draft/add': { media_id: 'D-1' },
  '/cgi-bin/freepublish/submit': { errcode: 0, publish_id: '1' },
  '/cgi-bin/freepublish/get': { publish_status: 0, article_id: 'A-1', article_detail: { item: [] } },
}

/** Simulates the public account: users send it pictures and receive replies, and articles are published. */
export async function startWxAccount() {
  const calls: string[] = []
  const media = new Map<string, Buffer>()
  const told: string[] = []
  let last = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://account')
    calls.push(url.pathname)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (url.pathname === '/cgi-bin/media/get') {
      response.setHeader('content-type', 'image/jpeg')
      return response.end(media.get(url.searchParams.get('media_id') ?? ''))
    }
    if (url.pathname === '/cgi-bin/message/custom/send') told.push(Buffer.concat(chunks).toString())
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(ANSWERS[url.pathname] ?? { errcode: 0 }))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const tag = (name: string, value: string) => `<${name}><![CDATA[${value}]]></${name}>`
  async function call(base: string, parts: Readonly<Record<string, string>>, token = TOKEN): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = createHash('sha1').update([token, timestamp, 'n'].toSorted().join('')).digest('hex')
    const query = new URLSearchParams({ timestamp, nonce: 'n', signature })
    const words = Object.entries(parts).map(([name, value]) => tag(name, value))
    const body = `<xml>${words.join('')}<MsgId>${(last += 1)}</MsgId></xml>`
    const reply = await fetch(`${base}${PATH}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body,
    })
    return reply.status
  }

  return {
    /** Configuration of the console for this account. */
    env: {
      WX_API_URL: `http://127.0.0.1:${port}`,
      WX_APP_ID: 'wxjourney',
      WX_APP_SECRET: 'secret',
      WX_TOKEN: TOKEN,
    },
    told,
    /** Paths of received calls, in order. */
    calls,
    /** A user sends a location, a text and a picture. Returns the status of the last call. */
    async send(
      base: string,
      { from, text, bytes }: { readonly from: string; readonly text: string; readonly bytes: Buffer },
    ) {
      const who = { FromUserName: from }
      const id = `media-${from}`
      media.set(id, bytes)
      await call(base, { ...who, MsgType: 'location', Location_X: '32.214', Location_Y: '118.716', Label: '化工路' })
      await call(base, { ...who, MsgType: 'text', Content: text })
      return call(base, { ...who, MsgType: 'image', MediaId: id })
    },
    /** A request that pretends to come from the platform. */
    forge: (base: string) => call(base, { FromUserName: 'x', MsgType: 'image', MediaId: 'm' }, 'guess'),
    async stop() {
      server.close()
      await once(server, 'close')
    },
  }
}
