import { LAYOUT_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { Button, Drawer, Segmented } from 'antd'
import { useNotify } from '../../lib/notify.ts'
import { resetSettings, useChangeSetting, useSettings } from '../../lib/settings-store.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import type { Appearance } from '../../theme/theme-settings.ts'
import { ColourChoice } from './colour-choice.tsx'
import { LayoutSection } from './layout-section.tsx'
import { PictureChoice } from './picture-choice.tsx'
import { Section } from './section.tsx'
import styles from './setting-drawer.module.css'
import { closeSettingDrawer, useSettingDrawer } from './setting-drawer-state.ts'
import { SwitchRow } from './setting-row.tsx'

const APPEARANCES: { readonly value: Appearance; readonly label: string }[] = [
  { value: 'light', label: '浅色' },
  { value: 'dark', label: '深色' },
  { value: 'system', label: '跟随系统' },
]

/** 系统设置 (SH-36 … SH-43): every control takes effect and is stored at once. */
export function SettingDrawer() {
  const isOpen = useSettingDrawer((state) => state.isOpen)
  const isPhone = useIsPhone()
  return (
    <Drawer
      open={isOpen}
      onClose={closeSettingDrawer}
      title="系统设置"
      size={isPhone ? '80%' : LAYOUT_PX.settingDrawer}
      placement={isPhone ? 'bottom' : 'right'}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      styles={{ header: { padding: '10px 20px' }, body: { padding: 0 }, footer: { padding: '8px 12px 8px 20px' } }}
      footer={<Footer />}
    >
      <Look />
      <LayoutSection />
      <Reading />
    </Drawer>
  )
}

function Look() {
  const { appearance, theme, color, layout } = useSettings()
  const change = useChangeSetting()
  return (
    <>
      <Section title="外观">
        <Segmented
          block
          aria-label="外观"
          options={APPEARANCES}
          value={appearance}
          onChange={(value) => change('appearance', value)}
        />
      </Section>
      <Section title="菜单主题">
        <PictureChoice
          label="菜单主题"
          value={theme}
          onChange={(value) => change('theme', value)}
          options={[
            { value: 'light', label: '亮色菜单', sketch: 'light-menu' },
            { value: 'dark', label: '暗色菜单', sketch: 'dark-menu' },
          ]}
        />
      </Section>
      <Section title="主题色">
        <ColourChoice value={color} onChange={(value) => change('color', value)} />
      </Section>
      <Section title="导航">
        <PictureChoice
          label="导航"
          value={layout}
          onChange={(value) => change('layout', value)}
          options={[
            { value: 'topmenu', label: '顶部菜单', sketch: 'top-menu' },
            { value: 'sidemenu', label: '侧边菜单', sketch: 'side-menu' },
          ]}
        />
      </Section>
    </>
  )
}

function Reading() {
  const { weak, isMotionReduced } = useSettings()
  const change = useChangeSetting()
  return (
    <Section title="值班与可读性">
      <SwitchRow label="色弱模式" note="换用色弱安全配色" value={weak} onChange={(value) => change('weak', value)} />
      <SwitchRow label="减少动态效果" value={isMotionReduced} onChange={(value) => change('isMotionReduced', value)} />
    </Section>
  )
}

function Footer() {
  const notify = useNotify()
  const reset = () => {
    try {
      resetSettings()
    } catch {
      notify.line(MESSAGES['theme.failed'], 'error')
    }
  }
  return (
    <div className={styles.footer}>
      设置保存在本浏览器
      <Button type="text" className="push" onClick={reset}>
        恢复默认
      </Button>
    </div>
  )
}
