import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { ThemeProvider, useTheme } from './theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from './theme-settings.ts'

function Probe() {
  const { mode, density, accent } = useTheme()
  return <output>{`${mode} ${density} ${accent.seed}`}</output>
}

function stubSystem(isDark: boolean) {
  const query = Object.assign(new EventTarget(), { matches: isDark })
  vi.stubGlobal('matchMedia', () => query)
  return {
    change: (matches: boolean) => {
      query.matches = matches
      act(() => query.dispatchEvent(new Event('change')))
    },
  }
}

describe('ThemeProvider', () => {
  it('[SH-37] recolours the page at once when the accent changes', () => {
    const { rerender } = render(
      <ThemeProvider settings={DEFAULT_THEME_SETTINGS}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light standard #1890FF')).toBeDefined()
    rerender(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, accentSeed: '#722ed1' }}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light standard #722ED1')).toBeDefined()
    expect(document.documentElement.dataset['accent']).toBe('722ed1')
  })

  it('follows the operating system while the appearance is system', () => {
    const system = stubSystem(false)
    render(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, appearance: 'system', density: 'compact' }}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light compact #1890FF')).toBeDefined()
    system.change(true)
    expect(screen.getByText('dark compact #1890FF')).toBeDefined()
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })
})
