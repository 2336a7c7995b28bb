import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { App } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { Unstyled } from '@/testing/unstyled.tsx'
import { ThemeProvider } from '@/theme/theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from '@/theme/theme-settings.ts'
import type { GalleryEntry, GalleryState } from './gallery-entry.ts'

const ENTRIES = import.meta.glob<GalleryEntry>('../**/*.gallery.tsx', { import: 'gallery', eager: true })

it('finds the entries of all parts', () => {
  expect(Object.keys(ENTRIES).length).toBeGreaterThanOrEqual(5)
})

function renderState(state: GalleryState, appearance: 'light' | 'dark') {
  return render(
    <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, appearance }}>
      <Unstyled>
        <App>
          <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
            {state.render()}
          </QueryClientProvider>
        </App>
      </Unstyled>
    </ThemeProvider>,
  )
}

describe.each(Object.entries(ENTRIES))('%s', (_path, entry) => {
  const named = entry.states.map((state) => [state.name, state] as const)

  // Accessibility is checked in the browser: e2e/journeys/widgets/gallery.test.ts.
  it.each(named)('renders «%s» in both themes without console errors', (_name, state) => {
    const errors = vi.spyOn(console, 'error')
    renderState(state, 'dark').unmount()
    renderState(state, 'light')
    expect(errors).not.toHaveBeenCalled()
  })
})
