import type { MenuNode } from '@natim/contract/system/session'
import { act, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { buildMenuNode } from '../../testing/build-menu-node.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { Page } from '../page.ts'
import { TopMenu } from './top-menu.tsx'
import { countFitting } from './use-fold.ts'

const node = (path: string, title: string, children?: MenuNode[]) =>
  buildMenuNode(path, title, children && { children })

const MENU = [
  node('/home', '首页'),
  node('/a', '设备', [node('/a/list', '设备列表'), node('/a/model', '型号')]),
  node('/b', '系统', [node('/b/user', '用户')]),
]

const pageAt = (paths: readonly string[]): Page => ({
  path: paths.at(-1) ?? '',
  title: '某页',
  View: () => null,
  keepAlive: false,
  trail: paths.map((path) => ({ title: path, path, isPage: true })),
  isFullBleed: false,
  hasTab: true,
})

const open = () => renderPage(<TopMenu menu={MENU} page={undefined} />).user
const group = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent

/** Stubs the layout: entry width and available width of the bar, px. */
function layOut(entryPx: number, roomPx: number): (px: number) => void {
  const observers: (() => void)[] = []
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, entryPx, 52))
  let px = roomPx
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockImplementation(() => px)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => px)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        observers.push(onResize)
      }
      observe(): void {}
      disconnect(): void {}
    },
  )
  return (next) => {
    px = next
    act(() => observers.forEach((onResize) => onResize()))
  }
}

describe('the menu of the header', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('[SH-03] folds entries that do not fit into 更多, and restores them', async () => {
    const resize = layOut(100, 280)
    const user = open()
    expect(screen.queryByRole('button', { name: '系统' })).toBeNull()
    await user.click(group('更多'))
    // Groups are listed under their title there.
    expect(screen.getByRole('link', { name: '用户' })).toBeTruthy()
    resize(400)
    expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
    expect(group('系统')).toBeTruthy()
  })

  it.each([
    ['a folded entry', ['/b', '/b/user'], 'true'],
    ['an entry of the bar', ['/home'], 'false'],
  ])('marks 更多 while %s is the page: %s', (_, trail, isMarked) => {
    layOut(100, 200)
    renderPage(<TopMenu menu={MENU} page={pageAt(trail)} />)
    expect(screen.queryByRole('button', { name: '设备' })).toBeNull()
    expect(group('更多').dataset['selected']).toBe(isMarked)
  })

  it('[SH-65] is navigable by the arrow keys, into groups and out of them', async () => {
    const user = open()
    screen.getByRole('link', { name: '首页' }).focus()
    await user.keyboard('{ArrowRight}{ArrowDown}')
    expect(focused()).toBe('设备列表')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('型号')
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(group('设备'))
    expect(screen.queryByRole('link', { name: '型号' })).toBeNull()
    await user.keyboard('{ArrowRight}{Enter}')
    expect(focused()).toBe('用户')
    await user.keyboard('{Enter}')
    expect(window.location.pathname).toBe('/b/user')
    expect(screen.queryByRole('link', { name: '用户' })).toBeNull()
  })

  it('opens a group under the pointer and closes it after the pointer has left', async () => {
    const user = open()
    await user.hover(group('设备'))
    const link = screen.getByRole('link', { name: '型号' })
    expect(group('设备').getAttribute('aria-expanded')).toBe('true')
    // The popup belongs to the group: the pointer has not left.
    await user.hover(link)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(within(document.body).getByRole('link', { name: '型号' })).toBe(link)
    await user.hover(document.body)
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: '型号' })).toBeNull())
  })
})

describe('countFitting', () => {
  it('reserves space for 更多 only where not all fit', () => {
    expect(countFitting([100, 100, 100], 300)).toBe(3)
    expect(countFitting([100, 100, 100], 299)).toBe(2)
    expect(countFitting([100, 100, 100], 260)).toBe(1)
    expect(countFitting([], 0)).toBe(0)
  })
})
