import { once } from 'node:events'
import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = fileURLToPath(new URL('../../apps/web/dist/', import.meta.url))
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface PagesHost {
  readonly url: string
  /** Edits `/config.json` as an administrator does, without a build. */
  configure(config: object): void
  close(): Promise<void>
}

/** The built pages on a separate origin, served by a plain web server; the API is elsewhere. */
export async function startPagesHost(): Promise<PagesHost> {
  let config: object = {}
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname)
    if (path === '/config.json') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(config))
      return
    }
    const isFile = existsSync(join(DIST, path)) && statSync(join(DIST, path)).isFile()
    const file = isFile ? path : '/index.html'
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
    createReadStream(join(DIST, file)).pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    configure: (next) => {
      config = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
