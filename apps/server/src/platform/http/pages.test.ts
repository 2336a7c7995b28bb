import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiAlias } from './api-alias.ts'
import { foreignApiOrigin, registerPages } from './pages.ts'

let folder: string
beforeEach(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'natim-pages-'))}/`
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['{"apiBase":"https://api.example.org/jeecg-boot"}', 'https://api.example.org'],
  ['{"apiBase":"http://10.0.0.8:8080"}', 'http://10.0.0.8:8080'],
  ['{"apiBase":"/jeecg-boot"}', undefined],
  ['{"apiBase":"javascript:alert(1)"}', undefined],
  ['{"apiBase":7}', undefined],
  ['{}', undefined],
  ['{broken', undefined],
])('lets the pages call the API that %s names', (text, origin) => {
  writeFileSync(`${folder}config.json`, text)
  expect(foreignApiOrigin(folder)).toBe(origin)
})

it('allows none without a console', () => {
  expect(foreignApiOrigin(folder)).toBeUndefined()
})

describe('a console rebuilt while the server runs', () => {
  async function served() {
    mkdirSync(`${folder}assets`)
    writeFileSync(`${folder}index.html`, 'the page')
    writeFileSync(`${folder}config.json`, '{}')
    writeFileSync(`${folder}assets/before-1a.js`, 'before')
    const app = Fastify()
    await registerPages(app, { apiPrefix: '/jeecg-boot', segments: new Set(['sys']) }, { folder })
    const get = (url: string, headers = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } })
    return { app, get }
  }

  it('serves the files of the new build as immutable, and their compressed form', async () => {
    const { app, get } = await served()
    writeFileSync(`${folder}assets/after-2b.js`, 'after')
    writeFileSync(`${folder}assets/after-2b.js.br`, 'small')
    const plain = await get('/assets/after-2b.js')
    expect(plain.body).toBe('after')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await get('/assets/after-2b.js', { 'accept-encoding': 'br' })).body).toBe('small')
    await app.close()
  })

  it.each(['/assets/gone-3c.js', '/assets/', '/assets/..%2fsecret.txt', '/assets/%2e%2e/secret.txt', '/secret.txt'])(
    'does not serve other files: %s',
    async (path) => {
      const { app, get } = await served()
      writeFileSync(`${folder}secret.txt`, 'secret')
      expect((await get(path)).body).not.toBe('secret')
      await app.close()
    },
  )

  it('sends no-cache for files whose names stay the same', async () => {
    const { app, get } = await served()
    expect((await get('/config.json')).headers['cache-control']).toBe('no-cache')
    expect((await get('/anything')).body).toBe('the page')
    expect((await get('/jeecg-boot/anything')).statusCode).toBe(404)
    await app.close()
  })
})

describe('routing of pages and calls', () => {
  const SEGMENTS = new Set(['sys', 'mon'])

  async function ask(method: 'GET' | 'HEAD' | 'POST', url: string, accept?: string, apiPrefix = '/jeecg-boot') {
    writeFileSync(`${folder}index.html`, 'the page')
    const paths = { apiPrefix, segments: SEGMENTS }
    const app = Fastify({ rewriteUrl: createApiAlias({ ...paths, pages: [] }) })
    await registerPages(app, paths, { folder })
    const answer = await app.inject({ method, url, headers: accept === undefined ? {} : { accept } })
    await app.close()
    return answer
  }

  it.each(['/', '/?from=mail', '/no/such/page', '/mon-map', '/system', '/assets'])(
    'serves the page for %s, whatever the client accepts',
    async (path) => {
      for (const accept of [undefined, '*/*', 'text/html', 'application/json, text/plain, */*']) {
        const { statusCode, headers, body } = await ask('GET', path, accept)
        expect({ statusCode, body }).toEqual({ statusCode: 200, body: 'the page' })
        expect(headers['content-type']).toContain('text/html')
      }
    },
  )

  it('answers HEAD like GET, without a body', async () => {
    const { statusCode, headers, body } = await ask('HEAD', '/', '*/*')
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' })
    expect(headers).toMatchObject({ 'content-length': '8', 'content-type': 'text/html; charset=utf-8' })
  })

  it.each([
    '/jeecg-boot',
    '/jeecg-boot/',
    '/jeecg-boot?x=1',
    '/jeecg-boot/sys/no/such/call',
    '/JEECG-BOOT/sys/login',
    '/health',
    '/health/no-such',
    '/metrics',
    '/ingest/v1/tele',
    '/websocket/u1',
    '/vxeSocket/u1/p1',
  ])('answers %s in JSON, also to a browser', async (path) => {
    for (const accept of ['*/*', 'text/html']) {
      const { statusCode, headers } = await ask('GET', path, accept)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('application/json')
    }
  })

  it('answers a call at the root in JSON, and a browser at the same URL with the page', async () => {
    expect((await ask('GET', '/sys/no/such/call', '*/*')).json()).toMatchObject({ success: false, code: 404 })
    expect((await ask('GET', '/mon/device/list', 'text/html')).body).toBe('the page')
  })

  it('tells calls from pages when the API has no prefix', async () => {
    for (const path of ['/sys/no/such/call', '/health/x'])
      expect((await ask('GET', path, '*/*', '')).statusCode).toBe(404)
    for (const path of ['/', '/no/such/page']) expect((await ask('GET', path, '*/*', '')).body).toBe('the page')
    expect((await ask('GET', '/mon/device/list', 'text/html', '')).body).toBe('the page')
  })

  it.each(['/assets/gone-3c.js', '/assets/deep/gone.css', '/robots.txt', '/gone.json'])(
    'treats %s as a missing file',
    async (path) => {
      for (const accept of ['*/*', 'text/html']) expect((await ask('GET', path, accept)).statusCode).toBe(404)
    },
  )

  it('does not answer a POST with a page', async () => {
    expect((await ask('POST', '/', '*/*')).statusCode).toBe(404)
  })
})
