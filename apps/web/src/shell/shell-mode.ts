import { useSettings } from '../lib/settings-store.ts'

/** Which of the three shells stands: narrow windows have the drawer whatever was chosen (SH-06). */
export type ShellMode = 'top' | 'side' | 'mobile'

export const useShellMode = (): ShellMode =>
  useSettings(({ device, layout }) => {
    if (device === 'mobile') return 'mobile'
    return layout === 'sidemenu' ? 'side' : 'top'
  })
