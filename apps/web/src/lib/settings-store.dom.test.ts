import { SETTING_KEYS } from '@natim/contract/constants'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS } from './settings.ts'
import type * as Store from './settings-store.ts'

/** Stubs media queries for a width that a test may change. */
function stubWidth(widthPx: number) {
  let width = widthPx
  const lists: { media: string; target: EventTarget }[] = []
  const limit = (media: string) => Number(/max-width: ([\d.]+)px/.exec(media)?.[1] ?? 0)
  vi.stubGlobal('matchMedia', (media: string) => {
    const target = new EventTarget()
    lists.push({ media, target })
    return Object.defineProperty(target, 'matches', { get: () => width <= limit(media) })
  })
  return (nextPx: number) => {
    width = nextPx
    for (const { target } of lists) target.dispatchEvent(new Event('change'))
  }
}

/** Reloads the module, as at console start. */
async function start(): Promise<typeof Store> {
  vi.resetModules()
  return import('./settings-store.ts')
}

const put = (key: string, value: unknown) => localStorage.setItem(key, JSON.stringify({ value, expire: null }))
const kept = (key: string) => (JSON.parse(localStorage.getItem(key) ?? 'null') as { value: unknown } | null)?.value

beforeEach(() => {
  stubWidth(1440)
})

describe('settings', () => {
  it('[CO-34] have the names of the family', async () => {
    const { useSettings } = await start()
    const state = useSettings.getState()
    const names = ['sidebar', 'device', 'theme', 'layout', 'contentWidth', 'fixedHeader', 'fixSiderbar']
    for (const name of [...names, 'autoHideHeader', 'color', 'weak', 'multipage']) {
      expect(state).toHaveProperty(name)
    }
    expect(state.sidebar).toHaveProperty('opened')
  })

  it('[CO-22] default to light, top menu, fixed width, fixed header and #1890FF', async () => {
    const { useSettings } = await start()
    expect(useSettings.getState()).toMatchObject({
      theme: 'light',
      layout: 'topmenu',
      contentWidth: 'Fixed',
      fixedHeader: true,
      fixSiderbar: false,
      autoHideHeader: false,
      color: '#1890FF',
      weak: false,
      multipage: true,
    })
  })

  it('have the names of the specification in the state', async () => {
    const { useSettings } = await start()
    expect(Object.keys(useSettings.getState())).toEqual(
      expect.arrayContaining([
        'sidebar',
        'device',
        'theme',
        'layout',
        'contentWidth',
        'fixedHeader',
        'fixSiderbar',
        'autoHideHeader',
        'color',
        'weak',
        'multipage',
      ]),
    )
    expect(useSettings.getState().sidebar.opened).toBe(true)
  })

  it('are stored at once, each under its own key without expiry, and restored at the next start', async () => {
    const first = await start()
    first.changeSetting('theme', 'dark')
    first.changeSetting('layout', 'sidemenu')
    first.changeSetting('color', '#722ED1')
    first.changeSetting('weak', true)
    first.changeSetting('fixSiderbar', true)
    first.changeSetting('autoHideHeader', true)
    first.changeSetting('contentWidth', 'Fluid')
    first.changeSetting('multipage', false)
    first.setSidebar(false)
    const entries = Object.fromEntries(Object.values(SETTING_KEYS).map((key) => [key, kept(key)]))
    expect(entries).toEqual({
      SIDEBAR_TYPE: false,
      DEFAULT_THEME: 'dark',
      DEFAULT_LAYOUT_MODE: 'sidemenu',
      DEFAULT_COLOR: '#722ED1',
      DEFAULT_COLOR_WEAK: true,
      DEFAULT_FIXED_HEADER: undefined,
      DEFAULT_FIXED_SIDEMENU: true,
      DEFAULT_FIXED_HEADER_HIDDEN: true,
      DEFAULT_CONTENT_WIDTH_TYPE: 'Fluid',
      DEFAULT_MULTI_PAGE: false,
    })
    expect(JSON.parse(localStorage.getItem('DEFAULT_THEME') ?? '')).toHaveProperty('expire', null)
    const second = await start()
    expect(second.useSettings.getState()).toMatchObject({ theme: 'dark', sidebar: { opened: false }, weak: true })
  })

  it('fall back to the default for invalid stored values', async () => {
    put('DEFAULT_THEME', 'pink')
    put('DEFAULT_COLOR', 'url(evil)')
    put('DEFAULT_MULTI_PAGE', 'yes')
    localStorage.setItem('DEFAULT_LAYOUT_MODE', '{broken')
    const { useSettings } = await start()
    expect(useSettings.getState()).toMatchObject(DEFAULT_SETTINGS)
  })

  it('turn auto-hide off with the fixed header', async () => {
    const { changeSetting, useSettings } = await start()
    changeSetting('autoHideHeader', true)
    changeSetting('fixedHeader', false)
    expect(useSettings.getState()).toMatchObject({ fixedHeader: false, autoHideHeader: false })
    expect(kept('DEFAULT_FIXED_HEADER_HIDDEN')).toBe(false)
  })

  it('can be reset to the defaults', async () => {
    const { changeSetting, resetSettings, useSettings } = await start()
    changeSetting('layout', 'sidemenu')
    changeSetting('appearance', 'dark')
    resetSettings()
    expect(useSettings.getState()).toMatchObject(DEFAULT_SETTINGS)
    expect(kept('DEFAULT_LAYOUT_MODE')).toBe('topmenu')
  })

  it('[ER-40] show `Failed to update theme` when they cannot be stored, and last until the page is left', async () => {
    const line = vi.fn()
    vi.doMock('./notify.ts', () => ({ useNotify: () => ({ line, card: vi.fn() }) }))
    const { useChangeSetting, useSettings } = await start()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const { result } = renderHook(() => useChangeSetting())
    act(() => result.current('color', '#13C2C2'))
    expect(line).toHaveBeenCalledWith('Failed to update theme', 'error')
    expect(useSettings.getState().color).toBe('#13C2C2')
    vi.restoreAllMocks()
    vi.doUnmock('./notify.ts')
  })
})

describe('the device', () => {
  it('[CO-32] is mobile below 1088 px, and desktop from there on', async () => {
    const { useSettings, followDevice } = await start()
    const resize = stubWidth(1088)
    const stop = followDevice()
    expect(useSettings.getState().device).toBe('desktop')
    resize(1087.98)
    expect(useSettings.getState()).toMatchObject({ device: 'mobile', sidebar: { opened: false } })
    resize(700)
    expect(useSettings.getState().device).toBe('mobile')
    resize(1088)
    expect(useSettings.getState()).toMatchObject({ device: 'desktop', sidebar: { opened: true } })
    stop()
  })

  it('starts on mobile with the menu closed, and does not store the drawer state', async () => {
    stubWidth(700)
    const { useSettings, setSidebar } = await start()
    expect(useSettings.getState()).toMatchObject({ device: 'mobile', sidebar: { opened: false } })
    setSidebar(true)
    expect(useSettings.getState().sidebar.opened).toBe(true)
    expect(kept('SIDEBAR_TYPE')).toBeUndefined()
  })
})
