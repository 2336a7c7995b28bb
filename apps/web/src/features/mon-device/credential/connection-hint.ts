import { DEFAULT_API_PREFIX } from '@natim/contract/constants'
import type { NewCredential } from '@natim/contract/mon/device'
import { ingestEndpoints } from '@natim/contract/mon/ingest'

/** Where a device reaches this installation. */
export interface Broker {
  /** Host name or address, without brackets. */
  readonly host: string
  /** null: an external broker known only to its operator. */
  readonly port: number | null
}

const UNKNOWN_PORT = '<端口>'

/** Quotes a word for a POSIX shell: plain where safe, otherwise in single quotes. */
export function shellWord(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The broker as this browser reaches it: the console's host and the port reported by the server. */
export function brokerOf(hostname: string, port: number | null): Broker {
  return { host: hostname.replace(/^\[|\]$/g, ''), port }
}

/** A shell command using Debian's mosquitto-clients that publishes one reading (domain §6.1). */
export function mosquittoLine(credential: NewCredential, { host, port }: Broker): string {
  const { clientId, secret, topic, samplePayload } = credential
  const words = ['-h', host, '-p', String(port ?? UNKNOWN_PORT), '-i', clientId, '-u', clientId, '-P', secret]
  const rest = ['-q', '1', '-t', topic, '-m', samplePayload]
  return ['mosquitto_pub', ...[...words, ...rest].map(shellWord)].join(' ')
}

/** The same over HTTP (domain §6.2). `origin` is that of the console. */
export function curlLine({ clientId, secret, samplePayload }: NewCredential, origin: string): string {
  const url = `${origin}${DEFAULT_API_PREFIX}${ingestEndpoints.tele.path}`
  const headers = ['content-type: application/json', `authorization: Device ${clientId}:${secret}`]
  return ['curl', '-X', 'POST', url, ...headers.flatMap((header) => ['-H', header]), '-d', samplePayload]
    .map(shellWord)
    .join(' ')
}

/** Content of the QR code scanned at the device. */
export function connectionUri({ clientId, secret }: NewCredential, { host, port }: Broker): string {
  const authority = host.includes(':') ? `[${host}]` : host
  const at = port === null ? authority : `${authority}:${port}`
  return `mqtt://${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}@${at}`
}
