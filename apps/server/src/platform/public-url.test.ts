import { describe, expect, it } from 'vitest'
import { publicUrlOf } from './public-url.ts'

const address = { address: '127.0.0.1', family: 'IPv4', port: 41_234 }

describe('publicUrlOf', () => {
  it.each([
    [
      'the setting',
      { publicUrl: 'https://console.example.org', host: '0.0.0.0', port: 3000 },
      'https://console.example.org',
    ],
    ['the open port', { publicUrl: undefined, host: '127.0.0.1', port: 0 }, 'http://127.0.0.1:41234'],
    ['the loopback for every address', { publicUrl: undefined, host: '0.0.0.0', port: 0 }, 'http://127.0.0.1:41234'],
    ['brackets for IPv6', { publicUrl: undefined, host: '::1', port: 0 }, 'http://[::1]:41234'],
  ])('is %s', (_name, config, url) => {
    expect(publicUrlOf(config, address)).toBe(url)
  })

  it('is the configured port before the server listens', () => {
    expect(publicUrlOf({ publicUrl: undefined, host: '127.0.0.1', port: 3000 }, null)).toBe('http://127.0.0.1:3000')
  })
})
