import type { z } from 'zod'
import type { PermissionCode } from './permissions.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, any signed-in user, or holders of a permission code. There is no default. */
export type Access = 'public' | 'signedIn' | PermissionCode

/**
 * How the answer travels. `envelope`: the five-field JSON of contract/00 §2. `bare`: the result itself as JSON
 * (device ingest, health). `binary`: a file or text the handler writes with its own content type.
 */
export type Wire = 'envelope' | 'bare' | 'binary'

/**
 * What a call is to somebody who looks at the console as another user (ADR 0027). `reads`: it changes nothing though it
 * is no GET. `changes`: it changes something though it is one. `private`: it answers what concerns that user alone.
 */
export type InView = 'reads' | 'changes' | 'private'

export interface Endpoint {
  /** The first one is what our client sends; the others are accepted for existing clients. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]]
  /** Below the API prefix, Fastify syntax: `/mon/device/:id/overview`. */
  readonly path: string
  readonly access: Access
  readonly wire?: Wire
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly result: z.ZodType
  /**
   * Names of fields as existing clients know them, by our own: `{ title: 'titile' }`. Both ends rename at the wire
   * (wire-names.ts); everybody else uses ours.
   */
  readonly wireNames?: Readonly<Record<string, string>>
  /** The call must carry a fitting `X-Sign` (contract/00 §5). */
  readonly signed?: true
  /** Largest accepted body in bytes; the server's default (1 MB) when absent. */
  readonly bodyLimitBytes?: number
  /** Large and seldom another: the answer has an ETag of its result, and is 304 for whoever names that one. */
  readonly tagged?: true
  /** Absent: a GET reads, everything else changes. */
  readonly inView?: InView
  /** Open to the token of a wall, which opens nothing else (ADR 0051). */
  readonly kiosk?: true
}

/** What stands against a call of somebody who looks at the console as another user (ADR 0027). */
export type ViewRefusal = 'private' | 'file' | 'changes'

/** Undefined = it reads. What is not known to read does not. */
export function viewRefusalOf(
  { inView, wire }: Pick<Endpoint, 'inView' | 'wire'>,
  method: string,
): ViewRefusal | undefined {
  if (inView === 'private') return 'private'
  if (wire === 'binary') return 'file'
  const reads = inView === 'reads' || (inView !== 'changes' && (method === 'GET' || method === 'HEAD'))
  return reads ? undefined : 'changes'
}

export type Endpoints = Readonly<Record<string, Endpoint>>

/** Keeps the literal types of a table of endpoints. */
export function defineEndpoints<const T extends Endpoints>(endpoints: T): T {
  return endpoints
}

/**
 * A part of a table, for a resource whose handlers live in more than one module. The parts of a table must cover it
 * exactly; a test of the composed server asserts that.
 */
export function pick<const T extends Endpoints, const K extends keyof T & string>(
  endpoints: T,
  names: readonly [K, ...K[]],
): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, endpoints[name]])) as Pick<T, K>
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler gets, after parsing. */
export interface HandlerInput<E extends Endpoint> {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
}

type Given<K extends string, S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? { readonly [P in K]?: Sent<S> }
    : { readonly [P in K]: Sent<S> }
  : { readonly [P in K]?: never }

/** What a caller passes: only the parts the endpoint declares, optional where the schema accepts `{}`. */
export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>

/** What a handler returns. */
export type HandlerResult<E extends Endpoint> = z.input<E['result']>
/** What a caller gets. */
export type CallResult<E extends Endpoint> = z.output<E['result']>

/** The method our own client uses. */
export function primaryMethod(endpoint: Endpoint): HttpMethod {
  return typeof endpoint.method === 'string' ? endpoint.method : endpoint.method[0]
}

/** Every method the server registers. */
export function methodsOf(endpoint: Endpoint): readonly HttpMethod[] {
  return typeof endpoint.method === 'string' ? [endpoint.method] : endpoint.method
}

/** The rest of a table that another module serves in part. */
export function omit<T extends Endpoints, const K extends readonly (keyof T & string)[]>(
  table: T,
  names: K,
): Omit<T, K[number]> {
  const left = Object.entries(table).filter(([name]) => !(names as readonly string[]).includes(name))
  return Object.fromEntries(left) as Omit<T, K[number]>
}
