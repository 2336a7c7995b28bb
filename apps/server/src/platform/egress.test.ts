import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createConfiguredEgress, createEgress, EgressError, isPublicAddress } from './egress.ts'

let server: Server
let url: string
let paths: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`)
    if (request.url === '/big') response.end(Buffer.alloc(6 * 1024 * 1024))
    else if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end()
    else if (request.url === '/cut') response.destroy()
    else if (request.url === '/slow') setTimeout(() => response.end(), 5_000).unref()
    else request.pipe(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const open = createEgress({ hosts: ['127.0.0.1', 'localhost'], privateHosts: ['127.0.0.1', 'localhost'] })

describe('egress', () => {
  it('sends a body and returns status and text', async () => {
    expect(await open(`${url}/echo`, { method: 'POST', body: '值班' })).toMatchObject({ status: 200, text: '值班' })
  })

  it('transfers files both ways, within the size and time limits of the caller', async () => {
    const body = Buffer.from([0xff, 0xd8, 0x00, 0xfe])
    expect((await open(`${url}/echo`, { method: 'POST', body })).bytes).toEqual(body)
    expect((await open(`${url}/big`, { maxBytes: 7 * 1024 * 1024 })).bytes).toHaveLength(6 * 1024 * 1024)
    await expect(open(`${url}/echo`, { method: 'POST', body, maxBytes: 3 })).rejects.toThrow('more than')
    await expect(open(`${url}/slow`, { timeoutMs: 20 })).rejects.toBeInstanceOf(EgressError)
  })

  it('resolves a name once and connects to the address it checked', async () => {
    expect((await open(url.replace('127.0.0.1', 'localhost'))).status).toBe(200)
  })

  it('does not follow a redirect', async () => {
    paths = []
    expect((await open(`${url}/moved`)).status).toBe(302)
    expect(paths).toEqual(['GET /moved'])
  })

  it.each([
    ['an answer of more than 5 MB', '/big'],
    ['a connection cut off', '/cut'],
  ])('fails on %s', async (_name, path) => {
    await expect(open(`${url}${path}`)).rejects.toBeInstanceOf(EgressError)
  })

  it('fails on a port where nothing listens', async () => {
    await expect(open('http://127.0.0.1:1/')).rejects.toBeInstanceOf(EgressError)
  })

  it.each([
    ['a host that is not on the list', 'http://example.org/', ['127.0.0.1']],
    ['a loopback address that is not allowed', 'http://127.0.0.1:1/', []],
    ['a name of the loopback', 'http://localhost:1/', []],
    ['another scheme', 'file:///etc/passwd', ['127.0.0.1']],
  ])('refuses %s', async (_name, target, privateHosts) => {
    const egress = createEgress({ hosts: ['127.0.0.1', 'localhost', ''], privateHosts })
    await expect(egress(target)).rejects.toThrow(/not on the list|private address|not called/)
  })

  it('allows the hosts named by the configuration', async () => {
    const egress = createConfiguredEgress({
      smsUrl: `${url}/sms`,
      casUrl: undefined,
      thirdLogins: [],
      egressPrivateHosts: ['127.0.0.1'],
    })
    expect((await egress(`${url}/sms`)).status).toBe(200)
    await expect(egress('http://localhost/')).rejects.toThrow(/not on the list/)
  })
})

describe('isPublicAddress', () => {
  it.each([
    ['8.8.8.8', true],
    ['2400:3200::1', true],
    ['172.15.0.1', true],
    ...[
      '127.0.0.1',
      '127.255.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '198.18.0.1',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:a00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      'not-an-address',
    ].map((address): [string, boolean] => [address, false]),
  ])('%s: %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
