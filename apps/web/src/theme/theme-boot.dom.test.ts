import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  applyThemeAttributes,
  DEFAULT_THEME_SETTINGS,
  resolveMode,
  THEME_STORAGE_KEYS,
  type ThemeSettings,
} from './theme-settings.ts'

const SCRIPT = readFileSync(join(import.meta.dirname, '../../public/theme-boot.js'), 'utf8')

// The window the script runs in; vitest keeps it beside its own global object.
declare const jsdom: { window: object }

const NAMES = ['theme', 'density', 'accent', 'weak', 'motion'] as const

function clearRoot() {
  for (const name of NAMES) delete document.documentElement.dataset[name]
}

/** Runs the script as a browser does and returns the resulting attributes. */
function boot() {
  clearRoot()
  const script = document.createElement('script')
  script.textContent = SCRIPT
  document.head.append(script)
  script.remove()
  return { ...document.documentElement.dataset }
}

function attributesOf(settings: ThemeSettings) {
  clearRoot()
  applyThemeAttributes(document.documentElement, settings, resolveMode(settings.appearance))
  return { ...document.documentElement.dataset }
}

function store(settings: ThemeSettings) {
  for (const [name, key] of Object.entries(THEME_STORAGE_KEYS)) {
    localStorage.setItem(key, JSON.stringify({ value: settings[name as keyof ThemeSettings], expire: null }))
  }
}

const CHANGED: ThemeSettings = {
  appearance: 'dark',
  density: 'compact',
  color: '#722ED1',
  weak: true,
  isMotionReduced: true,
}

describe('theme-boot.js', () => {
  afterEach(clearRoot)

  it('sets the defaults when nothing is stored', () => {
    expect(boot()).toEqual(attributesOf(DEFAULT_THEME_SETTINGS))
  })

  it('[SH-43] restores stored settings before the first paint, with the attributes the console sets later', () => {
    store(CHANGED)
    expect(boot()).toEqual(attributesOf(CHANGED))
    expect(boot()).toMatchObject({
      theme: 'dark',
      density: 'compact',
      accent: '722ed1',
      weak: 'true',
      motion: 'reduced',
    })
  })

  it('follows the operating system when configured', () => {
    Object.assign(jsdom.window, { matchMedia: () => ({ matches: true }) })
    store({ ...DEFAULT_THEME_SETTINGS, appearance: 'system' })
    expect(boot()).toMatchObject({ theme: 'dark' })
  })

  it('also reads bare JSON and ignores invalid values', () => {
    localStorage.setItem(THEME_STORAGE_KEYS.appearance, '"dark"')
    localStorage.setItem(THEME_STORAGE_KEYS.density, '{broken')
    expect(boot()).toMatchObject({ theme: 'dark', density: 'standard' })
  })
})
