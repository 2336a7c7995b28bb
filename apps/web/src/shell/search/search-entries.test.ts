import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { buildMenuNode } from '../../testing/build-menu-node.ts'
import { matchesTitle, searchEntries } from './search-entries.ts'

const node = (path: string, given?: Partial<MenuNode>) => buildMenuNode(path, path, given)
const meta = (title: string, url: string, internalOrExternal: boolean) => ({
  ...node('').meta,
  title,
  url,
  internalOrExternal,
})

describe('the menu search', () => {
  it('[SH-33] lists visible pages only; external entries open as in the menu', () => {
    const menu = [
      node('/home'),
      node('/hidden', { hidden: true, children: [node('/hidden/a')] }),
      node('/group', { component: 'layouts/RouteView', children: [node('/group/a'), node('/group/:id')] }),
      node('/settings', { alwaysShow: true, children: [node('/settings/base')] }),
      node('/lonely', { component: 'layouts/RouteView' }),
      node('0a1b', { component: 'layouts/IframePageView', meta: meta('内嵌', 'https://example.org/a', false) }),
      node('2c3d', { component: 'layouts/IframePageView', meta: meta('外部', 'https://example.org/b', true) }),
    ]
    expect(searchEntries(menu, {}).map(({ key, groups, link }) => [key, groups, link])).toEqual([
      ['/home', [], { kind: 'page', path: '/home' }],
      ['/group/a', ['/group'], { kind: 'page', path: '/group/a' }],
      ['/settings', [], { kind: 'page', path: '/settings' }],
      ['/0a1b', [], { kind: 'page', path: '/0a1b' }],
      ['/2c3d', [], { kind: 'window', href: 'https://example.org/b' }],
    ])
  })

  it('matches titles case-insensitively', () => {
    expect(matchesTitle('MQTT 接入', 'mqtt')).toBe(true)
    expect(matchesTitle('MQTT 接入', ' 接入 ')).toBe(true)
    expect(matchesTitle('MQTT 接入', '站点')).toBe(false)
  })
})
