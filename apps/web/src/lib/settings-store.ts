import { create } from 'zustand'
import { DEFAULT_THEME_SETTINGS, THEME_STORAGE_KEYS, type ThemeSettings } from '@/theme/theme-settings.ts'
import { readStored, writeStored } from './storage.ts'

const NAMES = Object.keys(THEME_STORAGE_KEYS) as (keyof ThemeSettings)[]

/** A value of another type is rubbish of some other version: the default stands in. */
function stored(): ThemeSettings {
  const entries = NAMES.map((name) => {
    const value = readStored(THEME_STORAGE_KEYS[name])
    return [name, typeof value === typeof DEFAULT_THEME_SETTINGS[name] ? value : DEFAULT_THEME_SETTINGS[name]]
  })
  return Object.fromEntries(entries) as ThemeSettings
}

/** Look of the console as the user chose it. */
export const useThemeSettings = create<ThemeSettings>(stored)

/** Takes effect and is stored at once (SH-43). */
export function setThemeSetting<K extends keyof ThemeSettings>(name: K, value: ThemeSettings[K]): void {
  writeStored(THEME_STORAGE_KEYS[name], value, null)
  useThemeSettings.setState({ [name]: value } as Pick<ThemeSettings, K>)
}
