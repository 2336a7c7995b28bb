import type { MenuNode } from '@natim/contract/system/session'
import { Modal } from 'antd'
import { useRef } from 'react'
import styles from './menu-search.module.css'
import { SearchPanel } from './search-panel.tsx'

export interface SearchDialogProps {
  readonly menu: readonly MenuNode[]
  readonly isMobile: boolean
  readonly isOpen: boolean
  readonly onClose: () => void
}

const WIDTH_PX = 920

/** The search over the page; on mobile full screen. */
export function SearchDialog({ menu, isMobile, isOpen, onClose }: SearchDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={isOpen}
      title="全局搜索"
      footer={null}
      closable={isMobile}
      width={isMobile ? '100%' : WIDTH_PX}
      className={isMobile ? (styles.window ?? '') : (styles.dialog ?? '')}
      onCancel={onClose}
      // The dialog takes the focus once it is open; move it to the field.
      afterOpenChange={(isThere) => isThere && field.current?.focus()}
      destroyOnHidden
    >
      <SearchPanel menu={menu} isMobile={isMobile} field={field} onDone={onClose} />
    </Modal>
  )
}
