import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { Endpoint } from '@natim/contract/endpoint'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { implement } from './platform/http/implement.ts'
import { buildTestApp, type TestApp } from './testing/build-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

describe('registration', () => {
  it('refuses an endpoint that declares no access', () => {
    const endpoint = { method: 'GET', path: '/x', access: undefined, result: z.null() } as unknown as Endpoint
    expect(() => implement(Fastify(), { x: endpoint }, { x: () => null })).toThrow(/declares no known access/)
  })

  it('refuses an access that is not a permission code', () => {
    const endpoint = { method: 'GET', path: '/x', access: 'mon:everything:do', result: z.null() } as unknown as Endpoint
    expect(() => implement(Fastify(), { x: endpoint }, { x: () => null })).toThrow(/declares no known access/)
  })
})

describe('responses', () => {
  it('are envelopes with a request id for unknown paths', async () => {
    const { status, body, headers } = await server.call('GET', '/no/such/path')
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, code: 404, result: null })
    expect(body.requestId).toBe(headers['x-request-id'])
  })

  it('are never cached and name no server software', async () => {
    const { headers } = await server.call('GET', '/sys/site/settings')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('do not echo foreign origins', async () => {
    const { headers } = await server.call('GET', '/sys/site/settings', { headers: { origin: 'https://evil.example' } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('hide the cause of a defect behind a plain 500', async () => {
    const broken = await buildTestApp()
    await broken.db.schema.dropTable('sysDictItem').execute()
    await broken.addUser('duty')
    const { status, body } = await broken.call('POST', '/sys/login', {
      body: { username: 'duty', password: 'duty-room-2026!' },
    })
    expect({ status, message: body.message }).toEqual({ status: 500, message: '很抱歉，服务器错误!' })
    expect(JSON.stringify(body)).not.toMatch(/sys_dict|relation|select/i)
    await broken.close()
  })
})

describe('raw requests', () => {
  it.each([
    '/jeecg-boot/../etc/passwd',
    '/jeecg-boot//sys/login',
    '/jeecg-boot/sys/%2e%2e/x',
    '/jeecg-boot/sys;x/login',
    '/jeecg-boot/%252e/x',
  ])('for %s are refused with 400', async (path) => {
    if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
    expect(await rawStatus((server.app.server.address() as AddressInfo).port, path)).toBe(400)
  })

  it('refuses JSON nested deeper than 64', async () => {
    const deep = JSON.parse(`${'{"a":'.repeat(70)}1${'}'.repeat(70)}`)
    const { status } = await server.call('POST', '/sys/login', { body: { username: deep } })
    expect(status).toBe(400)
  })
})

/** A raw client: ordinary ones normalise the path. */
function rawStatus(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.end(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}
