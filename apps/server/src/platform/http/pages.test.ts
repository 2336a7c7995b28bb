import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

it('knows of none without a console', () => {
  expect(foreignApiOrigin(folder)).toBeUndefined()
})

describe('a console that is built anew while the server runs', () => {
  async function served() {
    mkdirSync(`${folder}assets`)
    writeFileSync(`${folder}index.html`, 'the page')
    writeFileSync(`${folder}config.json`, '{}')
    writeFileSync(`${folder}assets/before-1a.js`, 'before')
    const app = Fastify()
    await registerPages(app, '/jeecg-boot', folder)
    const get = (url: string, headers = {}) => app.inject({ url, headers: { accept: 'text/html', ...headers } })
    return { app, get }
  }

  it('gives out the files of the new build, kept for good, and their compressed form', async () => {
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
    'gives out nothing else: %s',
    async (path) => {
      const { app, get } = await served()
      writeFileSync(`${folder}secret.txt`, 'secret')
      expect((await get(path)).body).not.toBe('secret')
      await app.close()
    },
  )

  it('says no-cache where names stay', async () => {
    const { app, get } = await served()
    expect((await get('/config.json')).headers['cache-control']).toBe('no-cache')
    expect((await get('/anything')).body).toBe('the page')
    expect((await get('/jeecg-boot/anything')).statusCode).toBe(404)
    await app.close()
  })
})
