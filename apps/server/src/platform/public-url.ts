import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'

/** Addresses to listen on that are not reachable addresses. */
const UNSPECIFIED = ['0.0.0.0', '::']

/**
 * The URL by which browsers reach this server, without a trailing slash: the setting, else the port it listens on.
 * Never from a request, whose Host header is client input (security §1).
 */
export function publicUrlOf(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  address: AddressInfo | string | null,
): string {
  if (publicUrl !== undefined) return publicUrl
  const openPort = typeof address === 'object' && address !== null ? address.port : port
  const name = UNSPECIFIED.includes(host) ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${openPort}`
}
