import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the public account answers to each call that publishes or removes an article. */
const ANSWERS: Readonly<Record<string, object>> = {
  '/cgi-bin/stable_token': { access_token: 'T', expires_in: 7_200 },
  '/cgi-bin/material/add_material': { media_id: 'M-1' },
  '/cgi-bin/draft/add': { media_id: 'D-1' },
  '/cgi-bin/freepublish/submit': { errcode: 0, publish_id: '1' },
  '/cgi-bin/freepublish/get': { publish_status: 0, article_id: 'A-1', article_detail: { item: [] } },
  '/cgi-bin/freepublish/delete': { errcode: 0 },
}

/** A public account on this machine, which publishes whatever it is given. */
export async function startAccount() {
  const calls: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://account')
    calls.push(pathname)
    request.resume()
    response.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWERS[pathname] ?? { errcode: 40_007 }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Paths of the calls, in order. */
    calls,
    /** Settings of a console that publishes here. */
    env: {
      WX_API_URL: `http://127.0.0.1:${port}`,
      WX_APP_ID: 'wxjourney',
      WX_APP_SECRET: 'secret',
      EGRESS_PRIVATE_HOSTS: '127.0.0.1',
    },
    close: () => server.close(),
  }
}
