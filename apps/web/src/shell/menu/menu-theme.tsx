import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useSettings } from '../../lib/settings-store.ts'
import { antdTheme } from '../../theme/antd-theme.ts'
import { useTheme } from '../../theme/theme-provider.tsx'

/** Attributes of header and sider: with the dark menu theme they are dark in a light console (design §4). */
export function useMenuThemeAttributes(): { readonly 'data-theme'?: 'dark'; readonly 'data-menu': 'light' | 'dark' } {
  const theme = useSettings((state) => state.theme)
  return theme === 'dark' ? { 'data-theme': 'dark', 'data-menu': 'dark' } : { 'data-menu': 'light' }
}

/** Gives the menus inside, and what pops up from them, the menu theme. */
export function MenuTheme({ children }: { readonly children: ReactNode }) {
  const { mode, density, accent } = useTheme()
  const isDark = useSettings((state) => state.theme === 'dark')
  const theme = useMemo(
    () => (isDark && mode === 'light' ? antdTheme('dark', density, accent) : undefined),
    [isDark, mode, density, accent],
  )
  return theme === undefined ? children : <ConfigProvider theme={theme}>{children}</ConfigProvider>
}
