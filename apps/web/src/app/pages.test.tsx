import type { MenuNode } from '@natim/contract/system/session'
import { lazy } from 'react'
import { describe, expect, it } from 'vitest'
import { buildPages } from './pages.tsx'
import { VIEWS } from './view-registry.ts'

const meta = (title: string) => ({ title, keepAlive: true, internalOrExternal: false, componentName: 'X' })
const node = (path: string, component: string, given: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  path,
  name: path,
  component,
  route: '1',
  meta: meta(path),
  ...given,
})
const View = lazy(async () => ({ default: () => null }))

describe('routes from the menu', () => {
  it('are made of pages, not of groups, external addresses or entries with route "0"', () => {
    const pages = buildPages(
      [
        node('/group', 'layouts/RouteView', { children: [node('/group/page', 'a/Page')] }),
        node('0123456789abcdef', 'layouts/IframePageView'),
        node('/shown-only', 'a/Page', { route: '0' }),
      ],
      { 'a/Page': View },
    )
    expect(pages.map((page) => page.path)).toEqual(['/group/page'])
    expect(pages[0]?.trail.map((step) => step.title)).toEqual(['/group', '/group/page'])
  })

  it('say so when this build has no such component, instead of failing', () => {
    const [page] = buildPages([node('/x', 'system/Unknown')], {})
    expect(page?.View).toBeTypeOf('function')
  })

  it('end at a depth no menu needs', () => {
    const loop = node('/loop', 'a/Page')
    loop.children = [loop]
    expect(buildPages([loop], { 'a/Page': View }).length).toBeLessThan(20)
  })
})

describe('views of this build', () => {
  it.each([
    'dashboard/Analysis',
    'mon/HomeMap',
    'mon/device/DeviceList',
    'mon/device/DeviceDetail',
    'mon/station/StationList',
    'SensorData',
  ])('have %s, which the seeded menu names', (component) => {
    expect(VIEWS).toHaveProperty([component])
  })
})
