import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import axe from 'axe-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { UNSTYLED } from '@/testing/unstyled.ts'
import { ThemeProvider } from '@/theme/theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from '@/theme/theme-settings.ts'
import type { GalleryEntry, GalleryState } from './gallery-entry.ts'

const ENTRIES = import.meta.glob<GalleryEntry>('../**/*.gallery.tsx', { import: 'gallery', eager: true })

/** Rules that need layout or a whole page are left to the browser tests. */
const AXE_OPTIONS: axe.RunOptions = {
  rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } },
}

it('finds the entries of all parts', () => {
  expect(Object.keys(ENTRIES).length).toBeGreaterThanOrEqual(5)
})

beforeEach(() => {
  vi.mocked(window.getComputedStyle).mockRestore()
  const { getComputedStyle: computedStyle } = window
  // axe has to know what is hidden. jsdom refuses the second argument, with which antd measures scroll bars.
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element) => computedStyle(element))
})

function renderState(state: GalleryState, appearance: 'light' | 'dark') {
  return render(
    <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, appearance }}>
      <ConfigProvider theme={UNSTYLED}>
        <App>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            {state.render()}
          </QueryClientProvider>
        </App>
      </ConfigProvider>
    </ThemeProvider>,
  )
}

describe.each(Object.entries(ENTRIES))('%s', (_path, entry) => {
  const named = entry.states.map((state) => [state.name, state] as const)

  it.each(named)('renders «%s» in both themes without console errors, accessibly', async (_name, state) => {
    const errors = vi.spyOn(console, 'error')
    renderState(state, 'dark').unmount()
    const { container } = renderState(state, 'light')
    const { violations } = await axe.run(container, AXE_OPTIONS)
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    expect(errors).not.toHaveBeenCalled()
  })
})
