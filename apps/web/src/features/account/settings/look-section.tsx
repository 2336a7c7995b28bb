import { useChangeSetting, useSettings } from '../../../lib/settings-store.ts'
import { ChoiceRow, SwitchRow } from './choice-rows.tsx'
import { SettingSection } from './setting-section.tsx'

/** Appearance of the console on this machine; the setting drawer holds the remaining layout options. */
export function LookSection() {
  const { appearance, layout, density, multipage, weak, isMotionReduced } = useSettings()
  const change = useChangeSetting()
  return (
    <SettingSection id="account-look">
      <ChoiceRow
        label="外观"
        options={[
          { value: 'light', label: '浅色' },
          { value: 'dark', label: '深色' },
          { value: 'system', label: '跟随系统' },
        ]}
        value={appearance}
        onChange={(value) => change('appearance', value)}
      />
      <ChoiceRow
        label="导航"
        note="更多布局选项见右上角菜单中的系统设置"
        options={[
          { value: 'topmenu', label: '顶部菜单' },
          { value: 'sidemenu', label: '侧边菜单' },
        ]}
        value={layout}
        onChange={(value) => change('layout', value)}
      />
      <ChoiceRow
        label="表格密度"
        options={[
          { value: 'standard', label: '标准' },
          { value: 'compact', label: '紧凑' },
        ]}
        value={density}
        onChange={(value) => change('density', value)}
      />
      <SwitchRow
        label="多页签"
        note="打开过的页面保留为页签"
        value={multipage}
        onChange={(value) => change('multipage', value)}
      />
      <SwitchRow label="色弱模式" note="换用色弱安全配色" value={weak} onChange={(value) => change('weak', value)} />
      <SwitchRow label="减少动态效果" value={isMotionReduced} onChange={(value) => change('isMotionReduced', value)} />
    </SettingSection>
  )
}
