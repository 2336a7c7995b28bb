import { HEADER_TOKEN } from '@natim/contract/constants'
import {
  type Access,
  type Endpoint,
  type Endpoints,
  type HandlerInput,
  type HandlerResult,
  methodsOf,
  viewRefusalOf,
} from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import type { ErrorCode } from '@natim/contract/errors'
import { PERMISSION_CODES, type PermissionCode } from '@natim/contract/permissions'
import { fromWireNames, queryFromWireNames, toWireNames } from '@natim/contract/wire-names'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Authenticate, SessionUser } from '../auth/session-user.ts'
import { readTenant } from '../auth/tenant-header.ts'
import type { DemoLoadPercent } from '../demo-load.ts'
import { AppError } from '../errors.ts'
import { Serialised } from './serialised.ts'
import { refusalInView } from './view-rules.ts'

/** What a handler gets besides the parsed input. */
export interface CallContext<A extends Access = Access> {
  readonly requestId: string
  /** Client address as seen by the server; forwarded headers only from configured proxies. */
  readonly ip: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly user: A extends 'public' ? undefined : SessionUser
}

const MESSAGE = Symbol('message')
const JSON_TYPE = 'application/json; charset=utf-8'

/** A result with the message that the client shows as a toast. */
interface WithMessage<R> {
  readonly [MESSAGE]: string
  readonly code: number
  readonly result: R
}

/** `return withMessage(null, '添加成功！')`; a code other than 200 marks a special kind of success for clients. */
export function withMessage<R>(result: R, message: string, code = 200): WithMessage<R> {
  return { [MESSAGE]: message, code, result }
}

type Answer<R> = R | WithMessage<R> | Serialised<R>

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E> & { readonly ctx: CallContext<E['access']> },
) => Answer<HandlerResult<E>> | Promise<Answer<HandlerResult<E>>>

/** One handler for each endpoint of a table; a missing one is a compile error. */
export type Handlers<T extends Endpoints> = { readonly [K in keyof T]: Handler<T[K]> }

/** A signed-in user made a call without the right to it. */
export interface Denial {
  readonly user: SessionUser
  readonly access: Access
  readonly route: string | undefined
  readonly ip: string
}

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    /** Validate responses against their schema (development and tests). */
    checkAnswers: boolean
    /** Throws unless a call has a valid signature. Decorated by the module that serves signed endpoints. */
    verifySignature?: (request: FastifyRequest) => void
    /** While it returns a number, the registers are being filled and other changes are refused. */
    demoLoadPercent?: DemoLoadPercent
    /** Every endpoint registered so far, for the API description. */
    served: Endpoint[]
    /** Writes a denied call to the audit log (security §7). */
    reportDenial: (denial: Denial) => Promise<void>
  }
  interface FastifyContextConfig {
    /** Access from the endpoint table; a route without it stops the server at start. */
    access?: Access
    /** Opened by browsers directly, without our headers. */
    isPage?: boolean
  }
}

/**
 * Registers the routes of an endpoint table. In this order a call is authenticated, authorised, checked against its
 * signature, parsed, handled and wrapped; the envelope is built here and nowhere else.
 *
 * @throws Error at registration when an endpoint declares no known access, or a signature that is never verified.
 */
export function implement<T extends Endpoints>(app: FastifyInstance, endpoints: T, handlers: Handlers<T>): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    assertDeclaredAccess(name, endpoint)
    app.served.push(endpoint)
    if (endpoint.signed && !app.hasDecorator('verifySignature')) throw new Error(`Nobody checks signatures for ${name}`)
    const handler = handlers[name] as Handler<Endpoint>
    const options: RouteShorthandOptions = {
      config: { access: endpoint.access, isPage: endpoint.access === 'public' && endpoint.wire === 'binary' },
    }
    if (endpoint.bodyLimitBytes !== undefined) options.bodyLimit = endpoint.bodyLimitBytes
    for (const method of methodsOf(endpoint)) {
      app.route({
        ...options,
        method,
        url: endpoint.path,
        // Before the body is read, so that a caller without rights cannot make the server parse anything.
        onRequest: (request) => authorise(app, endpoint, request),
        handler: (request, reply) => answer(app, endpoint, handler, request, reply),
      })
    }
  }
}

