import { FormOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useListContext } from '../context.ts'
import { useMay } from '../use-may.ts'
import styles from './toolbar.module.css'

const BulkEditDialog = lazyPart(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog)

/** 批量修改: the same values for the ticked rows; absent where the list or the user cannot. */
export function BulkEditButton() {
  const { resource } = useListContext()
  const mayEdit = useMay(resource.endpoints.updateMany)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button
        type="link"
        size="small"
        className={styles.link}
        icon={<FormOutlined aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        批量修改
      </Button>
      {isOpen && <BulkEditDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
