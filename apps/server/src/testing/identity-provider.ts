import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Claims of the person signed in at the provider; null = consent refused. */
export type Person = Readonly<Record<string, unknown>> | null

/** Provider settings for THIRD_LOGIN. */
export interface ProviderSettings {
  readonly source: string
  readonly title: string
  readonly clientId: string
  readonly clientSecret: string
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly userInfoUrl: string
  readonly scope: string
}

export interface IdentityProvider {
  readonly url: string
  /** For THIRD_LOGIN; EGRESS_PRIVATE_HOSTS must contain 127.0.0.1. */
  settings(source?: string): ProviderSettings
  /** Sets the person for the next sign-in. */
  setPerson(person: Person): void
  /** A CAS ticket for a service (CAS_URL is `{url}/cas`), valid for one validation. */
  grantTicket(user: string, service: string): string
  /** Back-channel requests of the console: method, path, form. */
  readonly requests: readonly { readonly path: string; readonly form: Readonly<Record<string, string>> }[]
  close(): Promise<void>
}

const CLIENT = { id: 'natim', secret: 'stub-client-secret' } as const

interface Grant {
  readonly person: NonNullable<Person>
  readonly redirectUri: string
  readonly challenge: string
}

/**
 * An OAuth 2 provider with PKCE and a CAS server over real HTTP, on a free loopback port. It consents at once and
 * redirects back. For server tests and e2e journeys.
 */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  let person: Person = { sub: 'stub-1', preferred_username: 'stub', name: '测试人员' }
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, NonNullable<Person>>()
  const tickets = new Map<string, { readonly user: string; readonly service: string }>()
  const requests: { path: string; form: Record<string, string> }[] = []

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (person === null) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(16).toString('hex')
      codes.set(code, {
        person,
        redirectUri: query.get('redirect_uri') ?? '',
        challenge: query.get('code_challenge') ?? '',
      })
      back.searchParams.set('code', code)
    }
    response.writeHead(query.get('client_id') === CLIENT.id ? 302 : 400, { location: back.href }).end()
  }

  function token(form: Record<string, string>, response: ServerResponse): void {
    const grant = codes.get(form['code'] ?? '')
    codes.delete(form['code'] ?? '')
    const challenge = createHash('sha256')
      .update(form['code_verifier'] ?? '')
      .digest('base64url')
    const isRight =
      form['client_id'] === CLIENT.id &&
      form['client_secret'] === CLIENT.secret &&
      grant?.redirectUri === form['redirect_uri'] &&
      grant?.challenge === challenge
    if (!isRight || grant === undefined) return sendJson(response, 400, { error: 'invalid_grant' })
    const accessToken = randomBytes(16).toString('hex')
    tokens.set(accessToken, grant.person)
    return sendJson(response, 200, { access_token: accessToken, token_type: 'Bearer' })
  }

  function userInfo(request: IncomingMessage, response: ServerResponse): void {
    const claims = tokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    return claims === undefined ? sendJson(response, 401, {}) : sendJson(response, 200, claims)
  }

  function serviceValidate(query: URLSearchParams, response: ServerResponse): void {
    const ticket = tickets.get(query.get('ticket') ?? '')
    tickets.delete(query.get('ticket') ?? '')
    const isRight = ticket !== undefined && ticket.service === query.get('service')
    const inner = isRight
      ? `<cas:authenticationSuccess>\n<cas:user>${ticket.user}</cas:user>\n</cas:authenticationSuccess>`
      : '<cas:authenticationFailure code="INVALID_TICKET">no</cas:authenticationFailure>'
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${inner}</cas:serviceResponse>`)
  }

  const server = createServer((request, response) => {
    void readForm(request).then((form) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
      requests.push({ path: pathname, form })
      if (pathname === '/authorize') return authorize(searchParams, response)
      if (pathname === '/token') return token(form, response)
      if (pathname === '/userinfo') return userInfo(request, response)
      if (pathname === '/cas/p3/serviceValidate') return serviceValidate(searchParams, response)
      return response.writeHead(404).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    settings: (source = 'stub') => ({
      source,
      title: '测试身份源',
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      authorizeUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      scope: 'openid profile',
    }),
    setPerson: (next) => {
      person = next
    },
    grantTicket: (user, service) => {
      const ticket = `ST-${randomBytes(8).toString('hex')}`
      tickets.set(ticket, { user, service })
      return ticket
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
