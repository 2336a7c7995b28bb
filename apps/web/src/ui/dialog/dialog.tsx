import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { Button, Modal, type ModalProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { PHONE_MEDIA } from '../../theme/metrics.ts'
import { useMedia } from '../../theme/use-media.ts'
import styles from './dialog.module.css'
import { useDrag } from './use-drag.ts'
import { useFocusAbove } from './use-focus-above.ts'
import { useOpener } from './use-opener.ts'

export interface DialogProps
  extends Omit<ModalProps, 'width' | 'title' | 'keyboard' | 'modalRender' | 'wrapClassName'> {
  readonly title: ReactNode
  /** px, or a CSS width; full screen on a phone. */
  readonly width?: number | string
  /** While saving it has no close button and ignores Esc. */
  readonly isSaving?: boolean
  /** Same permanently: closable only by its own buttons. */
  readonly isLocked?: boolean
}

const MASK = { closable: false }

/**
 * Modal of the business pages (SH-57): draggable by its title, full screen toggle, closable by Esc unless saving. An
 * outside click does not discard typed input. Focus is trapped and returns to the opener.
 */
export function Dialog({
  title,
  width = 520,
  isSaving = false,
  isLocked = false,
  mask = MASK,
  afterClose,
  afterOpenChange,
  children,
  ...modal
}: DialogProps) {
  const isPhone = useMedia(PHONE_MEDIA)
  const [isEnlarged, setIsEnlarged] = useState(false)
  const isFull = isPhone || isEnlarged
  const canLeave = !isSaving && !isLocked
  const drag = useDrag(!isFull)
  const goBack = useOpener(modal.open === true && mask === false)
  const noteOpened = useFocusAbove(modal.open === true)
  const { x, y } = drag.offset
  return (
    <Modal
      mask={mask}
      confirmLoading={isSaving}
      {...modal}
      width={isFull ? '100%' : width}
      wrapClassName={isFull ? (styles.full ?? '') : (styles.normal ?? '')}
      keyboard={canLeave}
      closable={canLeave && { 'aria-label': '关闭' }}
      afterOpenChange={(open) => {
        if (open) noteOpened()
        afterOpenChange?.(open)
      }}
      afterClose={() => {
        drag.reset()
        setIsEnlarged(false)
        goBack()
        afterClose?.()
      }}
      title={
        <div className={styles.title} data-draggable={!isFull} {...drag.handle}>
          <span className="ellipsis">{title}</span>
        </div>
      }
      modalRender={(node) => (
        // No transform unless moved: it would make the dialog the containing block of full-screen content.
        <div
          className={styles.frame}
          style={isFull || (x === 0 && y === 0) ? undefined : { transform: `translate(${x}px, ${y}px)` }}
        >
          {node}
          {/* Outside the title, which names the dialog. */}
          {!isPhone && <Enlarge isFull={isFull} isAlone={!canLeave} onClick={() => setIsEnlarged(!isEnlarged)} />}
        </div>
      )}
    >
      {children}
    </Modal>
  )
}

interface EnlargeProps {
  readonly isFull: boolean
  /** There is no close button beside it. */
  readonly isAlone: boolean
  readonly onClick: () => void
}

const Enlarge = ({ isFull, isAlone, onClick }: EnlargeProps) => (
  <Button
    type="text"
    size="small"
    className={styles.enlarge ?? ''}
    data-alone={isAlone}
    icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    aria-label={isFull ? '退出全屏' : '全屏'}
    onClick={onClick}
  />
)
