import type { AddressInfo } from 'node:net'
import { NOT_SERVED } from '@natim/contract/not-served'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { buildTestApp, type TestApp } from './build-app.ts'
import { CHECKLIST } from './checklist.data.ts'
import { FOR_ALL_MS, forAll } from './for-all.ts'

/** contract/00 §12: everything else needs a valid token. */
const OPEN = [
  /^\/sys\/(randomImage|thirdLogin|third\/user|common\/static|annountCement\/show)\//,
  /^\/sys\/(checkCaptcha|login|mLogin|logout|phoneLogin|sms|getEncryptedString|cas\/client\/validateLogin)$/,
  /^\/sys\/user\/(checkOnlyUser|register|phoneVerification|passwordChange)$/,
]
/** Missing files and announcements are answered like an unknown path, so the route itself is looked up. */
const ROUTES = new Map([
  ['/sys/common/static/{path}', '/sys/common/static/*'],
  ['/sys/annountCement/show/{id}', '/sys/annountCement/show/:id'],
])
const LISTED = NOT_SERVED.flatMap(({ calls }) => calls)
const LEFT_OUT = new Set(LISTED)

let server: TestApp
let token: string
beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  token = await server.signIn('keeper')
})
afterAll(() => server.close())

const CALLS = CHECKLIST.flatMap((line) => {
  const [verbs = '', path = ''] = line.split(' ')
  return verbs.split('+').map((verb) => ({ line, verb, path }))
})
const HTTP = CALLS.filter(({ verb, path }) => verb !== 'WS' && !path.includes('**'))
const SOCKETS = CALLS.filter(({ verb }) => verb === 'WS')
const fill = (path: string) => path.replace('{name}', 'system.cpu.count').replace(/\{\w+\}/g, '1')
const methodOf = (verb: string) => (verb === 'ANY' ? 'GET' : verb) as InjectOptions['method']
/** Whether the not-found handler answered, rather than a call that found no row. */
const isUnknownPath = ({ status, body }: { status: number; body?: { message?: string } }) =>
  status === 404 && body?.message === '路径不存在'

describe('all calls of existing clients', () => {
  it('the list is complete: 332, one of which has two spellings', () => {
    expect(CHECKLIST).toHaveLength(333)
    expect(new Set(CHECKLIST).size).toBe(333)
  })

  it('calls not provided are all in the list, once each', () => {
    expect([...LEFT_OUT].filter((call) => !CHECKLIST.includes(call))).toEqual([])
    expect(LEFT_OUT.size).toBe(LISTED.length)
  })

  it('each one answers and requires sign-in, or is listed as not provided', { timeout: FOR_ALL_MS }, () =>
    forAll(
      server,
      HTTP.map((call) => [`${call.verb} ${call.path}`, call] as const),
      async ({ line, verb, path }, ask) => {
        const method = methodOf(verb)
        const route = ROUTES.get(path)
        if (route !== undefined)
          return expect(server.app.hasRoute({ method: 'GET', url: `/jeecg-boot${route}` })).toBe(true)
        const stranger = await ask(method, fill(path))
        if (LEFT_OUT.has(line)) return expect(isUnknownPath(stranger), 'listed as not served, and served').toBe(true)
        if (OPEN.some((open) => open.test(path))) return expect(stranger.status).toBeLessThan(400)
        expect(stranger.status).toBe(401)
        const known = await ask(method, fill(path), { token })
        expect(isUnknownPath(known)).toBe(false)
        return expect(known.status).toBeLessThan(500)
      },
    ),
  )

  it.each(SOCKETS)('$path answers the handshake', async ({ path }) => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const status = (at: string) =>
      new Promise<number | undefined>((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/jeecg-boot${at}`)
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode))
        socket.on('error', () => undefined)
      })
    // Refused for the missing token, which proves that the path is known.
    expect(await status(fill(path))).toBe(401)
  })
})
