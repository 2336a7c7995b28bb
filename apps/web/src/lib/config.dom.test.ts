import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiBase, apiUrl, configure, fileUrl, loadConfig, signSecret, socketBase } from './config.ts'

afterEach(() => configure({}))

describe('the base of calls', () => {
  it.each([
    ['nothing', {}, '/jeecg-boot/sys/x', 'ws://localhost:3000/jeecg-boot'],
    ['a path', { apiBase: '/api/' }, '/api/sys/x', 'ws://localhost:3000/api'],
    ['the root', { apiBase: '/' }, '/sys/x', 'ws://localhost:3000'],
    ['a host', { apiBase: 'https://mon.example' }, 'https://mon.example/sys/x', 'wss://mon.example'],
    [
      'a host and a path',
      { apiBase: 'http://mon.example:8080/jeecg-boot' },
      'http://mon.example:8080/jeecg-boot/sys/x',
      'ws://mon.example:8080/jeecg-boot',
    ],
    ['rubbish', { apiBase: 17 }, '/jeecg-boot/sys/x', 'ws://localhost:3000/jeecg-boot'],
    ['no object', null, '/jeecg-boot/sys/x', 'ws://localhost:3000/jeecg-boot'],
  ])('may be configured as %s', (_, given, call, socket) => {
    configure(given)
    expect([apiUrl('/sys/x'), apiUrl('sys/x')]).toEqual([call, call])
    expect(socketBase()).toBe(socket)
  })

  it('also applies to files, and leaves an absolute address alone', () => {
    configure({ apiBase: 'https://mon.example/jeecg-boot' })
    expect(fileUrl('temp/a.png')).toBe('https://mon.example/jeecg-boot/sys/common/static/temp/a.png')
    expect(fileUrl('https://other.example/a.png')).toBe('https://other.example/a.png')
  })
})

describe('the configuration file', () => {
  it('is read at run time and may be partial', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ apiBase: 'https://mon.example' }))
    await loadConfig()
    expect(apiBase()).toBe('https://mon.example')
    expect(signSecret()).not.toBe('')
  })

  it.each([
    ['is missing', async () => new Response('', { status: 404 })],
    ['is no JSON', async () => new Response('<!doctype html>')],
    [
      'cannot be fetched',
      async () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])('keeps the defaults when it %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer)
    await loadConfig()
    expect(apiBase()).toBe('/jeecg-boot')
  })
})
