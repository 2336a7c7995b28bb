import { createHash } from 'node:crypto'
import { API_TOKEN_PREFIX, apiTokenEndpoints, type OpenScope } from '@natim/contract/mon/api-token'
import { type OpenCall, openDocEndpoints, openEndpoints } from '@natim/contract/mon/open'
import type { PermissionCode } from '@natim/contract/permissions'
import { entriesOf } from '@natim/domain/record'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { RightsCache } from '../permission/index.ts'
import { toOpenCsv } from './open-csv.ts'
import { openDocument } from './open-document.ts'
import { openPageHtml } from './open-page.ts'
import { Problem, problemBody, toProblem } from './problem.ts'
import { OPEN_READERS, type OpenPage } from './read-open.ts'
import { findWaitS, type LiveToken, takeToken } from './token.repository.ts'
import { createTokens, hashOfToken } from './token.service.ts'

export interface OpenDeps {
  readonly db: Db
  readonly now: () => number
  readonly rights: RightsCache
  /** Public URL of this console. */
  readonly publicUrl: () => string
}

/** Permission the creator of a token needs for each scope. */
const NEEDED: Readonly<Record<OpenScope, PermissionCode>> = {
  stations: 'mon:station:view',
  latest: 'mon:ts:view',
  hour: 'mon:ts:view',
  day: 'mon:ts:view',
  aqi: 'mon:aqi:view',
  alarms: 'mon:alarm:view',
}

const BEARER = /^Bearer +(\S{1,200})$/i
const TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`)

/** 开放令牌 */
export function registerTokenRoutes(api: FastifyInstance, db: Db): void {
  const tokens = createTokens(db)
  implement(api, apiTokenEndpoints, {
    list: ({ ctx }) => tokens.list(ctx.user.scope),
    publications: () => tokens.publications(),
    add: async ({ body, ctx }) => withMessage(await tokens.add(actorOf(ctx), body), '已生成令牌，只显示这一次'),
    async revoke({ body, ctx }) {
      await tokens.revoke(actorOf(ctx), body.id)
      return withMessage(null, '已撤销令牌')
    },
  })
}

/**
 * `/open/v1/…` (domain §3.15), in a separate context: tokens instead of sessions, plain responses instead of envelopes,
 * problems instead of messages.
 */
export function registerOpenRoutes(api: FastifyInstance, deps: OpenDeps): void {
  void api.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendProblem(error, request, reply))
    for (const [name, endpoint] of entriesOf(openEndpoints)) {
      scope.served.push(endpoint)
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { access: endpoint.access },
        handler: async (request, reply) => answer(deps, name, request, reply),
      })
    }
    for (const endpoint of Object.values(openDocEndpoints)) {
      scope.served.push(endpoint)
      scope.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { access: endpoint.access, isPage: true },
        handler: (_request, reply) =>
          endpoint === openDocEndpoints.document
            ? reply.type('application/json; charset=utf-8').send(JSON.stringify(openDocument(deps.publicUrl())))
            : reply.type('text/html; charset=utf-8').send(openPageHtml(deps.publicUrl())),
      })
    }
  })
}

async function answer(deps: OpenDeps, name: OpenCall, request: FastifyRequest, reply: FastifyReply) {
  const token = await tokenOf(deps, name, request)
  const query = openEndpoints[name].query.parse(request.query)
  const format = query.format ?? (/\btext\/csv\b/.test(request.headers.accept ?? '') ? 'csv' : 'json')
  if (!token.formats.includes(format)) throw new Problem('format_refused')
  // The query was parsed by the schema of the same name.
  const read = OPEN_READERS[name] as (reading: object, query: object) => Promise<OpenPage>
  const page = await read({ db: deps.db, token, nowMs: deps.now() }, query)
  const body = format === 'csv' ? toOpenCsv(name, page.data) : JSON.stringify(page)
  return send(reply, request, { body, format, next: page.next })
}

/** @throws Problem */
async function tokenOf({ db, rights }: OpenDeps, name: OpenCall, request: FastifyRequest): Promise<LiveToken> {
  const [, given = ''] = BEARER.exec(request.headers.authorization ?? '') ?? []
  if (!TOKEN.test(given)) throw new Problem('token_invalid')
  const hash = hashOfToken(given)
  const token = await takeToken(db, hash, request.ip)
  if (token === undefined) {
    const waitS = await findWaitS(db, hash)
    throw waitS === undefined ? new Problem('token_invalid') : new Problem('rate_exceeded', undefined, waitS)
  }
  if (token.status !== 'on') throw new Problem('publication_off')
  const { permissions } = await rights.rightsOf(token.userId)
  if (!token.scopes.includes(name) || !permissions.has(NEEDED[name])) throw new Problem('scope_missing')
  return token
}

interface Answer {
  readonly body: string
  readonly format: 'json' | 'csv'
  readonly next: string | null
}

/** Sends a response with an ETag and the address of the next page. */
function send(reply: FastifyReply, request: FastifyRequest, { body, format, next }: Answer): FastifyReply {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'accept, authorization')
  if (next !== null) {
    const url = new URL(request.originalUrl, 'http://localhost')
    url.searchParams.set('cursor', next)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  const names = (request.headers['if-none-match'] ?? '').split(',').map((name) => name.trim())
  if (names.includes(tag) || names.includes('*')) return reply.status(304).send()
  return reply.type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8').send(body)
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  const { status, retryAfterS } = problem
  if (status >= 500) request.log.error({ err: error }, 'open call failed')
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const body = JSON.stringify(problemBody(problem, request.id))
  return reply.status(status).type('application/problem+json; charset=utf-8').send(body)
}
