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
  /** Number of files kept, the last ones; 0 = unlimited. */
  readonly count?: number
  readonly biz?: string
  /** The existing files. */
  readonly value?: UploadValue | undefined
  readonly disabled?: boolean
  readonly onOk: (files: readonly UploadedFile[]) => void
  readonly onCancel: () => void
}

const TITLES = { file: '文件上传', image: '图片上传' } as const

/** File upload in a dialog (WG-84); emits nothing before OK. */
export function UploadDialog(props: UploadDialogProps) {
  const { isOpen, kind = 'file', count = 0, biz, value, disabled = false, onOk, onCancel } = props
  const notify = useNotify()
  const [files, setFiles] = useState<readonly UploadedFile[]>()
  const initial = value === undefined || value.length === 0 ? undefined : value
  const submit = () => {
    const done = files?.filter(({ status }) => status === 'done')
    // Unchanged: the existing value stays.
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
