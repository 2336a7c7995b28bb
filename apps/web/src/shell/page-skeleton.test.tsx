import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { lazyPage } from '../lib/lazy-page.ts'
import type { Page } from './page.ts'
import { PageFrame } from './page-frame.tsx'
import { PageSkeleton, PageWaits } from './page-skeleton.tsx'

/** Its code never loads. */
const View = lazyPage(() => new Promise<never>(() => undefined))
const pageOf = (component: string, isFullBleed = false): Page => ({
  path: '/x',
  title: '某页',
  View,
  component,
  keepAlive: true,
  trail: [],
  isFullBleed,
  hasTab: true,
})
const show = (page: ReactNode) => render(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)
const room = (container: HTMLElement) => container.querySelectorAll('.page').length
/** Rendered content; ids differ on each render. */
const drawn = (container: HTMLElement) =>
  container.querySelector('.page')?.innerHTML.replaceAll(/(?:id|aria-labelledby)="[^"]*"/g, '')
const COMPONENTS = ['dashboard/Analysis', 'system/SysPositionList', 'mon/device/DeviceDetail', 'account/settings/Index']

describe('a page whose code is loading', () => {
  it.each(COMPONENTS)(
    '%s shows the skeleton in place of the page, alone and within its frame, and announces it once',
    (name) => {
      const page = pageOf(name)
      const alone = show(<PageSkeleton page={page} />)
      expect(room(alone.container)).toBe(1)
      expect(screen.getAllByRole('status', { name: '加载中' })).toHaveLength(1)
      const outline = drawn(alone.container)
      alone.unmount()
      const { container } = show(
        <PageWaits page={page}>
          <PageFrame isFullBleed={false}>
            <page.View />
          </PageFrame>
        </PageWaits>,
      )
      expect(drawn(container)).toBe(outline)
      expect(room(container)).toBe(1)
      expect(screen.getAllByRole('status', { name: '加载中' })).toHaveLength(1)
    },
  )

  it.each([
    ['a tree beside a list', 'mon/device/DeviceList', 1],
    ['a list alone', 'system/SysPositionList', 0],
  ])('draws %s for %s', (_, name, trees) => {
    const { container } = show(<PageSkeleton page={pageOf(name)} />)
    expect(container.querySelectorAll('[class*="tree"]')).toHaveLength(trees)
    expect(container.querySelectorAll('[class*="table"]')).toHaveLength(1)
  })

  it('fills the window like the page: a map without padding, other pages with their own padding', () => {
    const map = show(<PageSkeleton page={pageOf('mon/HomeMap', true)} />)
    expect(room(map.container)).toBe(0)
    expect(screen.getAllByRole('status', { name: '加载中' })).toHaveLength(1)
    expect(map.container.querySelector('[class*="padded"]')).toBeNull()
    map.unmount()
    const { container } = show(<PageSkeleton page={pageOf('SensorData', true)} />)
    expect(container.querySelector('[class*="padded"]')).not.toBeNull()
  })
})
