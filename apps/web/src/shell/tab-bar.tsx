import { CloseOutlined, ReloadOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useNotify } from '../lib/notify.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { LinkLamp } from './link-lamp.tsx'
import type { Page } from './page.ts'
import styles from './tab-bar.module.css'
import { HOME_TAB, type Tab, tabActions, useTabs } from './tab-store.ts'

export interface TabBarProps {
  readonly activeKey: string
  readonly page: Page | undefined
  readonly isMobile: boolean
}

/** Open pages at the left, link and server time at the right (design §4). On mobile the breadcrumb stands instead. */
export function TabBar({ activeKey, page, isMobile }: TabBarProps) {
  const tabs = useTabs((state) => state.tabs)
  return (
    <div className={styles.bar}>
      {isMobile ? (
        <Breadcrumb page={page} />
      ) : (
        <nav aria-label="打开的页面" className={styles.scroll}>
          <ul className={styles.tabs}>
            {tabs.map((tab) => (
              <TabItem key={tab.key} tab={tab} isActive={tab.key === activeKey} activeKey={activeKey} />
            ))}
          </ul>
        </nav>
      )}
      <LinkLamp />
    </div>
  )
}

function TabItem({
  tab,
  isActive,
  activeKey,
}: {
  readonly tab: Tab
  readonly isActive: boolean
  readonly activeKey: string
}) {
  const notify = useNotify()
  const navigate = useNavigate()
  const close = () => {
    if (tab.key === HOME_TAB.key) {
      notify.line(MESSAGES['tab.home'])
      return
    }
    const next = tabActions.close(tab.key, activeKey)
    if (next) navigate(next.pathname + next.search)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete') return
    event.preventDefault()
    close()
  }
  return (
    <li className={styles.tab} data-active={isActive}>
      <Link
        to={tab.pathname + tab.search}
        className={styles.link}
        aria-current={isActive ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        onKeyDown={onKeyDown}
        onAuxClick={(event) => event.button === 1 && close()}
      >
        {tab.title}
      </Link>
      {isActive && (
        <Button
          type="text"
          size="small"
          className={styles.icon}
          icon={<ReloadOutlined />}
          aria-label={`刷新 ${tab.title}`}
          onClick={() => tabActions.refresh(tab.key)}
        />
      )}
      {tab.key !== HOME_TAB.key && (
        <Button
          type="text"
          size="small"
          className={styles.icon}
          icon={<CloseOutlined />}
          aria-label={`关闭 ${tab.title}`}
          onClick={close}
        />
      )}
    </li>
  )
}
