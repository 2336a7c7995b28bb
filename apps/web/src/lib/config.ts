import { DEFAULT_API_PREFIX } from '@natim/contract/constants'

/** Where calls go: same origin below the family's context path unless the page says otherwise (D-41). */
export function apiBase(): string {
  const given = document.querySelector<HTMLMetaElement>('meta[name="natim-api-base"]')?.content
  return (given || DEFAULT_API_PREFIX).replace(/\/$/, '')
}

/** The same address for sockets. */
export function socketBase(): string {
  const url = new URL(apiBase(), window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href.replace(/\/$/, '')
}
