import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'

/** Listening on every address says nothing about how the machine is reached. */
const UNSPECIFIED = ['0.0.0.0', '::']

/**
 * How browsers reach this server, without a slash at the end: the setting, else the port it listens on. Never taken
 * from a request, whose host header anybody may write (security §1).
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
