import { DEFAULT_ACCENT, accentBySeed } from './accents.ts'
import type { Density } from './metrics.ts'
import type { ThemeMode } from './token-types.ts'

/** What a user chose: `system` follows the operating system. */
export type Appearance = ThemeMode | 'system'

/** Look of the console as the setting drawer writes it. */
export interface ThemeSettings {
  readonly appearance: Appearance
  readonly density: Density
  /** Seed colour of one of the eight accents, `#RRGGBB`. */
  readonly accentSeed: string
  readonly isColourWeak: boolean
  readonly isMotionReduced: boolean
}

export const DEFAULT_THEME_SETTINGS: ThemeSettings = {
  appearance: 'light',
  density: 'standard',
  accentSeed: DEFAULT_ACCENT.seed,
  isColourWeak: false,
  isMotionReduced: false,
}

/**
 * Local storage keys of {@link ThemeSettings}. `public/theme-boot.js` reads the same keys before the first paint;
 * `theme-boot.test.ts` holds the two together. `DEFAULT_COLOR*` are the seed's own names (CO-33).
 */
export const THEME_STORAGE_KEYS = {
  appearance: 'NATIM_APPEARANCE',
  density: 'NATIM_DENSITY',
  accentSeed: 'DEFAULT_COLOR',
  isColourWeak: 'DEFAULT_COLOR_WEAK',
  isMotionReduced: 'NATIM_REDUCED_MOTION',
} as const satisfies Record<keyof ThemeSettings, string>

const DARK_QUERY = '(prefers-color-scheme: dark)'

/** The mode to draw, with `system` looked up in the browser. */
export function resolveMode(appearance: Appearance): ThemeMode {
  if (appearance !== 'system') return appearance
  return globalThis.matchMedia?.(DARK_QUERY).matches ? 'dark' : 'light'
}

/** Calls back when the operating system changes its colour scheme; returns the unsubscribe function. */
export function watchSystemMode(onChange: () => void): () => void {
  const query = globalThis.matchMedia?.(DARK_QUERY)
  query?.addEventListener('change', onChange)
  return () => query?.removeEventListener('change', onChange)
}

/** Writes the settings to the attributes of the root element that the token stylesheet selects on. */
export function applyThemeAttributes(root: HTMLElement, settings: ThemeSettings, mode: ThemeMode): void {
  const { dataset } = root
  dataset['theme'] = mode
  dataset['density'] = settings.density
  dataset['accent'] = accentBySeed(settings.accentSeed).seed.slice(1).toLowerCase()
  dataset['weak'] = String(settings.isColourWeak)
  dataset['motion'] = settings.isMotionReduced ? 'reduced' : 'full'
}
