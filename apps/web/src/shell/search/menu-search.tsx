import { SearchOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { useEffect, useState } from 'react'
import { lazyPart, useOnceWanted } from '../../lib/lazy-part.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import styles from './menu-search.module.css'

const SearchDialog = lazyPart(() => loadWithAntd(async () => (await import('./search-dialog.tsx')).SearchDialog))

export interface MenuSearchProps {
  readonly menu: readonly MenuNode[]
  readonly isMobile: boolean
}

/** SH-32: opens the search over the page, on mobile full screen; Ctrl K opens it from anywhere. */
export function MenuSearch({ menu, isMobile }: MenuSearchProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isShown = useOnceWanted(isOpen)
  const open = () => setIsOpen(true)
  useHotKey(open)
  return (
    <>
      {isMobile ? (
        <IconButton isLarge icon={<SearchOutlined />} aria-label="全局搜索" onClick={open} />
      ) : (
        <button type="button" className={styles.field} aria-keyshortcuts="Control+K" onClick={open}>
          <SearchOutlined aria-hidden />
          搜索菜单、设备、人员
          <kbd className={styles.key}>Ctrl K</kbd>
        </button>
      )}
      {isShown && <SearchDialog menu={menu} isMobile={isMobile} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </>
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
