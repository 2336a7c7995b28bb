import { SearchOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { Button, Modal, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { MenuTheme } from '../menu/menu-theme.tsx'
import { useMenuVariables } from '../menu/menu-variables.ts'
import styles from './menu-search.module.css'
import { matchesTitle, type SearchEntry, searchEntries } from './search-entries.ts'

export interface MenuSearchProps {
  readonly menu: readonly MenuNode[]
  readonly isMobile: boolean
}

/** SH-32: opens a select in the header, on mobile in a modal; Ctrl K opens it from anywhere. */
export function MenuSearch({ menu, isMobile }: MenuSearchProps) {
  const [isOpen, setIsOpen] = useState(false)
  const variables = useMenuVariables()
  const entries = useMemo(() => searchEntries(menu, variables), [menu, variables])
  useHotKey(() => setIsOpen(true))
  const close = () => setIsOpen(false)
  if (isMobile) {
    return (
      <>
        <Button type="text" icon={<SearchOutlined />} aria-label="搜索菜单" onClick={() => setIsOpen(true)} />
        <Modal open={isOpen} title="搜索菜单" footer={null} onCancel={close} destroyOnHidden>
          <EntrySelect entries={entries} onDone={close} className={styles.wide} />
        </Modal>
      </>
    )
  }
  if (isOpen) {
    return (
      <MenuTheme>
        <EntrySelect entries={entries} onDone={close} className={styles.select} />
      </MenuTheme>
    )
  }
  return (
    <button type="button" className={styles.field} aria-keyshortcuts="Control+K" onClick={() => setIsOpen(true)}>
      <SearchOutlined aria-hidden />
      搜索菜单
      <kbd className={styles.key}>Ctrl K</kbd>
    </button>
  )
}

function useHotKey(onPress: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}

interface EntrySelectProps {
  readonly entries: readonly SearchEntry[]
  readonly onDone: () => void
  readonly className: string | undefined
}

function EntrySelect({ entries, onDone, className }: EntrySelectProps) {
  const navigate = useNavigate()
  const go = (key: string) => {
    const link = entries.find((entry) => entry.key === key)?.link
    onDone()
    if (link?.kind === 'page') navigate(link.path)
    if (link?.kind === 'window') window.open(link.href, '_blank', 'noopener')
  }
  return (
    <Select<string>
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is drawn when the user asks to search
      autoFocus
      defaultOpen
      className={className ?? ''}
      aria-label="搜索菜单"
      placeholder="输入菜单名称"
      suffixIcon={<SearchOutlined />}
      popupMatchSelectWidth={320}
      notFoundContent="没有匹配的菜单"
      showSearch={{ filterOption: (text, option) => matchesTitle(option?.title ?? '', text) }}
      options={entries.map(({ key, title, groups }) => ({
        value: key,
        label: title,
        title,
        groups: groups.join(' / '),
      }))}
      optionRender={({ data }) => (
        <span className={styles.option}>
          <span className="ellipsis">{data.title}</span>
          <span className={styles.groups}>{data.groups}</span>
        </span>
      )}
      onSelect={go}
      onBlur={onDone}
      onOpenChange={(isListOpen) => !isListOpen && onDone()}
    />
  )
}
