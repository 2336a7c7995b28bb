import type { IncomingMessage } from 'node:http'

export interface ApiPaths {
  readonly apiPrefix: string
  /** First segments of the API's paths. Filled while routes are registered, like `pages`. */
  readonly segments: ReadonlySet<string>
}

export interface AliasRules extends ApiPaths {
  /** Paths below the prefix that browsers open themselves, such as `/sys/thirdLogin/render/:source`. */
  readonly pages: readonly string[]
}

/** Root segments for programs only, also in a process that does not serve them itself. */
const NEVER_PAGES = new Set(['health', 'metrics', 'ingest', 'open', 'websocket', 'vxeSocket'])

/**
 * The API lives below its prefix, and at the root as an alternative (contract/00 §1). The console's own pages share
 * paths with it there (`/mon/device/list`), so the root serves pages to a browser that navigates and the API to
 * everybody else. This only rewrites the path; access control depends on the route it then matches.
 */
export function createApiAlias({ apiPrefix, segments, pages }: AliasRules) {
  return (request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string => {
    const url = request.url ?? '/'
    if (apiPrefix === '' || url === apiPrefix || url.startsWith(`${apiPrefix}/`)) return withoutTrailingSlash(url)
    const first = firstSegment(url)
    if (NEVER_PAGES.has(first)) return withoutTrailingSlash(apiPrefix + url)
    if (!segments.has(first)) return url
    if (isNavigation(request) && !pages.some((page) => fits(page, url))) return url
    return withoutTrailingSlash(apiPrefix + url)
  }
}

/** Whether an unknown path was meant for the API and gets a JSON error. Takes the rewritten path. */
export function isCall(
  request: Pick<IncomingMessage, 'method' | 'headers'> & { readonly url: string },
  { apiPrefix, segments }: ApiPaths,
): boolean {
  if (apiPrefix !== '') {
    // A prefix in capitals is a client's mistake, not a page.
    const path = (request.url.split('?', 1)[0] ?? '').toLowerCase()
    return `${path}/`.startsWith(`${apiPrefix.toLowerCase()}/`)
  }
  const first = firstSegment(request.url)
  return NEVER_PAGES.has(first) || (segments.has(first) && !isNavigation(request))
}

const firstSegment = (url: string) => /^\/([^/?]+)/.exec(url)?.[1] ?? ''

function fits(page: string, url: string): boolean {
  const given = (url.split('?')[0] ?? '').split('/')
  const pattern = page.split('/')
  const isOpenEnded = pattern.at(-1) === '*'
  if (isOpenEnded) pattern.pop()
  const isLong = isOpenEnded ? given.length > pattern.length : given.length === pattern.length
  return isLong && pattern.every((part, n) => part.startsWith(':') || part === given[n])
}

/** Existing clients really send `/sys/category/loadDictItem/?ids=…`. */
function withoutTrailingSlash(url: string): string {
  return url.replace(/^([^?]*[^?/])\/(\?|$)/, '$1$2')
}

function isNavigation({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['x-access-token'] !== undefined) return false
  return headers['sec-fetch-dest'] === 'document' || (headers.accept ?? '').includes('text/html')
}
