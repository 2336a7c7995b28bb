import { type ReactNode, useState } from 'react'
import { AlarmSoundSlot, AlarmStrip } from '../alarm-strip/alarm-strip.tsx'
import { ConnectionIndicator } from '../connection-indicator.tsx'
import styles from './tab-bar.module.css'
import { TabItem } from './tab-item.tsx'
import { type OpenMenu, TabMenu } from './tab-menu.tsx'
import { useTabs } from './tab-store.ts'
import { useTabActions } from './use-tab-actions.ts'

export interface TabBarProps {
  readonly activeKey: string
  /** Replaces the tabs when they are off. */
  readonly breadcrumb: ReactNode
  readonly isTabbed: boolean
}

/** Open pages at the left; unacknowledged alarms, link state and server time at the right (design §4). */
export function TabBar({ activeKey, breadcrumb, isTabbed }: TabBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.inner}>
        {isTabbed ? <Tabs activeKey={activeKey} /> : breadcrumb}
        <AlarmStrip />
        <ConnectionIndicator />
        <AlarmSoundSlot />
      </div>
    </div>
  )
}

function Tabs({ activeKey }: { readonly activeKey: string }) {
  const tabs = useTabs((state) => state.tabs)
  const actions = useTabActions(activeKey)
  const [menu, setMenu] = useState<OpenMenu>()
  const closeMenu = () => setMenu(undefined)
  return (
    <nav aria-label="打开的页面" className={styles.scroll}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <TabItem key={tab.key} tab={tab} isActive={tab.key === activeKey} actions={actions} onMenu={setMenu} />
        ))}
      </ul>
      {menu && (
        <TabMenu key={`${menu.at.x}:${menu.at.y}`} open={menu} tabs={tabs} actions={actions} onClose={closeMenu} />
      )}
    </nav>
  )
}
