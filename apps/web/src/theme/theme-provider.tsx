import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { type Accent, accentBySeed, DEFAULT_ACCENT } from './accents.ts'
import { type ActiveDensity, PHONE_MEDIA } from './metrics.ts'
import { applyThemeAttributes, resolveMode, type ThemeSettings, watchSystemMode } from './theme-settings.ts'
import type { ThemeMode, ThemeTokens } from './token-types.ts'
import { TOKENS } from './tokens.ts'
import { useMedia } from './use-media.ts'

/** Current look for canvas drawings (charts, maps); style sheets use custom properties. */
export interface ActiveTheme {
  readonly mode: ThemeMode
  readonly density: ActiveDensity
  readonly accent: Accent
  readonly tokens: ThemeTokens
  readonly isColourWeak: boolean
  readonly isMotionReduced: boolean
}

const ThemeContext = createContext<ActiveTheme>({
  mode: 'light',
  density: 'standard',
  accent: DEFAULT_ACCENT,
  tokens: TOKENS.light,
  isColourWeak: false,
  isMotionReduced: false,
})

/** The current look; the light default outside a provider. */
export const useTheme = (): ActiveTheme => use(ThemeContext)

function useMode(appearance: ThemeSettings['appearance']): ThemeMode {
  const systemMode = useSyncExternalStore(watchSystemMode, () => resolveMode('system'))
  // Paper is always white.
  const isPrinting = useMedia('print')
  if (isPrinting) return 'light'
  return appearance === 'system' ? systemMode : appearance
}

const REDUCED_MOTION_MEDIA = '(prefers-reduced-motion: reduce)'

/**
 * Dark regardless of the settings, for drawings and antd components; style sheets use the `data-theme` of the
 * surrounding element.
 */
export function DarkTheme({ children }: { readonly children: ReactNode }) {
  const outer = useTheme()
  const dark = useMemo<ActiveTheme>(() => ({ ...outer, mode: 'dark', tokens: TOKENS.dark }), [outer])
  return <ThemeContext value={dark}>{children}</ThemeContext>
}

/** One look for the style sheets, canvas drawings and antd components below. Use once at the root. */
export function ThemeProvider({ settings, children }: { settings: ThemeSettings; children: ReactNode }) {
  const mode = useMode(settings.appearance)
  const { color, weak: isColourWeak } = settings
  // The style sheet disables animations for reduced motion; antd would wait for their end.
  const isMotionReduced = useMedia(REDUCED_MOTION_MEDIA) || settings.isMotionReduced
  const density = useMedia(PHONE_MEDIA) ? 'touch' : settings.density
  const accent = accentBySeed(color)
  useLayoutEffect(() => applyThemeAttributes(document.documentElement, settings, mode), [settings, mode])
  const active = useMemo<ActiveTheme>(
    () => ({ mode, density, accent, tokens: TOKENS[mode], isColourWeak, isMotionReduced }),
    [mode, density, accent, isColourWeak, isMotionReduced],
  )
  return <ThemeContext value={active}>{children}</ThemeContext>
}
