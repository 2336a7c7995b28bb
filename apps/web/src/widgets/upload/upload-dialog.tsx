import { MODAL_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FileUpload } from './file-upload.tsx'
import type { UploadedFile, UploadValue } from './uploaded-file.ts'

export interface UploadDialogProps {
  readonly isOpen: boolean
  readonly kind?: 'file' | 'image'
  /** Files kept, the last ones; 0 = any number. */
  readonly count?: number
  readonly biz?: string
  /** What is there already. */
  readonly value?: UploadValue | undefined
  readonly disabled?: boolean
  readonly onOk: (files: readonly UploadedFile[]) => void
  readonly onCancel: () => void
}

const TITLES = { file: '文件上传', image: '图片上传' } as const

/** Files in a pop-up of their own (WG-84); nothing is told before OK. */
export function UploadDialog(props: UploadDialogProps) {
  const { isOpen, kind = 'file', count = 0, biz, value, disabled = false, onOk, onCancel } = props
  const notify = useNotify()
  const [files, setFiles] = useState<readonly UploadedFile[]>()
  const initial = value === undefined || value.length === 0 ? undefined : value
  const submit = () => {
    const done = files?.filter(({ status }) => status === 'done')
    // Nothing was touched: what was there counts.
    if (done === undefined && initial !== undefined) onCancel()
    else if (done === undefined || done.length === 0) notify.line(MESSAGES['upload.none'], 'error')
    else onOk(done)
  }
  return (
    <Dialog
      open={isOpen}
      title={TITLES[kind]}
      width={MODAL_PX.uploadPopup}
      onOk={submit}
      onCancel={onCancel}
      okButtonProps={{ disabled }}
      afterClose={() => setFiles(undefined)}
      destroyOnHidden
    >
      <FileUpload
        kind={kind}
        count={count}
        {...(biz === undefined ? {} : { biz })}
        value={value}
        onFiles={setFiles}
        disabled={disabled}
      />
    </Dialog>
  )
}
