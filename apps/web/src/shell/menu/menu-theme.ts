import { useSettings } from '../../lib/settings-store.ts'

/** Attributes of header, sider and their popups: the dark menu theme keeps them dark in a light console (design §4). */
export function useMenuThemeAttributes(): { readonly 'data-theme'?: 'dark'; readonly 'data-menu': 'light' | 'dark' } {
  const theme = useSettings((state) => state.theme)
  return theme === 'dark' ? { 'data-theme': 'dark', 'data-menu': 'dark' } : { 'data-menu': 'light' }
}
