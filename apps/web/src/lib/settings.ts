import { SETTING_KEYS } from '@natim/contract/constants'
import { ACCENTS } from '../theme/accents.ts'
import { DEFAULT_THEME_SETTINGS, THEME_STORAGE_KEYS, type ThemeSettings } from '../theme/theme-settings.ts'

/** The user's choices of layout and look; names as in CO-34. */
export interface Settings extends ThemeSettings {
  /** Whether the sider is expanded (208 px) or collapsed (80 px); on mobile, whether the menu drawer is open. */
  readonly sidebar: { readonly opened: boolean }
  /** Theme of header and sider only. */
  readonly theme: 'light' | 'dark'
  readonly layout: 'topmenu' | 'sidemenu'
  /** `Fluid` applies in top navigation only (SH-39). */
  readonly contentWidth: 'Fixed' | 'Fluid'
  readonly fixedHeader: boolean
  /** Applies in side navigation only. */
  readonly fixSiderbar: boolean
  /** Applies while the header is fixed. */
  readonly autoHideHeader: boolean
  readonly multipage: boolean
}

export type SettingName = keyof Settings

/** spec §9, D-11. */
export const DEFAULT_SETTINGS: Settings = {
  ...DEFAULT_THEME_SETTINGS,
  sidebar: { opened: true },
  theme: 'light',
  layout: 'topmenu',
  contentWidth: 'Fixed',
  fixedHeader: true,
  fixSiderbar: false,
  autoHideHeader: false,
  multipage: true,
}

interface Codec<T> {
  /** Local storage key. */
  readonly key: string
  /** `undefined` for invalid or outdated values. */
  readonly read: (stored: unknown) => T | undefined
  readonly write: (value: T) => unknown
}

const oneOf = <const T extends string>(key: string, ...values: readonly T[]): Codec<T> => ({
  key,
  read: (stored) => values.find((value) => value === stored),
  write: (value) => value,
})
const flag = (key: string): Codec<boolean> => ({
  key,
  read: (stored) => (typeof stored === 'boolean' ? stored : undefined),
  write: (value) => value,
})
const seed = (key: string): Codec<string> => ({
  key,
  read: (stored) => ACCENTS.find((accent) => accent.seed === String(stored).toUpperCase())?.seed,
  write: (value) => value,
})
const sidebar: Codec<Settings['sidebar']> = {
  key: SETTING_KEYS.sidebar,
  read: (stored) => (typeof stored === 'boolean' ? { opened: stored } : undefined),
  write: ({ opened }) => opened,
}

/**
 * How every setting is stored: the seed's keys and values, so that clients of the family can read each other's (CO-33).
 */
export const SETTING_CODECS: { readonly [K in SettingName]: Codec<Settings[K]> } = {
  sidebar,
  theme: oneOf(SETTING_KEYS.theme, 'light', 'dark'),
  layout: oneOf(SETTING_KEYS.layout, 'topmenu', 'sidemenu'),
  contentWidth: oneOf(SETTING_KEYS.contentWidth, 'Fixed', 'Fluid'),
  fixedHeader: flag(SETTING_KEYS.fixedHeader),
  fixSiderbar: flag(SETTING_KEYS.fixSiderbar),
  autoHideHeader: flag(SETTING_KEYS.autoHideHeader),
  color: seed(SETTING_KEYS.color),
  weak: flag(SETTING_KEYS.weak),
  multipage: flag(SETTING_KEYS.multipage),
  appearance: oneOf(THEME_STORAGE_KEYS.appearance, 'light', 'dark', 'system'),
  density: oneOf(THEME_STORAGE_KEYS.density, 'standard', 'compact'),
  isMotionReduced: flag(THEME_STORAGE_KEYS.isMotionReduced),
}
