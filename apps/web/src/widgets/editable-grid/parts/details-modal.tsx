import { MODAL_PX } from '@natim/contract/constants'
import { type ReactNode, useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import type { GridValues } from '../core/rows.ts'

/** Row details: content of the page, and the action of OK (WG-205). */
export interface RowDetails {
  readonly mainForm: (row: GridValues) => ReactNode
  readonly subForm?: (row: GridValues) => ReactNode
  /** Resolves to false to keep the dialog open. */
  readonly onConfirm?: (row: GridValues) => boolean | void | Promise<boolean | void>
}

interface DetailsModalProps {
  readonly details: RowDetails
  readonly row: GridValues | undefined
  readonly onClose: () => void
}

export function DetailsModal({ details, row, onClose }: DetailsModalProps) {
  const [isSaving, setIsSaving] = useState(false)
  const confirm = async () => {
    if (!row) return
    setIsSaving(true)
    try {
      if ((await details.onConfirm?.(row)) !== false) onClose()
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open={row !== undefined}
      title="详细信息"
      width={MODAL_PX.details}
      isSaving={isSaving}
      onOk={() => void confirm()}
      onCancel={onClose}
      destroyOnHidden
    >
      {row && (
        <div className="stack">
          {details.mainForm(row)}
          {details.subForm?.(row)}
        </div>
      )}
    </Dialog>
  )
}
