import { UploadOutlined } from '@ant-design/icons'
import { UPLOAD } from '@natim/contract/constants'
import { Button, Upload } from 'antd'
import { useIsDisabled } from '../use-is-disabled.ts'
import { FileList } from './file-list.tsx'
import { PictureCards } from './picture-cards.tsx'
import { pathsOf, recordsOf, type UploadedFile, type UploadValue } from './uploaded-file.ts'
import { useUploads } from './use-uploads.ts'

export interface FileUploadProps {
  /** Either form can be read; `returnUrl` says which is told. */
  readonly value?: UploadValue | null | undefined
  /** Called when nothing is under way any more, with what is stored (WG-76). */
  readonly onChange?: (value: UploadValue) => void
  /** The same with everything that is known of the files. */
  readonly onFiles?: (files: readonly UploadedFile[]) => void
  /** The value is a comma list of paths; else a list of records. */
  readonly returnUrl?: boolean
  /** Files kept, the last ones; 0 = any number. */
  readonly count?: number
  /** Folder of the store. */
  readonly biz?: string
  /** `image`: picture cards, and nothing but pictures. */
  readonly kind?: 'file' | 'image'
  /** Several files of one choice. */
  readonly isMulti?: boolean
  /** Offers no further file once `count` are there; by default a further one takes the place of the first. */
  readonly isClosedWhenFull?: boolean
  /** Choice of the system dialog, as the `accept` of an input. */
  readonly accept?: string
  /** May veto a file before it leaves (WG-86). */
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
        // Sent by our own client, which knows headers, failures and the end of a session.
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
