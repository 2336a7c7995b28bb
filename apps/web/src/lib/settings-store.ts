import { MESSAGES } from '@natim/contract/messages'
import { keysOf } from '@natim/domain/record'
import { useCallback } from 'react'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { DRAWER_MEDIA } from '../theme/metrics.ts'
import type { ThemeSettings } from '../theme/theme-settings.ts'
import { useNotify } from './notify.ts'
import { DEFAULT_SETTINGS, SETTING_CODECS, type SettingName, type Settings } from './settings.ts'
import { readStored, writeStored } from './storage.ts'

export interface SettingState extends Settings {
  /** Follows the window width (SH-06); not stored. */
  readonly device: 'desktop' | 'mobile'
}

const NAMES = keysOf(SETTING_CODECS)

const currentDevice = (): SettingState['device'] =>
  globalThis.matchMedia?.(DRAWER_MEDIA).matches ? 'mobile' : 'desktop'

function storedSettings(): Settings {
  const entries = NAMES.map((name) => {
    const { key, read } = SETTING_CODECS[name]
    return [name, read(readStored(key)) ?? DEFAULT_SETTINGS[name]]
  })
  return Object.fromEntries(entries) as Settings
}

function initialState(): SettingState {
  const device = currentDevice()
  const settings = storedSettings()
  return device === 'mobile' ? { ...settings, device, sidebar: { opened: false } } : { ...settings, device }
}

/** Layout and look chosen by the user, and the device kind. */
export const useSettings = create<SettingState>(initialState)

/** The {@link ThemeSettings} part of the settings. */
export const useThemeSettings = (): ThemeSettings =>
  useSettings(
    useShallow(({ appearance, density, color, weak, isMotionReduced }) => ({
      appearance,
      density,
      color,
      weak,
      isMotionReduced,
    })),
  )

/** @throws Error when the value was not written to the browser's storage. */
function store<K extends SettingName>(name: K, value: Settings[K]): void {
  const { key, write } = SETTING_CODECS[name]
  const stored = write(value)
  writeStored(key, stored, null)
  if (readStored(key) !== stored) throw new Error(`${key} could not be stored`)
}

/**
 * Takes effect and is stored at once (SH-43).
 * @throws Error when it could not be stored; it then lasts until the page is left.
 */
export function changeSetting<K extends SettingName>(name: K, value: Settings[K]): void {
  const implied = name === 'fixedHeader' && value === false ? { autoHideHeader: false } : {}
  useSettings.setState({ [name]: value, ...implied })
  store(name, value)
  if (implied.autoHideHeader === false) store('autoHideHeader', false)
}

/** Resets all settings to the defaults. @throws Error when they could not be stored. */
export function resetSettings(): void {
  const { sidebar } = useSettings.getState()
  useSettings.setState({ ...DEFAULT_SETTINGS, sidebar })
  for (const name of NAMES) if (name !== 'sidebar') store(name, DEFAULT_SETTINGS[name])
}

/** Opens or closes the sider. On mobile it is not stored, because the drawer is independent of the desktop sider. */
export function setSidebar(opened: boolean): void {
  useSettings.setState({ sidebar: { opened } })
  if (useSettings.getState().device === 'desktop') writeStored(SETTING_CODECS.sidebar.key, opened, null)
}

/**
 * Keeps `device` in sync with the window: mobile closes the sidebar, desktop opens it (SH-06). Returns a function that
 * stops it.
 */
export function followDevice(): () => void {
  const media = window.matchMedia(DRAWER_MEDIA)
  const update = () => {
    const device = currentDevice()
    if (device === useSettings.getState().device) return
    useSettings.setState({ device })
    setSidebar(device === 'desktop')
  }
  update()
  media.addEventListener('change', update)
  return () => media.removeEventListener('change', update)
}

/** {@link changeSetting} for a control: reports a setting that could not be stored (ER-40). */
export function useChangeSetting(): typeof changeSetting {
  const notify = useNotify()
  return useCallback(
    (name, value) => {
      try {
        changeSetting(name, value)
      } catch {
        notify.line(MESSAGES['theme.failed'], 'error')
      }
    },
    [notify],
  )
}
