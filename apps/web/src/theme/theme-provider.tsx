import { createContext, type ReactNode, use, useLayoutEffect, useMemo, useSyncExternalStore } from 'react'
import { type Accent, accentBySeed, DEFAULT_ACCENT } from './accents.ts'
import { type ActiveDensity, PHONE_MEDIA } from './metrics.ts'
import { applyThemeAttributes, resolveMode, type ThemeSettings, watchSystemMode } from './theme-settings.ts'
import type { ThemeMode, ThemeTokens } from './token-types.ts'
import { TOKENS } from './tokens.ts'
import { useMedia } from './use-media.ts'

/** What canvas drawings (charts, maps) need to know of the current look; style sheets use custom properties. */
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

/** The look in force here; the light default outside a provider. */
export const useTheme = (): ActiveTheme => use(ThemeContext)

function useMode(appearance: ThemeSettings['appearance']): ThemeMode {
  const systemMode = useSyncExternalStore(watchSystemMode, () => resolveMode('system'))
  // Paper is white, whatever the screen is.
  const isPrinting = useMedia('print')
  if (isPrinting) return 'light'
  return appearance === 'system' ? systemMode : appearance
}

const REDUCED_MOTION_MEDIA = '(prefers-reduced-motion: reduce)'

/** Dark whatever the settings say, for drawings and for antd's parts; style sheets take `data-theme` of the element around them. */
export function DarkTheme({ children }: { readonly children: ReactNode }) {
  const outer = useTheme()
  const dark = useMemo<ActiveTheme>(() => ({ ...outer, mode: 'dark', tokens: TOKENS.dark }), [outer])
  return <ThemeContext value={dark}>{children}</ThemeContext>
}

/** One look for the style sheets and the canvas drawings below it; antd's parts take it from here too. Put it once at the root. */
export function ThemeProvider({ settings, children }: { settings: ThemeSettings; children: ReactNode }) {
  const mode = useMode(settings.appearance)
  const { color, weak: isColourWeak } = settings
  // The style sheet ends every animation for whoever asks the system for it; antd would wait for their ends.
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
