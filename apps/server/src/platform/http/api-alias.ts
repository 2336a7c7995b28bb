import type { IncomingMessage } from 'node:http'

export interface AliasRules {
  readonly apiPrefix: string
  /** First segments of the API's paths. Filled while routes are registered, like `pages`. */
  readonly segments: ReadonlySet<string>
  /** Paths below the prefix that browsers open themselves, such as `/sys/thirdLogin/render/:source`. */
  readonly pages: readonly string[]
}

/**
 * The API lives below its prefix, and below the root as an alternative (contract/00 §1). The console's own pages
 * share paths with it there (`/mon/device/list`), so the root belongs to a browser that navigates and to the API
 * for everybody else. This only renames the path; rights hang on the route it then matches.
 */
export function createApiAlias({ apiPrefix, segments, pages }: AliasRules) {
  return (request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string => {
    const url = request.url ?? '/'
    if (apiPrefix === '' || url === apiPrefix || url.startsWith(`${apiPrefix}/`)) return withoutTrailingSlash(url)
    const first = /^\/([^/?]+)/.exec(url)?.[1]
    if (first === undefined || !segments.has(first)) return url
    if (isNavigation(request) && !pages.some((page) => fits(page, url))) return url
    return withoutTrailingSlash(apiPrefix + url)
  }
}

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
