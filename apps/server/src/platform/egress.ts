import { lookup } from 'node:dns/promises'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Config } from './config.ts'

const TIMEOUT_MS = 5_000
const MAX_ANSWER_BYTES = 5 * 1024 * 1024
const MEGABYTE = 1024 * 1024

export interface EgressRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Of the whole call; default 5 s. Files take longer. */
  readonly timeoutMs?: number
  /** Of the response; default 5 MB. */
  readonly maxBytes?: number
}

export interface EgressAnswer {
  readonly status: number
  readonly text: string
  /** The response as bytes, for binary content. */
  readonly bytes: Buffer
  readonly contentType: string
}

/** Calls an allowed host. @throws EgressError for any failure of the call */
export type Egress = (url: string, request?: EgressRequest) => Promise<EgressAnswer>

/** The call was not allowed or got no response. The message holds no secret and is for the log only. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
}

export interface EgressRules {
  /** Host names the server may call, without port; all others are refused. */
  readonly hosts: readonly string[]
  /** The subset that may resolve to loopback or private addresses. */
  readonly privateHosts: readonly string[]
}

/**
 * Loopback, private, link-local, shared, multicast, reserved, and the forms that hide an IPv4 address in IPv6;
 * BlockList itself checks `::ffff:0:0/96` by its IPv4 half.
 */
const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv6')
}

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

export const isPublicAddress = (address: string) =>
  isIP(address) !== 0 && !NOT_PUBLIC.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The only outbound path (security §5): http and https, allowed hosts, the name resolved once and its address checked
 * and pinned, no redirects, 5 s and 5 MB unless the caller allows more.
 */
export function createEgress({ hosts, privateHosts }: EgressRules): Egress {
  async function addressOf(url: URL): Promise<{ address: string; family: number }> {
    const host = hostOf(url)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new EgressError(`${url.protocol} is not called`)
    if (!hosts.includes(host)) throw new EgressError(`${host} is not on the list of hosts`)
    const found = isIP(host) === 0 ? await lookup(host) : { address: host, family: isIP(host) }
    if (!privateHosts.includes(host) && !isPublicAddress(found.address)) {
      throw new EgressError(`${host} has a private address; EGRESS_PRIVATE_HOSTS may allow it`)
    }
    return found
  }
  return async (url, request = {}) => {
    const target = new URL(url)
    const deadline = AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS)
    try {
      const { address, family } = await addressOf(target)
      return await send(target, request, deadline, (_host, options, done) => {
        if (options.all === true) done(null, [{ address, family }])
        else done(null, address, family)
      })
    } catch (error) {
      if (error instanceof EgressError) throw error
      throw new EgressError(`No answer from ${target.hostname}`, { cause: error })
    }
  }
}

/** The text is decoded on demand only: pictures have none. */
export const answerOf = (status: number, bytes: Buffer, contentType: string): EgressAnswer => ({
  status,
  bytes,
  contentType,
  get text() {
    return bytes.toString('utf8')
  },
})

function send(url: URL, request: EgressRequest, signal: AbortSignal, pinned: LookupFunction): Promise<EgressAnswer> {
  const { method = 'GET', headers = {}, body, maxBytes = MAX_ANSWER_BYTES } = request
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  // No agent: a kept-alive connection would outlive the check of its address.
  const options = { method, headers: { ...headers, ...length }, signal, lookup: pinned, agent: false }
  return new Promise((resolve, reject) => {
    const call: ClientRequest = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options)
    call.once('error', reject)
    call.once('response', (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        chunks.push(chunk)
        if (bytes > maxBytes) {
          // A response slightly over the limit may be complete already: it is refused all the same.
          reject(new EgressError(`${url.hostname} answers more than ${Math.round(maxBytes / MEGABYTE)} MB`))
          call.destroy()
        }
      })
      response.once('error', reject)
      response.once('end', () =>
        resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks), response.headers['content-type'] ?? '')),
      )
    })
    call.end(body)
  })
}

/** Egress to the addresses named by the configuration, and to nothing else. */
export function createConfiguredEgress(
  config: Pick<Config, 'smsUrl' | 'casUrl' | 'thirdLogins' | 'egressPrivateHosts'>,
): Egress {
  const providers = config.thirdLogins.flatMap(({ tokenUrl, userInfoUrl }) => [tokenUrl, userInfoUrl])
  const urls = [config.smsUrl, config.casUrl, ...providers].filter((url) => url !== undefined)
  return createEgress({ hosts: urls.map((url) => hostOf(new URL(url))), privateHosts: config.egressPrivateHosts })
}
