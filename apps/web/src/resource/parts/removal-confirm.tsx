import { Popconfirm } from 'antd'
import type { KeyboardEvent } from 'react'
import type { RemovalQuestion } from '../removal-question.ts'
import styles from './text-link.module.css'

export interface RemovalConfirmProps {
  readonly question: RemovalQuestion
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** The confirmation beside a row's 删除. Mounted only while open, because lists have many rows. */
export function RemovalConfirm({ question, onConfirm, onClose }: RemovalConfirmProps) {
  const { isBlocked, title, text } = question
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  return (
    <Popconfirm
      open
      placement="topRight"
      title={title}
      description={text}
      showCancel={!isBlocked}
      {...(isBlocked && { okText: '知道了' })}
      okButtonProps={{ danger: !isBlocked, autoFocus: true, onKeyDown }}
      cancelButtonProps={{ onKeyDown }}
      onConfirm={() => (isBlocked ? onClose() : onConfirm().finally(onClose))}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <span className={styles.over} />
    </Popconfirm>
  )
}
