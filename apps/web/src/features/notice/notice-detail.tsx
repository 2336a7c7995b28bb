import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { NOTICE_MODAL_WIDTH } from '@natim/contract/constants'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useIsMobile } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { hideNotice, useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import { type OpenableNotice, publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import { RichTextView } from '../../widgets/rich-text-view/rich-text-view.tsx'
import { GoHandleButton } from './go-handle-button.tsx'
import styles from './notice-detail.module.css'

/** The open announcement over the page: 60 % of the window, or all of it (SH-50). */
export function NoticeDetail() {
  const notice = useNoticeDesk((state) => state.open)
  const [shown, setShown] = useState(notice)
  // What is shown stays while the dialog closes.
  if (notice !== undefined && notice !== shown) setShown(notice)
  const isMobile = useIsMobile()
  const [isFull, setIsFull] = useState(false)
  const isWhole = isFull || isMobile
  return (
    <Modal
      open={notice !== undefined}
      onCancel={hideNotice}
      afterClose={() => setIsFull(false)}
      width={NOTICE_MODAL_WIDTH[isWhole ? 1 : 0]}
      wrapClassName={isWhole ? styles.whole : undefined}
      classNames={{ body: styles.body }}
      title={<Head isFull={isFull} canGrow={!isMobile} onToggle={() => setIsFull(!isFull)} />}
      footer={
        <>
          <Button onClick={hideNotice}>关闭</Button>
          {shown?.openType === 'url' && shown.openPage && <GoHandleButton openPage={shown.openPage} />}
        </>
      }
      destroyOnHidden
    >
      {shown && <NoticeText notice={shown} />}
    </Modal>
  )
}

interface HeadProps {
  readonly isFull: boolean
  readonly canGrow: boolean
  readonly onToggle: () => void
}

function Head({ isFull, canGrow, onToggle }: HeadProps) {
  return (
    <span className={styles.head}>
      通知消息
      {canGrow && (
        <Button
          type="text"
          size="small"
          className={styles.grow}
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          aria-label={isFull ? '退出全屏' : '全屏'}
          onClick={onToggle}
        />
      )}
    </span>
  )
}

function NoticeText({ notice }: { readonly notice: OpenableNotice }) {
  return (
    <article className={styles.notice}>
      <header className={styles.title}>
        <h2 className="t-page">{notice.title}</h2>
        <p className="t-caption">
          <PriorityTag priority={notice.priority} />
          <span>发布人：{notice.sender_dictText || notice.sender || '—'}</span>
          <span>发布时间：{publishedAt(notice)}</span>
        </p>
      </header>
      {notice.msgContent.trim() === '' ? <EmptyState title="没有正文" /> : <RichTextView html={notice.msgContent} />}
    </article>
  )
}
