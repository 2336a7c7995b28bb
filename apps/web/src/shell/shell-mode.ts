import { useSettings } from '../lib/settings-store.ts'

/** The layout in use: narrow windows always use the drawer (SH-06). */
export type ShellMode = 'top' | 'side' | 'mobile'

export const useShellMode = (): ShellMode =>
  useSettings(({ device, layout }) => {
    if (device === 'mobile') return 'mobile'
    return layout === 'sidemenu' ? 'side' : 'top'
  })
