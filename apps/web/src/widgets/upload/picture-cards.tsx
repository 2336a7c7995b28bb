import { DeleteOutlined, EyeOutlined, LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons'
import { MESSAGES } from '@natim/contract/messages'
import { Progress, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { PreviewDialog } from './preview-dialog.tsx'
import styles from './upload.module.css'
import type { Move, UploadedFile } from './uploaded-file.ts'
import type { Uploads } from './use-uploads.ts'

interface PictureCardsProps {
  readonly uploads: Uploads
  readonly disabled: boolean
  /** Wraps content so that it opens the file dialog; absent = no further picture. */
  readonly trigger: ((content: ReactNode) => ReactNode) | undefined
}

/** Pictures as cards in order, reorderable by arrows; the add tile is last. */
export function PictureCards({ uploads, disabled, trigger }: PictureCardsProps) {
  const [shown, setShown] = useState<UploadedFile>()
  return (
    <>
      <ul className={styles.cards}>
        {uploads.files.map((file, index) => (
          <PictureCard
            key={file.id}
            file={file}
            onShow={() => setShown(file)}
            onMove={disabled ? undefined : (by) => uploads.move(index, by)}
            onRemove={disabled ? undefined : () => uploads.remove(file.id)}
          />
        ))}
        {trigger && (
          <li>
            {trigger(
              <button type="button" className={styles.add}>
                <PlusOutlined aria-hidden />
                <span>上传</span>
              </button>,
            )}
          </li>
        )}
        {!trigger && uploads.files.length === 0 && <li className={styles.none}>暂无图片</li>}
      </ul>
      <PreviewDialog file={shown} onClose={() => setShown(undefined)} />
    </>
  )
}

interface PictureCardProps {
  readonly file: UploadedFile
  readonly onShow: () => void
  readonly onMove: ((by: Move) => void) | undefined
  readonly onRemove: (() => void) | undefined
}

function PictureCard({ file, onShow, onMove, onRemove }: PictureCardProps) {
  const { name, status, message, percent, url } = file
  const onKeyDown = (event: KeyboardEvent) => {
    if (!onMove || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    onMove(event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li className={styles.card} data-status={status}>
      {status === 'done' && <img className={styles.picture} src={url} alt={name} />}
      {status === 'uploading' && (
        <Progress type="circle" size={44} percent={Math.round(percent)} aria-label={`${name} 上传进度`} />
      )}
      {status === 'error' && (
        <Tooltip title={message || MESSAGES['upload.failed']}>
          <span className={styles.failed}>{name}</span>
        </Tooltip>
      )}
      <div className={styles.actions}>
        {onMove && (
          <CardButton label={`左移 ${name}`} icon={<LeftOutlined />} onClick={() => onMove(-1)} onKeyDown={onKeyDown} />
        )}
        {status === 'done' && (
          <CardButton label={`预览 ${name}`} icon={<EyeOutlined />} onClick={onShow} onKeyDown={onKeyDown} />
        )}
        {onRemove && (
          <CardButton label={`移除 ${name}`} icon={<DeleteOutlined />} onClick={onRemove} onKeyDown={onKeyDown} />
        )}
        {onMove && (
          <CardButton label={`右移 ${name}`} icon={<RightOutlined />} onClick={() => onMove(1)} onKeyDown={onKeyDown} />
        )}
      </div>
    </li>
  )
}

interface CardButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
  /** Arrow keys move the card from any of its buttons. */
  readonly onKeyDown: (event: KeyboardEvent) => void
}

const CardButton = ({ label, icon, onClick, onKeyDown }: CardButtonProps) => (
  <button
    type="button"
    className={styles.cardButton}
    aria-label={label}
    title={label}
    onClick={onClick}
    onKeyDown={onKeyDown}
  >
    {icon}
  </button>
)
