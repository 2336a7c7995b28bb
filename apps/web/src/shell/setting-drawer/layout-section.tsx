import { useChangeSetting, useSettings } from '../../lib/settings-store.ts'
import { Section } from './section.tsx'
import { ChoiceRow, SwitchRow } from './setting-row.tsx'

/** Width, density and fixed parts; a setting without effect says when it has one. */
export function LayoutSection() {
  const { layout, contentWidth, density, fixedHeader, autoHideHeader, fixSiderbar, multipage, device } = useSettings()
  const change = useChangeSetting()
  const isTop = layout === 'topmenu'
  return (
    <Section title="布局">
      <ChoiceRow
        label="内容宽度"
        note={isTop ? undefined : '流式仅顶部菜单'}
        value={isTop ? contentWidth : 'Fixed'}
        onChange={(value) => change('contentWidth', value)}
        options={[
          { value: 'Fixed', label: '定宽' },
          { value: 'Fluid', label: '流式', disabled: !isTop },
        ]}
      />
      <ChoiceRow
        label="密度"
        value={density}
        onChange={(value) => change('density', value)}
        options={[
          { value: 'standard', label: '标准' },
          { value: 'compact', label: '紧凑' },
        ]}
      />
      <SwitchRow label="固定头部" value={fixedHeader} onChange={(value) => change('fixedHeader', value)} />
      <SwitchRow
        label="下滑时隐藏头部"
        note={fixedHeader ? undefined : '仅固定头部'}
        value={autoHideHeader}
        isDisabled={!fixedHeader}
        onChange={(value) => change('autoHideHeader', value)}
      />
      <SwitchRow
        label="固定侧边栏"
        note={isTop ? '仅侧边菜单' : undefined}
        value={fixSiderbar}
        isDisabled={isTop}
        onChange={(value) => change('fixSiderbar', value)}
      />
      <SwitchRow
        label="多标签页"
        note={device === 'mobile' ? '窄屏下不显示标签' : undefined}
        value={multipage}
        onChange={(value) => change('multipage', value)}
      />
    </Section>
  )
}
