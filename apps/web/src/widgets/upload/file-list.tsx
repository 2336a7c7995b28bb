import { CloseCircleFilled, DeleteOutlined, PaperClipOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { Button, Progress, Tooltip } from 'antd'
import { useState } from 'react'
import { isImagePath } from './image-path.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import styles from './upload.module.css'
import type { UploadedFile } from './uploaded-file.ts'
import { useOpenFile } from './use-open-file.ts'
import type { Uploads } from './use-uploads.ts'

interface FileListProps {
  readonly uploads: Uploads
  readonly disabled: boolean
}

/** List of files: name, progress, remove. A click opens or saves a file; a picture is previewed. */
export function FileList({ uploads, disabled }: FileListProps) {
  const open = useOpenFile()
  const [shown, setShown] = useState<UploadedFile>()
  if (uploads.files.length === 0) return null
  return (
    <>
      <ul className={styles.list}>
        {uploads.files.map((file) => (
          <FileLine
            key={file.id}
            file={file}
            onOpen={() => (isImagePath(file) ? setShown(file) : open(file))}
            onRemove={disabled ? undefined : () => uploads.remove(file.id)}
          />
        ))}
      </ul>
      <PreviewDialog file={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

interface FileLineProps {
  readonly file: UploadedFile
  readonly onOpen: () => void
  readonly onRemove: (() => void) | undefined
}

function FileLine({ file, onOpen, onRemove }: FileLineProps) {
  const { name, status, message, percent } = file
  const isFailed = status === 'error'
  return (
    <li className={styles.line} data-status={status}>
      {isFailed ? (
        <CloseCircleFilled className={styles.mark} aria-hidden />
      ) : (
        <PaperClipOutlined className={styles.mark} aria-hidden />
      )}
      <Tooltip title={isFailed ? message || MESSAGES['upload.failed'] : undefined}>
        <button
          type="button"
          className={`${styles.name} ellipsis`}
          title={isFailed ? undefined : name}
          onClick={onOpen}
        >
          {name}
        </button>
      </Tooltip>
      {status === 'uploading' && (
        <Progress
          className={styles.progress}
          percent={Math.round(percent)}
          size="small"
          aria-label={`${name} 上传进度`}
        />
      )}
      {onRemove && (
        <Button type="text" size="small" icon={<DeleteOutlined />} aria-label={`移除 ${name}`} onClick={onRemove} />
      )}
    </li>
  )
}
