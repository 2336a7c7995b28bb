import { SearchOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import styles from './menu-search.module.css'

const SearchPanel = lazyPart(async () => (await import('./search-panel.tsx')).SearchPanel)

export interface MenuSearchProps {
  readonly menu: readonly MenuNode[]
  readonly isMobile: boolean
}

const WIDTH_PX = 920

/** SH-32: opens the search over the page, on mobile over the whole window; Ctrl K opens it from anywhere. */
export function MenuSearch({ menu, isMobile }: MenuSearchProps) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const close = () => setIsOpen(false)
  const field = useRef<HTMLInputElement>(null)
  useHotKey(open)
  return (
    <>
      {isMobile ? (
        <Button type="text" icon={<SearchOutlined />} aria-label="搜索菜单" onClick={open} />
      ) : (
        <button type="button" className={styles.field} aria-keyshortcuts="Control+K" onClick={open}>
          <SearchOutlined aria-hidden />
          搜索菜单、设备、人员
          <kbd className={styles.key}>Ctrl K</kbd>
        </button>
      )}
      <Modal
        open={isOpen}
        title={isMobile ? '搜索菜单' : '全局搜索'}
        footer={null}
        closable={isMobile}
        width={isMobile ? '100%' : WIDTH_PX}
        className={isMobile ? (styles.window ?? '') : (styles.dialog ?? '')}
        onCancel={close}
        // The dialog takes the keyboard once it has come; the field wants it, unless its code is still on the way.
        afterOpenChange={(isThere) => isThere && field.current?.focus()}
        destroyOnHidden
      >
        <SearchPanel menu={menu} isMobile={isMobile} field={field} onDone={close} />
      </Modal>
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