function assertDeclaredAccess(name: string, endpoint: Endpoint): void {
  const { access } = endpoint
  const isKnown = access === 'public' || access === 'signedIn' || PERMISSION_CODES.includes(access)
  if (!isKnown) throw new Error(`Endpoint ${name} (${endpoint.path}) declares no known access: ${access}`)
}

const users = new WeakMap<FastifyRequest, SessionUser>()

/** The caller, also of a denied call; undefined without a session. */
export const callerOf = (request: FastifyRequest): SessionUser | undefined => users.get(request)

async function authorise(app: FastifyInstance, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { access } = endpoint
  if (access === 'public') return
  const token = request.headers[HEADER_TOKEN]
  const tenantId = readTenant(request.headers)
  const isKnown = typeof token === 'string' && token !== '' && tenantId !== undefined
  const user = isKnown ? await app.authenticate(token, tenantId) : undefined
  if (user === undefined) throw new AppError('session.invalid')
  users.set(request, user)
  const refusal = refusalOf(endpoint, request.method, user)
  if (refusal === undefined) return refuseDuringLoad(app, endpoint, request.method)
  await app.reportDenial({ user, access, route: request.routeOptions.url, ip: request.ip })
  throw new AppError(refusal)
}

/**
 * Refuses changes during the demo load: concurrently added rows would clash with its numbers and codes, and a manually
 * added station would make a partial load look complete. Calls open to every signed-in user still work.
 */
function refuseDuringLoad(app: FastifyInstance, endpoint: Endpoint, method: string): void {
  if (endpoint.access === 'signedIn' || viewRefusalOf(endpoint, method) !== 'changes') return
  const percent = app.demoLoadPercent?.() ?? null
  if (percent !== null) throw new AppError('demo.loading', { data: { percent } })
}

function refusalOf(endpoint: Endpoint, method: string, user: SessionUser): ErrorCode | undefined {
  if (user.kiosk !== undefined && endpoint.kiosk !== true) return 'permission.denied'
  const inView = user.view === undefined ? undefined : refusalInView(endpoint, method)
  if (inView !== undefined) return inView
  const isAllowed = endpoint.access === 'signedIn' || user.permissions.has(endpoint.access as PermissionCode)
  return isAllowed ? undefined : 'permission.denied'
}

async function answer(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.signed) app.verifySignature?.(request)
  const input = {
    params: endpoint.params?.parse(request.params),
    query: endpoint.query?.parse(queryFromWireNames(request.query, endpoint.wireNames)),
    body: endpoint.body?.parse(fromWireNames(request.body ?? undefined, endpoint.wireNames)),
    ctx: { requestId: request.id, ip: request.ip, request, reply, user: users.get(request) },
  }
  const value = await handler(input)
  if (endpoint.wire === 'binary') return value
  if (value instanceof Serialised) {
    if (app.checkAnswers) endpoint.result.parse(value.value)
    if (endpoint.tagged) {
      reply.header('etag', value.tag)
      if (isNamed(request.headers['if-none-match'], value.tag)) return reply.code(304).send()
    }
    return reply.type(JSON_TYPE).send(value.inEnvelope())
  }
  const { result, message, code } = unwrap(value)
  const checked = app.checkAnswers ? endpoint.result.parse(result) : result
  const sent = toWireNames(checked, endpoint.wireNames)
  return endpoint.wire === 'bare' ? sent : successEnvelope(sent, message, code)
}

/** Whether If-None-Match names the tag (RFC 9110 §13.1.2); compares weakly, without the `W/` prefix. */
function isNamed(names: string | undefined, tag: string): boolean {
  const opaque = (name: string) => name.trim().replace(/^W\//, '')
  return names !== undefined && names.split(',').some((name) => name.trim() === '*' || opaque(name) === opaque(tag))
}

function unwrap(value: unknown): { result: unknown; message: string; code: number } {
  if (typeof value === 'object' && value !== null && MESSAGE in value) {
    const tagged = value as WithMessage<unknown>
    return { result: tagged.result, message: tagged[MESSAGE], code: tagged.code }
  }
  return { result: value, message: '', code: 200 }
}

function successEnvelope<T>(result: T, message: string, code: number): Envelope<T> {
  return { success: true, message, code, result, timestamp: Date.now() }
}
