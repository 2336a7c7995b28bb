import { FormOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useListContext } from '../context.ts'
import { useMay } from '../use-may.ts'
import { useSelectionRefusal } from '../use-selection-refusal.ts'
import { SelectionButton } from './selection-button.tsx'

const BulkEditDialog = lazyPart(async () => (await import('./bulk-edit-dialog.tsx')).BulkEditDialog)

/**
 * 批量修改: sets the same values on the ticked rows; absent where the list does not support it or the user lacks the
 * right.
 */
export function BulkEditButton() {
  const { resource } = useListContext()
  const mayEdit = useMay(resource.endpoints.updateMany)
  const refusal = useSelectionRefusal('update')
  const [isOpen, setIsOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <SelectionButton icon={<FormOutlined aria-hidden />} hasDialog refusal={refusal} onClick={() => setIsOpen(true)}>
        批量修改
      </SelectionButton>
      {isOpen && <BulkEditDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
