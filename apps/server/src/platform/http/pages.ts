import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { type ApiPaths, isCall } from './api-alias.ts'
import { BOUNDARY_FILES, type OwnBoundary } from './boundary.ts'
import { failureEnvelope } from './error-handler.ts'

// Resolves to apps/web/dist from src/platform/http and from dist/platform/http.
const WEB_DIST = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))
const IMMUTABLE = /\/assets\//
const YEAR_MS = 31_536_000_000

/**
 * Origin of an API on another host, when the console's config.json names one: the content policy then allows it. Read
 * at start. An unreadable file names none, and the console reports the error.
 */
export function foreignApiOrigin(folder: string = WEB_DIST): string | undefined {
  try {
    const { apiBase }: { apiBase?: unknown } = JSON.parse(readFileSync(`${folder}config.json`, 'utf8'))
    const { origin, protocol } = new URL(String(apiBase))
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined
  } catch {
    return undefined
  }
}

export interface PagesOptions {
  /** Folder of the build, with a trailing slash. */
  readonly folder?: string
  readonly boundary?: OwnBoundary | undefined
}

/**
 * Serves the built console; every path that is not a file or a call is one of its pages, whatever the caller accepts:
 * probes, link previews and a first curl do not send `text/html`.
 *
 * The custom boundary of this installation replaces that of the build.
 */
export async function registerPages(
  app: FastifyInstance,
  paths: ApiPaths,
  { folder = WEB_DIST, boundary }: PagesOptions = {},
): Promise<void> {
  const hasConsole = existsSync(`${folder}index.html`)
  if (hasConsole) {
    const globIgnore = ['assets/**', ...(boundary ? BOUNDARY_FILES : [])]
    if (boundary) serveBoundary(app, boundary)
    // One route per file: every other path is a page or a call.
    await app.register(fastifyStatic, { ...FILES, root: folder, wildcard: false, globIgnore })
    // Looked up per request: a new build adds files while the server runs.
    await app.register(fastifyStatic, { ...FILES, root: `${folder}assets`, prefix: '/assets/', decorateReply: false })
  }
  app.setNotFoundHandler((request, reply) => {
    if (hasConsole && isPage(request, paths)) return reply.sendFile('index.html')
    return answerNotFound(request, reply)
  })
}

function serveBoundary(app: FastifyInstance, { provinces, meta }: OwnBoundary): void {
  const [provincesFile, metaFile] = BOUNDARY_FILES
  for (const [file, text] of [
    [provincesFile, provinces],
    [metaFile, meta],
  ] as const) {
    app.get(`/${file}`, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(text),
    )
  }
}

const FILES = {
  preCompressed: true,
  index: false,
  cacheControl: false,
  setHeaders: (response, path) => {
    const isHashed = IMMUTABLE.test(path)
    response.header('cache-control', isHashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache')
  },
} satisfies Partial<FastifyStaticOptions>

function isPage(request: FastifyRequest, paths: ApiPaths): boolean {
  const path = request.originalUrl.split('?', 1)[0] ?? ''
  const isFile = /\.[a-z0-9]{2,5}$/i.test(path)
  return (request.method === 'GET' || request.method === 'HEAD') && !isFile && !isCall(request, paths)
}

/** Answers an unknown path, in the envelope every client can read. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = new AppError('resource.not_found')
  return reply.status(error.status).send(failureEnvelope(error, request.id))
}
