import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { tokenStylesheet } from './css-variables.ts'
import { DENSITY, PHONE_MEDIA } from './metrics.ts'
import { ThemeProvider, useTheme } from './theme-provider.tsx'
import { DEFAULT_THEME_SETTINGS } from './theme-settings.ts'

function Probe() {
  const { mode, density, accent } = useTheme()
  return <output>{`${mode} ${density} ${accent.seed}`}</output>
}

function MotionProbe() {
  return <output>{useTheme().isMotionReduced ? 'still' : 'moving'}</output>
}

/** Stubs media queries; unlisted ones do not match. */
function stubMedia(answers: Readonly<Record<string, boolean>>) {
  const queries = new Map<string, EventTarget & { matches: boolean }>()
  const queryOf = (media: string) => {
    const known = queries.get(media) ?? Object.assign(new EventTarget(), { matches: answers[media] ?? false })
    queries.set(media, known)
    return known
  }
  vi.stubGlobal('matchMedia', queryOf)
  return {
    change: (media: string, matches: boolean) => {
      const query = queryOf(media)
      query.matches = matches
      act(() => query.dispatchEvent(new Event('change')))
    },
  }
}

describe('ThemeProvider', () => {
  it('prints a dark console black on white, and is dark again on screen', () => {
    const media = stubMedia({})
    render(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, appearance: 'dark' }}>
        <Probe />
      </ThemeProvider>,
    )
    media.change('print', true)
    expect(screen.getByText(/^light/)).toBeDefined()
    expect(document.documentElement.dataset['theme']).toBe('light')
    media.change('print', false)
    expect(screen.getByText(/^dark/)).toBeDefined()
  })

  it('[SH-37] recolours the page at once when the accent changes', () => {
    const { rerender } = render(
      <ThemeProvider settings={DEFAULT_THEME_SETTINGS}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light standard #1890FF')).toBeDefined()
    rerender(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, color: '#722ed1' }}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light standard #722ED1')).toBeDefined()
    expect(document.documentElement.dataset['accent']).toBe('722ed1')
  })

  it('disables motion when the operating system or the console asks for it', () => {
    const media = stubMedia({})
    const shown = (isMotionReduced: boolean) => (
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, isMotionReduced }}>
        <MotionProbe />
      </ThemeProvider>
    )
    const { rerender } = render(shown(false))
    expect(screen.getByText('moving')).toBeDefined()
    media.change('(prefers-reduced-motion: reduce)', true)
    expect(screen.getByText('still')).toBeDefined()
    media.change('(prefers-reduced-motion: reduce)', false)
    rerender(shown(true))
    expect(screen.getByText('still')).toBeDefined()
  })

  it('follows the operating system while the appearance is system', () => {
    const media = stubMedia({})
    render(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, appearance: 'system', density: 'compact' }}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light compact #1890FF')).toBeDefined()
    media.change('(prefers-color-scheme: dark)', true)
    expect(screen.getByText('dark compact #1890FF')).toBeDefined()
    expect(document.documentElement.dataset['theme']).toBe('dark')
  })

  it('uses touch targets on a phone regardless of the density, and restores the density on desktop', () => {
    const media = stubMedia({ [PHONE_MEDIA]: true })
    render(
      <ThemeProvider settings={{ ...DEFAULT_THEME_SETTINGS, density: 'compact' }}>
        <Probe />
      </ThemeProvider>,
    )
    expect(screen.getByText('light touch #1890FF')).toBeDefined()
    media.change(PHONE_MEDIA, false)
    expect(screen.getByText('light compact #1890FF')).toBeDefined()
  })

  it('has no target below 44 px on a phone', () => {
    expect(DENSITY.touch.controlHeight).toBeGreaterThanOrEqual(44)
    expect(DENSITY.touch.rowHeight).toBeGreaterThanOrEqual(44)
    expect(tokenStylesheet()).toMatch(/@media \(max-width: 767\.98px\) \{[^}]*--row-height: 44px/)
  })
})
