import { DEFAULT_API_PREFIX } from '@natim/contract/constants'
import type { NewCredential } from '@natim/contract/mon/device'
import { ingestEndpoints } from '@natim/contract/mon/ingest'

/** Where a device reaches this installation. */
export interface Broker {
  /** Host name or address, without brackets. */
  readonly host: string
  /** null: an external broker that only its operator knows. */
  readonly port: number | null
}

const UNKNOWN_PORT = '<端口>'

/** A word of a POSIX shell: plain where it is safe, else in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The broker as this browser reaches it: the host of the console, the port the server told. */
export function brokerOf(hostname: string, port: number | null): Broker {
  return { host: hostname.replace(/^\[|\]$/g, ''), port }
}

/** One line for a terminal with Debian's mosquitto-clients: publishes one reading (domain §6.1). */
export function mosquittoLine(credential: NewCredential, { host, port }: Broker): string {
  const { clientId, secret, topic, samplePayload } = credential
  const words = ['-h', host, '-p', String(port ?? UNKNOWN_PORT), '-i', clientId, '-u', clientId, '-P', secret]
  const rest = ['-q', '1', '-t', topic, '-m', samplePayload]
  return ['mosquitto_pub', ...[...words, ...rest].map(shellWord)].join(' ')
}

/** The same over HTTP (domain §6.2). `origin` of the console. */
export function curlLine({ clientId, secret, samplePayload }: NewCredential, origin: string): string {
  const url = `${origin}${DEFAULT_API_PREFIX}${ingestEndpoints.tele.path}`
  const headers = ['content-type: application/json', `authorization: Device ${clientId}:${secret}`]
  return ['curl', '-X', 'POST', url, ...headers.flatMap((header) => ['-H', header]), '-d', samplePayload]
    .map(shellWord)
    .join(' ')
}

/** Content of the QR code for a phone at the device. */
export function connectionUri({ clientId, secret }: NewCredential, { host, port }: Broker): string {
  const authority = host.includes(':') ? `[${host}]` : host
  const at = port === null ? authority : `${authority}:${port}`
  return `mqtt://${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}@${at}`
}
