import { currentToken } from './api/transport.ts'
import { menuVariables } from './config.ts'
import { resolveAddress } from './resolve-address.ts'

/** A path of this console, as opposed to `//host`. */
const isOwnPath = (url: string) => /^\/(?![/\\])/.test(url)

/**
 * Opens a report in a new window, with the row's id and the session's token as the report server expects them (WG-28).
 * `{{ window.name }}` resolves only configured names (D-39).
 *
 * @returns the address; undefined, and nothing is opened, when it is neither an http(s) address nor a path
 */
export function printReport(url: string, id: string): string | undefined {
  const address = isOwnPath(url) ? url : resolveAddress(url, menuVariables())
  if (address === undefined) return undefined
  const [place = '', ...fragment] = address.split('#')
  const query = new URLSearchParams({ id, token: currentToken() ?? '' })
  const whole = [`${place}${place.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
  window.open(whole, '_blank', 'noopener')
  return whole
}
