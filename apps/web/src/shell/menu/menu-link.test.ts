import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { resolveAddress } from '../../lib/resolve-address.ts'
import { menuLink } from './menu-link.ts'

const node = (path: string, url?: string, internalOrExternal = false): MenuNode => ({
  id: path,
  path,
  name: path,
  component: 'layouts/IframePageView',
  route: '1',
  meta: {
    title: path,
    keepAlive: false,
    internalOrExternal,
    componentName: 'X',
    ...(url === undefined ? {} : { url }),
  },
})
const VARIABLES = { "_CONFIG['domianURL']": 'https://reports.example.org' }

describe('a menu entry', () => {
  it('[SS-18] with an address opens in a frame page, or in a new tab when the menu says so', () => {
    const url = 'https://example.org/a'
    expect(menuLink(node('0a1b', url), {})).toEqual({ kind: 'page', path: '/0a1b' })
    expect(menuLink(node('0a1b', url, true), {})).toEqual({ kind: 'window', href: url })
  })

  it('of the console opens in its tab, or in a new browser tab', () => {
    expect(menuLink(node('/a'), {})).toEqual({ kind: 'page', path: '/a' })
    expect(menuLink(node('/a', undefined, true), {})).toEqual({ kind: 'window', href: '/a' })
  })

  it('whose address cannot be resolved leads to the page that reports it', () => {
    expect(menuLink(node('0a1b', '{{ window.secret }}/x', true), {})).toEqual({ kind: 'page', path: '/0a1b' })
  })
})

describe('an address', () => {
  it('resolves allow-listed names only, and evaluates nothing', () => {
    expect(resolveAddress("{{ window._CONFIG['domianURL'] }}/view", VARIABLES)).toBe('https://reports.example.org/view')
    expect(resolveAddress('{{ window.localStorage.token }}/view', VARIABLES)).toBeUndefined()
    expect(resolveAddress('https://example.org/?t={{ window.document.cookie }}', VARIABLES)).toBeUndefined()
    expect(resolveAddress('https://example.org/?t={{ 1 + 1 }}', VARIABLES)).toBeUndefined()
    expect(resolveAddress('{{ window.constructor }}', {})).toBeUndefined()
  })

  it('is http or https', () => {
    expect(resolveAddress('{{ window.x }}', { x: 'javascript:alert(1)' })).toBeUndefined()
  })
})
