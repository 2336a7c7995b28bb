import type { MenuNode } from '@natim/contract/system/session'
import { render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { findPage, titleAt } from '../shell/page.ts'
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
const View = () => <h1>页面甲</h1>
const build = (...menu: MenuNode[]) => buildPages(menu, { 'a/Page': View })
const paths = (...menu: MenuNode[]) =>
  build(...menu)
    .filter(({ hasTab }) => hasTab)
    .map(({ path }) => path)

describe('pages from the menu', () => {
  it('[SS-16] exclude groups and entries with route "0"', () => {
    const group = node('/group', 'layouts/RouteView', { children: [node('/group/page', 'a/Page')] })
    expect(paths(group, node('/shown-only', 'a/Page', { route: '0' }))).toEqual(['/group/page'])
    expect(findPage(build(group), '/group/page')?.trail.map((step) => step.title)).toEqual(['/group', '/group/page'])
  })

  it('[SH-26] take the title of the menu item that leads to one address of a pattern', () => {
    const pages = build(
      node('/form/:code', 'a/Page', { hidden: true, meta: meta('在线表单') }),
      node('/group', 'layouts/RouteView', {
        children: [node('/form/leave', 'a/Page', { route: '0', meta: meta('请假单') })],
      }),
      node('/plain', 'a/Page', { meta: meta('普通页') }),
      node('/plain', 'a/Page', { route: '0', meta: meta('另一个名字') }),
    )
    const titleOf = (path: string) => {
      const page = findPage(pages, path)
      return page && titleAt(page, path)
    }
    expect(['/form/leave', '/form/other', '/plain'].map(titleOf)).toEqual(['请假单', '在线表单', '普通页'])
  })

  it('[SS-15] resolve components that are no layouts among the views, and report a missing one', () => {
    const [known, unknown] = build(node('/a', 'a/Page'), node('/x', 'system/Unknown'))
    expect(known?.View).toBe(View)
    const Missing = unknown?.View ?? View
    render(
      <BrowserRouter>
        <Missing />
      </BrowserRouter>,
    )
    expect(screen.getByText(/没有页面组件 system\/Unknown/)).toBeTruthy()
    expect(paths(node('/b', 'layouts/Whatever'), node('/c', 'constructor'))).toEqual(['/c'])
  })

  it('[SS-17] show the page of an always-show item itself', () => {
    const item = node('/settings', 'a/Page', { alwaysShow: true, children: [node('/settings/base', 'a/Page')] })
    const Shown = findPage(build(item), '/settings')?.View ?? (() => null)
    render(<Shown />)
    expect(screen.getByRole('heading', { name: '页面甲' })).toBeTruthy()
    expect(paths(item)).toEqual(['/settings', '/settings/base'])
  })

  it('may be at any depth', () => {
    const deep = node('/1', 'layouts/RouteView', {
      children: [
        node('/1/2', 'layouts/RouteView', {
          children: [node('/1/2/3', 'layouts/RouteView', { children: [node('/1/2/3/4', 'a/Page')] })],
        }),
      ],
    })
    expect(findPage(build(deep), '/1/2/3/4')?.trail.length).toBe(4)
  })

  it('show another site in a frame unless it is opened in a new tab', () => {
    const url = 'https://example.org/report'
    const inside = node('0123abcd', 'layouts/IframePageView', { meta: { ...meta('报表'), url } })
    const outside = node('4567abcd', 'layouts/IframePageView', {
      meta: { ...meta('报表'), url, internalOrExternal: true },
    })
    expect(paths(inside, outside)).toEqual(['/0123abcd'])
  })

  it('prefer the more specific of two paths, in any menu order', () => {
    const pages = build(node('/device/:id', 'a/Page'), node('/device/list', 'a/Page'))
    expect(findPage(pages, '/device/list')?.path).toBe('/device/list')
    expect(findPage(pages, '/device/7')?.path).toBe('/device/:id')
  })

  it('terminate when a row is its own ancestor', () => {
    const loop = node('/loop', 'a/Page')
    loop.children = [loop]
    expect(paths(loop)).toEqual(['/loop'])
  })
})

describe('exception pages', () => {
  it('exist without a menu, and open no tabs', () => {
    for (const path of ['/403', '/404', '/500']) expect(findPage(build(), path)).toMatchObject({ hasTab: false })
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
  ])('include %s, which the seeded menu names', (component) => {
    expect(VIEWS).toHaveProperty([component])
  })
})
