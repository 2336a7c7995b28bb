import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
// antd's locale covers only half of the calendar texts: weekday names and Monday as first day come from here.
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo } from 'react'
import { antdTheme } from './antd-theme.ts'
import { useTheme } from './theme-provider.tsx'

/** Cards start below the tools of the header, px. */
const BELOW_HEADER = { top: 60 }

// Constant objects: antd re-renders all its components when one changes.
const BUTTON = { autoInsertSpace: false }
const WAVE = { disabled: true }
/** antd does not trap the focus in a dialog without a mask, although the page behind is unusable. */
const MODAL = { focusable: { trap: true } }

/** Applies the look of {@link useTheme} to antd components below. Pages without any do not load its code. */
export function AntdProvider({ children }: { readonly children: ReactNode }) {
  const { mode, density, accent, isMotionReduced } = useTheme()
  const config = useMemo(() => {
    const base = antdTheme(mode, density, accent)
    if (!isMotionReduced) return base
    return { ...base, token: { ...base.token, motion: false }, cssVar: { key: `${base.cssVar.key}-still` } }
  }, [mode, density, accent, isMotionReduced])
  return (
    <ConfigProvider locale={zhCN} theme={config} button={BUTTON} wave={WAVE} modal={MODAL}>
      {/* No box of its own: pages take the remaining height. */}
      <App component={false} notification={BELOW_HEADER}>
        {children}
      </App>
    </ConfigProvider>
  )
}
