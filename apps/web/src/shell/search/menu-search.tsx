import { SearchOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { useEffect, useMemo, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { useMenuVariables } from '../menu/menu-variables.ts'
import styles from './menu-search.module.css'
import { searchEntries } from './search-entries.ts'

const EntrySelect = lazyPart(() => loadWithAntd(async () => (await import('./entry-select.tsx')).EntrySelect))
const EntryModal = lazyPart(() => loadWithAntd(async () => (await import('./entry-modal.tsx')).EntryModal))

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
        <IconButton isLarge icon={<SearchOutlined />} aria-label="搜索菜单" onClick={() => setIsOpen(true)} />
        {isOpen && <EntryModal entries={entries} onDone={close} />}
      </>
    )
  }
  if (isOpen) {
    return <EntrySelect entries={entries} onDone={close} className={styles.select} />
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
