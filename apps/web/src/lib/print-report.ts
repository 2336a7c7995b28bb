import { currentToken } from './api/transport.ts'
import { menuVariables } from './config.ts'
import { resolveAddress } from './resolve-address.ts'

/** A path of this console, as opposed to `//host`. */
const isOwnPath = (url: string) => /^\/(?![/\\])/.test(url)

/**
 * Opens a report in a window of its own, with the row's id and the session's token as the report server asks for them
 * (WG-28). `{{ window.name }}` stands for names of the configuration only (D-39).
 *
 * @returns the address; undefined, and nothing is opened, for one that is no address of http(s) and no path
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
