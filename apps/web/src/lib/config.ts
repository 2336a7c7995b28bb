import { DEFAULT_API_PREFIX, DEFAULT_SIGN_SECRET, OAUTH_LOGIN_PATH } from '@natim/contract/constants'

/** What an installation may set in `/config.json`, without a build (CA-01). Every field may be left out. */
export interface ClientConfig {
  /** Where calls, sockets and files live: a path of this origin, a host, or a host with a path (D-41). */
  readonly apiBase: string
  /** Shared text of signed calls; must equal the server's (contract/00 §5). */
  readonly signSecret: string
  /** The one further public path: sign-in inside a chat app, or by OAuth2 (D-14). */
  readonly extraLoginPath: string
  /** Service that reads notices aloud, `{text}` for the encoded text; empty = the browser's own voice (D-20). */
  readonly ttsUrl: string
  /** What `{{ window.name }}` in addresses of the menu stands for; no other name is known (D-39). */
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

/** Takes what has the type of its default; the rest of a hand-written file is not believed. */
export function configure(given: unknown): void {
  const fields = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  const taken = Object.entries(DEFAULTS).map(([key, fallback]) => {
    const value = fields[key]
    return [key, typeof value === typeof fallback ? value : fallback]
  })
  config = Object.fromEntries(taken) as unknown as ClientConfig
}

/**
 * Reads the configuration file; without a readable one the defaults hold. Call before anything is drawn. Asked for
 * plainly, so that the preload of index.html is the answer: the server has it checked for changes each time.
 */
export async function loadConfig(): Promise<void> {
  try {
    const response = await fetch('/config.json')
    if (response.ok) configure(await response.json())
  } catch {
    // Not there or no JSON: same origin, as the console is delivered.
  }
}

/** Names of D-39 with their values; the base of calls is always among them, under the name the family gives it. */
export function menuVariables(): Readonly<Record<string, string>> {
  const given = Object.entries(config.menuVariables ?? {}).filter(([, value]) => typeof value === 'string')
  const base = new URL(apiUrl(''), window.location.href).href.replace(/\/$/, '')
  return { "_CONFIG['domianURL']": base, ...(Object.fromEntries(given) as Record<string, string>) }
}

export const signSecret = (): string => config.signSecret
export const extraLoginPath = (): string => config.extraLoginPath

export const ttsUrl = (): string => config.ttsUrl.trim()

/** Base of every call, without a slash at its end; empty for the root of this origin. */
export const apiBase = (): string => config.apiBase.replace(/\/+$/, '')

/** A call's address: paths come with and without a leading slash (contract/00 §1). */
export const apiUrl = (path: string): string => `${apiBase()}/${path.replace(/^\/+/, '')}`

/** Address of a stored file; what is a full address already stays (avatars may be). */
export const fileUrl = (path: string): string =>
  /^https?:\/\//.test(path) ? path : apiUrl(`sys/common/static/${path.replace(/^\/+/, '')}`)

/** The same base for sockets: ws beside http, wss beside https. */
export function socketBase(): string {
  const url = new URL(apiUrl(''), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href.replace(/\/$/, '')
}
