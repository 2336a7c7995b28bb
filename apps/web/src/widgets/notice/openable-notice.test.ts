import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { pagePathOf, publishedAt } from './openable-notice.ts'

const node = (path: string, component: string, children?: MenuNode[]): MenuNode => ({
  id: path,
  path,
  name: path,
  component,
  route: '1',
  meta: { title: path, keepAlive: true, internalOrExternal: false, componentName: component },
  ...(children ? { children } : {}),
})

const MENU = [
  node('/mon', 'layouts/RouteView', [
    node('/mon/device', 'mon/device/DeviceList'),
    node('/mon/device/:id', 'mon/device/DeviceDetail'),
  ]),
]

describe('the page an announcement opens', () => {
  it.each([
    ['mon/device/DeviceDetail', 'd1', '/mon/device/d1'],
    ['mon/device/DeviceDetail', 'a/b?c', '/mon/device/a%2Fb%3Fc'],
    ['mon/device/DeviceList', 'd1', '/mon/device?id=d1'],
    ['mon/device/DeviceList', null, '/mon/device'],
    ['mon/device/DeviceDetail', null, undefined],
    ['not/There', 'd1', undefined],
  ])('is %s of record %s at %s', (component, id, path) => {
    expect(pagePathOf(MENU, component, id)).toBe(path)
  })

  it('is never an entry that registers no route', () => {
    expect(pagePathOf([{ ...node('/x', 'x/Page'), route: '0' }], 'x/Page', null)).toBeUndefined()
  })
})

it('is dated by its publication, else by its creation', () => {
  expect(publishedAt({ sendTime: '2026-11-21 08:00:00', createTime: '2026-11-20 08:00:00' })).toBe(
    '2026-11-21 08:00:00',
  )
  expect(publishedAt({ sendTime: null, createTime: '2026-11-20 08:00:00' })).toBe('2026-11-20 08:00:00')
})
