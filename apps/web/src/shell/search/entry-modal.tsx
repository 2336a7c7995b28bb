import { Modal } from 'antd'
import { EntrySelect, type EntrySelectProps } from './entry-select.tsx'
import styles from './menu-search.module.css'

/** The search on a phone, whose header has no room for a field. */
export const EntryModal = ({ entries, onDone }: Pick<EntrySelectProps, 'entries' | 'onDone'>) => (
  <Modal open title="搜索菜单" footer={null} onCancel={onDone}>
    <EntrySelect entries={entries} onDone={onDone} className={styles.wide} />
  </Modal>
)
