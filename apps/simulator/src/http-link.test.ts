import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpLink } from './http-link.ts'
import type { Link } from './link.ts'
import { createStatistics, type Statistics } from './statistics.ts'

describe('a device that uses HTTP', () => {
  let server: Server
  let statuses: number[]
  let requests: {
    path: string | undefined
    authorization: string | undefined
    type: string | undefined
    body: string
  }[]
  let statistics: Statistics
  let link: Link
  beforeEach(async () => {
    statuses = []
    requests = []
    statistics = createStatistics()
    server = createServer((request: IncomingMessage, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url: path, headers } = request
        const { authorization, 'content-type': type } = headers
        requests.push({ path, authorization, type, body: Buffer.concat(chunks).toString() })
        response.writeHead(statuses.shift() ?? 200).end('{}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    link = createHttpLink(
      {
        url: `http://127.0.0.1:${port}`,
        clientId: 'AT-1',
        secret: 's',
        onOpen: () => undefined,
        onCommand: () => undefined,
        onProblem: () => undefined,
      },
      statistics,
    )
  })
  afterEach(async () => {
    await link.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('posts with its credential, one message after the other', async () => {
    link.send({ kind: 'tele', payload: '{"n":1}', points: 2 })
    link.send({ kind: 'batch', payload: '{"n":2}', points: 5 })
    link.send({ kind: 'blob/spectrum', payload: '{}\nAAAA', points: 0 })
    await expect.poll(() => link.waiting()).toBe(0)
    expect(requests).toEqual([
      { path: '/ingest/v1/tele', authorization: 'Device AT-1:s', type: 'application/json', body: '{"n":1}' },
      { path: '/ingest/v1/batch', authorization: 'Device AT-1:s', type: 'application/json', body: '{"n":2}' },
      // Device content is no JSON, and would be refused as such.
      {
        path: '/ingest/v1/blob/spectrum',
        authorization: 'Device AT-1:s',
        type: 'application/octet-stream',
        body: '{}\nAAAA',
      },
    ])
    expect(statistics.counts()).toMatchObject({ sent: 3, acked: 3, pointsAcked: 7 })
  })

  it('retries when the server is busy, and counts the message once', async () => {
    statuses.push(429)
    link.send({ kind: 'tele', payload: '{}', points: 1 })
    await expect.poll(() => link.waiting(), { timeout: 5000 }).toBe(0)
    expect(requests).toHaveLength(2)
    expect(statistics.counts()).toMatchObject({ sent: 1, acked: 1 })
  })

  it('gives up when the server refuses permanently', async () => {
    statuses.push(401)
    link.send({ kind: 'tele', payload: '{}', points: 1 })
    await expect.poll(() => link.waiting()).toBe(0)
    expect(statistics.counts()).toMatchObject({ sent: 1, acked: 0, refused: 1 })
  })

  it('keeps messages while disconnected', async () => {
    link.cut()
    link.send({ kind: 'tele', payload: '{}', points: 1 })
    expect(link.waiting()).toBe(1)
    link.reopen()
    await expect.poll(() => link.waiting()).toBe(0)
    expect(requests).toHaveLength(1)
  })
})
