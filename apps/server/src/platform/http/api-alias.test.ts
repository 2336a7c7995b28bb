import { describe, expect, it } from 'vitest'
import { createApiAlias } from './api-alias.ts'

const alias = createApiAlias({
  apiPrefix: '/jeecg-boot',
  segments: new Set(['sys', 'mon']),
  pages: ['/sys/thirdLogin/render/:source', '/sys/common/static/*'],
})
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') => alias({ url, method, headers })

describe('addresses of the API', () => {
  it('keeps the prefix and tolerates one trailing slash', () => {
    expect(ask('/jeecg-boot/sys/category/loadDictItem/?ids=1')).toBe('/jeecg-boot/sys/category/loadDictItem?ids=1')
  })

  it('also serves the API at the root', () => {
    expect(ask('/sys/login', {}, 'POST')).toBe('/jeecg-boot/sys/login')
    expect(ask('/mon/device/list?pageNo=1', { accept: 'application/json' })).toBe(
      '/jeecg-boot/mon/device/list?pageNo=1',
    )
  })

  it('leaves console pages to a browser that navigates', () => {
    expect(ask('/mon/device/list', { accept: 'text/html,*/*' })).toBe('/mon/device/list')
    expect(ask('/mon/device/list', { 'sec-fetch-dest': 'document' })).toBe('/mon/device/list')
  })

  it('also serves pages of the API at the root to browsers', () => {
    const page = '/sys/thirdLogin/render/oidc'
    expect(ask(`${page}?x=/y`, { 'sec-fetch-dest': 'document' })).toBe(`/jeecg-boot${page}?x=/y`)
    expect(ask(page, { accept: 'text/html' })).toBe(`/jeecg-boot${page}`)
    expect(ask(`${page}/more`, { accept: 'text/html' })).toBe(`${page}/more`)
  })

  it('serves a stored file to a link that navigates, at any path depth', () => {
    const file = '/sys/common/static/import/a.xlsx'
    expect(ask(`${file}?ticket=x`, { accept: 'text/html' })).toBe(`/jeecg-boot${file}?ticket=x`)
    expect(ask('/sys/common/static', { accept: 'text/html' })).toBe('/sys/common/static')
  })

  it('treats a call with a token as an API call, whatever it accepts', () => {
    expect(ask('/mon/device/list', { accept: 'text/html', 'x-access-token': 't' })).toBe('/jeecg-boot/mon/device/list')
  })

  it('routes program-only paths to the API, also for a browser and without a route', () => {
    for (const path of ['/health/live', '/metrics', '/ingest/v1/tele']) {
      expect(ask(path, { accept: 'text/html' })).toBe(`/jeecg-boot${path}`)
    }
  })

  it('leaves everything else alone', () => {
    expect(ask('/assets/app.js')).toBe('/assets/app.js')
    expect(ask('/')).toBe('/')
    expect(ask('/system')).toBe('/system')
    expect(ask('/healthy')).toBe('/healthy')
  })
})
