import { defineEndpoints, type Endpoint } from '@natim/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { buildSessionUser, NATIONAL } from '../../testing/session-users.ts'
import type { SessionUser } from '../auth/session-user.ts'
import { handleError } from './error-handler.ts'
import { type Denial, implement, withMessage } from './implement.ts'
import { registerRequestGuard } from './request-guard.ts'
import { Serialised } from './serialised.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

interface Given {
  readonly users?: Readonly<Record<string, SessionUser>>
  readonly checkAnswers?: boolean
  readonly denials?: Denial[]
}

/** A bare server with the rules of every route, and tokens that represent users. */
function newApp({ users = {}, checkAnswers = true, denials = [] }: Given = {}): FastifyInstance {
  const app = Fastify()
  app.decorate('authenticate', async (token: string) => users[token])
  app.decorate('checkAnswers', checkAnswers)
  app.decorate('served', [])
  app.decorate('reportDenial', async (denial: Denial) => {
    denials.push(denial)
  })
  app.setErrorHandler(handleError)
  registerRequestGuard(app)
  apps.push(app)
  return app
}

const ENDPOINTS = defineEndpoints({
  open: { method: 'GET', path: '/open', access: 'public', result: z.object({ n: z.number() }) },
  own: { method: 'GET', path: '/own', access: 'signedIn', result: z.string() },
  stations: { method: ['PUT', 'POST'], path: '/stations/:id', access: 'mon:station:edit', result: z.null() },
})

function withRoutes(given: Given = {}, onCall: () => void = () => undefined): FastifyInstance {
  const app = newApp(given)
  implement(app, ENDPOINTS, {
    open: () => ({ n: 1 }),
    own: ({ ctx }) => ctx.user.username,
    stations: () => {
      onCall()
      return withMessage(null, '编辑成功！')
    },
  })
  return app
}

describe('access', () => {
  const users = {
    'token-of-duty': buildSessionUser('duty', NATIONAL, []),
    'token-of-ops': buildSessionUser('ops', NATIONAL, ['mon:station:edit']),
  }

  it.each([
    ['没有令牌', undefined, 401],
    ['空令牌', '', 401],
    ['陌生令牌', 'stranger', 401],
    ['没有权限的人', 'token-of-duty', 403],
    ['有权限的人', 'token-of-ops', 200],
  ])('%s: %s gets %i', async (_name, token, status) => {
    let calls = 0
    const app = withRoutes({ users }, () => {
      calls += 1
    })
    const headers = token === undefined ? {} : { 'x-access-token': token }
    const response = await app.inject({ method: 'PUT', url: '/stations/1', headers })
    expect({ status: response.statusCode, calls }).toEqual({ status, calls: status === 200 ? 1 : 0 })
  })

  it('answers public calls without a token, and with an invalid one', async () => {
    const app = withRoutes({ users })
    expect((await app.inject({ url: '/open', headers: { 'x-access-token': 'stranger' } })).statusCode).toBe(200)
  })

  it('passes the caller to calls for signed-in users, ignoring names in the request', async () => {
    const app = withRoutes({ users })
    const headers = { 'x-access-token': 'token-of-duty', username: 'admin', 'x-user': 'admin' }
    const response = await app.inject({ url: '/own?username=admin', headers })
    expect(response.json().result).toBe('duty')
  })

  it.each(['authorization', 'cookie', 'token', 'x-token', 'x-access-tokens'])(
    'takes the token from its own header only, not from %s',
    async (name) => {
      const app = withRoutes({ users })
      const headers = { [name]: 'token-of-duty' }
      expect((await app.inject({ url: '/own', headers })).statusCode).toBe(401)
    },
  )

  it('ignores a token in the URL', async () => {
    const app = withRoutes({ users })
    expect((await app.inject('/own?token=token-of-duty&x-access-token=token-of-duty')).statusCode).toBe(401)
  })

  it('denies before reading the body, and logs the denial', async () => {
    const denials: Denial[] = []
    const app = withRoutes({ users, denials })
    const headers = { 'x-access-token': 'token-of-duty', 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: '/stations/7', headers, payload: '{"broken' })
    expect(response.statusCode).toBe(403)
    expect(denials).toMatchObject([{ access: 'mon:station:edit', route: '/stations/:id', user: { username: 'duty' } }])
  })

  it('does not log denials without a session, which could fill the log', async () => {
    const denials: Denial[] = []
    const app = withRoutes({ users, denials })
    await app.inject({ method: 'POST', url: '/stations/7', headers: { 'x-access-token': 'stranger' } })
    expect(denials).toEqual([])
  })
})

