import type { MenuNode } from '@natim/contract/system/session'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { buildMenuNode as node } from '../../testing/build-menu-node.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { findPage, type Page } from '../page.ts'
import { SideMenu } from './side-menu.tsx'

const away = (path: string, title: string, url?: string): MenuNode =>
  node(path, title, {
    meta: { ...node(path, title).meta, internalOrExternal: true, ...(url === undefined ? {} : { url }) },
  })

const MENU = [
  node('/home', '首页', { meta: { ...node('/home', '首页').meta, icon: 'home' } }),
  node('/a', '甲组', {
    children: [
      node('/a/list', '甲列表'),
      node('/a/detail/:id', '甲详情', { hidden: true }),
      node('/a/x', '内一组', { children: [node('/a/x/1', '内一页')] }),
      node('/a/y', '内二组', { children: [node('/a/y/1', '内二页')] }),
    ],
  }),
  node('/b', '乙组', { children: [node('/b/1', '乙页')] }),
  away('/wall', '大屏'),
  away('0a1b', '报表', 'https://example.org/report'),
]

const step = (path: string) => ({ path, title: path, isPage: true })
const page = (path: string, ...above: string[]): Page => ({
  path,
  title: path,
  keepAlive: true,
  View: () => null,
  trail: [...above, path].map(step),
  isFullBleed: false,
  hasTab: true,
})
const PAGES = [
  page('/home'),
  page('/a/list', '/a'),
  page('/a/detail/:id', '/a'),
  page('/a/x/1', '/a', '/a/x'),
  page('/a/y/1', '/a', '/a/y'),
  page('/b/1', '/b'),
]

function Harness() {
  const [isCollapsed, setIsCollapsed] = useState(false)
  const { pathname } = useLocation()
  return (
    <>
      <button type="button" onClick={() => setIsCollapsed(!isCollapsed)}>
        折叠
      </button>
      <SideMenu menu={MENU} page={findPage(PAGES, pathname)} isCollapsed={isCollapsed} />
    </>
  )
}

const open = (at: string) => renderPage(<Harness />, { at }).user
const group = (name: string) => screen.getByRole('button', { name })
const isOpen = (name: string) => group(name).getAttribute('aria-expanded') === 'true'
const openGroups = () => ['甲组', '内一组', '内二组', '乙组'].filter((name) => screen.queryByText(name) && isOpen(name))
const highlighted = () =>
  Array.from(document.querySelectorAll('[data-selected=true]'))
    .map((element) => element.textContent)
    .sort()

describe('the side menu', () => {
  it('opens the groups above the page and highlights it and them', () => {
    open('/a/x/1')
    expect(openGroups()).toEqual(['甲组', '内一组'])
    expect(highlighted()).toEqual(['内一组', '内一页', '甲组'].sort())
  })

  it('[SH-09] keeps one group of the top level open, and any number below it', async () => {
    const user = open('/a/x/1')
    await user.click(group('内二组'))
    expect(openGroups()).toEqual(['甲组', '内一组', '内二组'])
    await user.click(group('乙组'))
    expect(isOpen('甲组')).toBe(false)
    expect(isOpen('乙组')).toBe(true)
  })

  it('[SH-10] closes all groups when it is collapsed, and restores exactly those that were open', async () => {
    const user = open('/a/x/1')
    await user.click(group('内二组'))
    await user.click(screen.getByRole('button', { name: '折叠' }))
    expect(isOpen('甲组')).toBe(false)
    await user.click(screen.getByRole('button', { name: '折叠' }))
    expect(openGroups()).toEqual(['甲组', '内一组', '内二组'])
  })

  it('[SH-11] opens an entry with a target in a new tab without access to this one', () => {
    open('/home')
    const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })
    for (const name of ['大屏', '报表']) {
      expect(link(name).target).toBe('_blank')
      expect(link(name).rel).toContain('noopener')
    }
    expect(link('报表').href).toBe('https://example.org/report')
    expect(link('首页').target).toBe('')
  })

  it('[SH-12] has no hidden entries', () => {
    open('/a/list')
    expect(screen.getByText('甲列表')).toBeTruthy()
    expect(screen.queryByText('甲详情')).toBeNull()
  })

  it('[SH-13] highlights the visible parent of a hidden page', () => {
    open('/a/detail/7')
    expect(highlighted()).toEqual(['甲列表', '甲组'])
  })

  it('[SH-14] has an icon where one is named, and otherwise neither icon nor gap', () => {
    open('/home')
    const entry = (name: string) => screen.getByRole('link', { name })
    expect(entry('首页').querySelectorAll('.anticon-home').length).toBe(1)
    // Only the title.
    expect(entry('大屏').childElementCount).toBe(1)
  })

  it('[SH-65] is navigable by the arrow keys, which also open and close groups', async () => {
    const user = open('/home')
    screen.getByRole('link', { name: '首页' }).focus()
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(isOpen('甲组')).toBe(true)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('甲列表')
    await user.keyboard('{Home}{ArrowDown}{ArrowLeft}')
    expect(isOpen('甲组')).toBe(false)
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('报表')
  })

  it('shows a collapsed group beside the sider, nested groups under their titles, and restores the focus', async () => {
    const user = open('/home')
    await user.click(screen.getByRole('button', { name: '折叠' }))
    group('甲组').focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement?.textContent).toBe('甲列表')
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('内一页')
    expect(screen.getByText('内一组')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByText('内一组')).toBeNull()
    expect(document.activeElement).toBe(group('甲组'))
  })
})
