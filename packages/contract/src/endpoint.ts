import type { z } from 'zod'
import type { PermissionCode } from './permissions.ts'

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: everyone, any signed-in user, or holders of a permission code. There is no default. */
export type Access = 'public' | 'signedIn' | PermissionCode

/**
 * Format of the answer. `envelope`: the five-field JSON of contract/00 §2. `bare`: the result itself as JSON (device
 * ingest, health). `binary`: a file or text the handler writes with its own content type.
 */
export type Wire = 'envelope' | 'bare' | 'binary'

/**
 * Classification of a call for users viewing the console as another user (ADR 0027). `reads`: changes nothing although
 * it is no GET. `changes`: changes something although it is one. `private`: returns data meant for that user only.
 */
export type InView = 'reads' | 'changes' | 'private'

export interface Endpoint {
  /** The first one is used by our client; the others are accepted for existing clients. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]]
  /** Relative to the API prefix, Fastify syntax: `/mon/device/:id/overview`. */
  readonly path: string
  readonly access: Access
  readonly wire?: Wire
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly result: z.ZodType
  /**
   * Field names used by existing clients, by our own name: `{ title: 'titile' }`. Both ends rename at the wire
   * (wire-names.ts); all other code uses our names.
   */
  readonly wireNames?: Readonly<Record<string, string>>
  /** The call must carry a valid `X-Sign` (contract/00 §5). */
  readonly signed?: true
  /** Maximum body size in bytes; the server's default (1 MB) when absent. */
  readonly bodyLimitBytes?: number
  /** Large and rarely changing: the answer has an ETag of its result, and is 304 when the request names it. */
  readonly tagged?: true
  /** Absent: a GET reads, everything else changes. */
  readonly inView?: InView
  /** Also open to wall tokens, which open nothing else (ADR 0051). */
  readonly kiosk?: true
}

/** Why a call is refused while viewing the console as another user (ADR 0027). */
export type ViewRefusal = 'private' | 'file' | 'changes'

/** Undefined = the call only reads. Calls not known to read are refused. */
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

/** Preserves the literal types of an endpoint table. */
export function defineEndpoints<const T extends Endpoints>(endpoints: T): T {
  return endpoints
}

/**
 * A part of a table, for a resource whose handlers live in several modules. The parts of a table must cover it exactly;
 * a test of the composed server asserts that.
 */
export function pick<const T extends Endpoints, const K extends keyof T & string>(
  endpoints: T,
  names: readonly [K, ...K[]],
): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, endpoints[name]])) as Pick<T, K>
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

/** Input of a handler, after parsing. */
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

/** Input of a caller: only the parts the endpoint declares, optional where the schema accepts `{}`. */
export type CallInput<E extends Endpoint> = Given<'params', E['params']> &
  Given<'query', E['query']> &
  Given<'body', E['body']>

/** Return type of a handler. */
export type HandlerResult<E extends Endpoint> = z.input<E['result']>
/** Result received by a caller. */
export type CallResult<E extends Endpoint> = z.output<E['result']>

/** The method our own client uses. */
export function primaryMethod(endpoint: Endpoint): HttpMethod {
  return typeof endpoint.method === 'string' ? endpoint.method : endpoint.method[0]
}

/** Every method the server registers. */
export function methodsOf(endpoint: Endpoint): readonly HttpMethod[] {
  return typeof endpoint.method === 'string' ? [endpoint.method] : endpoint.method
}

/** The remaining endpoints of a table that another module serves in part. */
export function omit<T extends Endpoints, const K extends readonly (keyof T & string)[]>(
  table: T,
  names: K,
): Omit<T, K[number]> {
  const left = Object.entries(table).filter(([name]) => !(names as readonly string[]).includes(name))
  return Object.fromEntries(left) as Omit<T, K[number]>
}