describe('responses', () => {
  it('have an envelope with five fields', async () => {
    const { timestamp, ...rest } = (await withRoutes().inject('/open')).json()
    expect(rest).toEqual({ success: true, message: '', code: 200, result: { n: 1 } })
    expect(timestamp).toBeTypeOf('number')
  })

  it('carry the message', async () => {
    const users = { 'token-of-ops': buildSessionUser('ops', NATIONAL, ['mon:station:edit']) }
    const headers = { 'x-access-token': 'token-of-ops' }
    const response = await withRoutes({ users }).inject({ method: 'POST', url: '/stations/1', headers })
    expect(response.json()).toMatchObject({ success: true, message: '编辑成功！', result: null })
  })

  it('wrap a serialised result in the same envelope, with the current time', async () => {
    const app = newApp()
    const n = new Serialised({ n: 1 })
    implement(app, { x: { ...ENDPOINTS.open, path: '/x' } }, { x: () => n })
    const before = Date.now()
    const response = await app.inject('/x')
    const { timestamp, ...rest } = response.json()
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(rest).toEqual({ success: true, message: '', code: 200, result: { n: 1 } })
    expect(timestamp).toBeGreaterThanOrEqual(before)
  })

  it('contain declared fields only', async () => {
    const app = newApp()
    const endpoints = { x: { ...ENDPOINTS.open, path: '/x' } }
    implement(app, endpoints, { x: () => ({ n: 1, passwordHash: 'secret' }) as { n: number } })
    expect((await app.inject('/x')).body).not.toContain('secret')
  })

  it('that violate their schema are defects when checked', async () => {
    const app = newApp()
    implement(app, { x: { ...ENDPOINTS.open, path: '/x' } }, { x: () => ({ n: 'one' }) as unknown as { n: number } })
    const response = await app.inject('/x')
    expect(response.json().success).toBe(false)
    expect(response.body).not.toContain('one')
  })

  it('of a bare endpoint are the result itself', async () => {
    const app = newApp()
    const endpoint = { ...ENDPOINTS.open, path: '/bare', wire: 'bare' } as const satisfies Endpoint
    implement(app, { x: endpoint }, { x: () => ({ n: 2 }) })
    expect((await app.inject('/bare')).json()).toEqual({ n: 2 })
  })

  it('of a binary endpoint are written by the handler', async () => {
    const app = newApp()
    const endpoint = { method: 'GET', path: '/file', access: 'public', wire: 'binary', result: z.unknown() } as const
    implement(app, { x: endpoint }, { x: ({ ctx }) => ctx.reply.type('text/csv').send('a,b') })
    const response = await app.inject('/file')
    expect({ type: response.headers['content-type'], body: response.body }).toEqual({ type: 'text/csv', body: 'a,b' })
  })
})

describe('input', () => {
  const endpoint = {
    method: 'POST',
    path: '/form/:id',
    access: 'public',
    params: z.object({ id: z.string().regex(/^\d+$/, '编号格式不正确') }),
    query: z.object({ n: z.coerce.number().int('须为整数') }),
    body: z.object({ name: z.string('请输入名称').max(5, '最多 5 个字符') }),
    result: z.unknown(),
    bodyLimitBytes: 100,
  } as const satisfies Endpoint
  const send = async (url: string, payload: unknown) => {
    const app = newApp()
    implement(app, { x: endpoint }, { x: ({ params, query, body }) => ({ ...params, ...query, ...body }) })
    return app.inject({ method: 'POST', url, payload: payload as object })
  }

  it('parses params, query and body by their own schemas, and drops unknown keys', async () => {
    const response = await send('/form/7?n=3&extra=1', { name: 'a', admin: true, __proto: 1 })
    expect(response.json().result).toEqual({ id: '7', n: 3, name: 'a' })
  })

  it.each([
    ['/form/x?n=3', { name: 'a' }, '编号格式不正确'],
    ['/form/7?n=1.5', { name: 'a' }, '须为整数'],
    ['/form/7?n=3', { name: '太长的名称了' }, '最多 5 个字符'],
    ['/form/7?n=3', {}, '请输入名称'],
  ])('describes the problem of %s %j as %s', async (url, payload, text) => {
    expect((await send(url, payload)).json().message).toContain(text)
  })

  it('answers 413 above the body limit of the route', async () => {
    expect((await send('/form/7?n=3', { name: 'x'.repeat(200) })).statusCode).toBe(413)
  })
})
