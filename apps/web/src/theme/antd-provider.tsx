import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
// What antd's locale says of calendars is half of it: names of weekdays, and that weeks begin on Monday, are here.
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useTheme } from './theme-provider.tsx'

/** Cards leave the tools of the header free, px. */
const BELOW_HEADER = { top: 60 }

// The same objects for good: antd draws all its parts anew when one is another.
const BUTTON = { autoInsertSpace: false }
const WAVE = { disabled: true }
/** antd lets the focus out of a dialog without a mask, to a page that cannot be used meanwhile either. */
const MODAL = { focusable: { trap: true } }

/** The look of {@link useTheme} for the antd parts below. Pages that have none do without its code. */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const { mode, density, accent, isMotionReduced } = useTheme()
  const config = useMemo(() => {
    const base = antdTheme(mode, density, accent)
    if (!isMotionReduced) return base
    return { ...base, token: { ...base.token, motion: false }, cssVar: { key: `${base.cssVar.key}-still` } }
  }, [mode, density, accent, isMotionReduced])
  return (
    <ConfigProvider locale={zhCN} theme={config} button={BUTTON} wave={WAVE} modal={MODAL}>
      {/* No box of its own: pages take the height that is left for them. */}
      <App component={false} notification={BELOW_HEADER}>
        {children}
      </App>
    </ConfigProvider>
  )
}
