import { UploadOutlined } from '@ant-design/icons'
import { UPLOAD } from '@natim/contract/constants'
import { Button, Upload } from 'antd'
import { useIsDisabled } from '../use-is-disabled.ts'
import { FileList } from './file-list.tsx'
import { PictureCards } from './picture-cards.tsx'
import { pathsOf, recordsOf, type UploadedFile, type UploadValue } from './uploaded-file.ts'
import { useUploads } from './use-uploads.ts'

export interface FileUploadProps {
  /** Both forms are accepted; `returnUrl` selects the emitted one. */
  readonly value?: UploadValue | null | undefined
  /** Called with the stored files once no upload is in flight (WG-76). */
  readonly onChange?: (value: UploadValue) => void
  /** Same with all known properties of the files. */
  readonly onFiles?: (files: readonly UploadedFile[]) => void
  /** The value is a comma list of paths; otherwise a list of records. */
  readonly returnUrl?: boolean
  /** Number of files kept, the last ones; 0 = unlimited. */
  readonly count?: number
  /** Folder of the storage. */
  readonly biz?: string
  /** `image`: picture cards, pictures only. */
  readonly kind?: 'file' | 'image'
  /** Allows choosing several files at once. */
  readonly isMulti?: boolean
  /** Offers no further file once there are `count`; by default a further one replaces the first. */
  readonly isClosedWhenFull?: boolean
  /** File filter of the system dialog, as `accept` of an input. */
  readonly accept?: string
  /** May veto a file before the upload (WG-86). */
  readonly beforeUpload?: (file: File) => boolean | Promise<boolean>
  readonly disabled?: boolean | undefined
  readonly id?: string
  readonly 'aria-label'?: string
}

/** Files of a form: uploaded when chosen, listed with their progress. */
export function FileUpload(props: FileUploadProps) {
  const { value, onChange, onFiles, returnUrl = true, count = UPLOAD.limit, biz = UPLOAD.biz, kind = 'file' } = props
  const { isMulti = true, isClosedWhenFull = false, accept, beforeUpload } = props
  const disabled = useIsDisabled(props.disabled)
  const uploads = useUploads({
    value,
    onSettled: (files) => {
      onChange?.(returnUrl ? pathsOf(files) : recordsOf(files))
      onFiles?.(files)
    },
    count,
    biz,
    kind,
    beforeUpload,
  })
  const isFull = isClosedWhenFull && count > 0 && uploads.files.length >= count
  const trigger = (content: React.ReactNode) => (
    <Upload
      id={props.id}
      multiple={isMulti}
      accept={accept ?? (kind === 'image' ? 'image/*' : undefined)}
      showUploadList={false}
      disabled={disabled}
      beforeUpload={(file) => {
        void uploads.add(file)
        // Uploaded by our own client, which handles headers, failures and expired sessions.
        return false
      }}
    >
      {content}
    </Upload>
  )
  if (kind === 'image') {
    return <PictureCards uploads={uploads} disabled={disabled} trigger={disabled || isFull ? undefined : trigger} />
  }
  return (
    <div>
      {!isFull &&
        trigger(
          <Button icon={<UploadOutlined aria-hidden />} disabled={disabled} aria-label={props['aria-label']}>
            点击上传
          </Button>,
        )}
      <FileList uploads={uploads} disabled={disabled} />
    </div>
  )
}
