import { DEFAULT_API_PREFIX, DEFAULT_SIGN_SECRET, OAUTH_LOGIN_PATH } from '@natim/contract/constants'

/** Settings of an installation in `/config.json`, without a build (CA-01). Every field is optional. */
export interface ClientConfig {
  /** Base of calls, sockets and files: a path of this origin, a host, or a host with a path (D-41). */
  readonly apiBase: string
  /** Shared secret of signed calls; must equal the server's (contract/00 §5). */
  readonly signSecret: string
  /** The additional public path: sign-in inside a chat app, or by OAuth2 (D-14). */
  readonly extraLoginPath: string
  /** Text-to-speech service for notices, `{text}` for the encoded text; empty = the browser's own voice (D-20). */
  readonly ttsUrl: string
  /** Values of `{{ window.name }}` in addresses of the menu; other names are not resolved (D-39). */
  readonly menuVariables: Readonly<Record<string, unknown>>
}

const DEFAULTS: ClientConfig = {
  apiBase: DEFAULT_API_PREFIX,
  signSecret: DEFAULT_SIGN_SECRET,
  extraLoginPath: OAUTH_LOGIN_PATH,
  ttsUrl: '',
  menuVariables: {},
}

let config = DEFAULTS

/** Takes only values with the type of their default; the file is written by hand and not trusted. */
export function configure(given: unknown): void {
  const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  const taken = Object.entries(DEFAULTS).map(([key, fallback]): [string, unknown] => {
    const value = fields[key]
    return [key, typeof value === typeof fallback ? value : fallback]
  })
  config = Object.fromEntries(taken) as unknown as ClientConfig
}

/**
 * Reads the configuration file; falls back to the defaults. Call before anything is rendered. Fetched without options,
 * so that the preload of index.html is used; the server has it revalidated each time.
 */
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json')
    if (response.ok) configure(await response.json())
  } catch {
    // Missing or invalid JSON: same origin, as the console is delivered.
  }
}

/** Names of D-39 with their values; always includes the base of calls, under the family's name for it. */
export function menuVariables(): Readonly<Record<string, string>> {
  const given = Object.entries(config.menuVariables ?? {}).filter(([, value]) => typeof value === 'string')
  const base = new URL(apiUrl(''), window.location.href).href.replace(/\/$/, '')
  return { "_CONFIG['domianURL']": base, ...Object.fromEntries(given) }
}

export const signSecret = (): string => config.signSecret
export const extraLoginPath = (): string => config.extraLoginPath

export const ttsUrl = (): string => config.ttsUrl.trim()

/** Base of every call, without a trailing slash; empty for the root of this origin. */
export const apiBase = (): string => config.apiBase.replace(/\/+$/, '')

/** Address of a call; paths may or may not have a leading slash (contract/00 §1). */
export const apiUrl = (path: string): string => `${apiBase()}/${path.replace(/^\/+/, '')}`

/** Address of a stored file; an absolute address is kept (avatars may have one). */
export const fileUrl = (path: string): string =>
  /^https?:\/\//.test(path) ? path : apiUrl(`sys/common/static/${path.replace(/^\/+/, '')}`)

/** Base for sockets: ws for http, wss for https. */
export function socketBase(): string {
  const url = new URL(apiUrl(''), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href.replace(/\/$/, '')
}
