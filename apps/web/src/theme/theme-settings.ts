import { SETTING_KEYS } from '@natim/contract/constants'
import { accentBySeed, DEFAULT_ACCENT } from './accents.ts'
import type { Density } from './metrics.ts'
import type { ThemeMode } from './token-types.ts'

/** The user's choice: `system` follows the operating system. */
export type Appearance = ThemeMode | 'system'

/** Look of the console as stored by the setting drawer; `color` and `weak` are the seed's names (CO-34). */
export interface ThemeSettings {
  readonly appearance: Appearance
  readonly density: Density
  /** Seed colour of one of the eight accents, `#RRGGBB`. */
  readonly color: string
  /** Colours distinguishable with a colour vision deficiency. */
  readonly weak: boolean
  readonly isMotionReduced: boolean
}

export const DEFAULT_THEME_SETTINGS: ThemeSettings = {
  appearance: 'light',
  density: 'standard',
  color: DEFAULT_ACCENT.seed,
  weak: false,
  isMotionReduced: false,
}

/**
 * Local storage keys of {@link ThemeSettings}. `public/theme-boot.js` reads the same keys before the first paint;
 * `theme-boot.dom.test.ts` keeps the two in sync.
 */
export const THEME_STORAGE_KEYS = {
  appearance: 'NATIM_APPEARANCE',
  density: 'NATIM_DENSITY',
  color: SETTING_KEYS.color,
  weak: SETTING_KEYS.weak,
  isMotionReduced: 'NATIM_REDUCED_MOTION',
} as const satisfies Record<keyof ThemeSettings, string>

const DARK_QUERY = '(prefers-color-scheme: dark)'

/** The mode to render, with `system` resolved by the browser. */
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
  dataset['accent'] = accentBySeed(settings.color).seed.slice(1).toLowerCase()
  dataset['weak'] = String(settings.weak)
  dataset['motion'] = settings.isMotionReduced ? 'reduced' : 'full'
}
