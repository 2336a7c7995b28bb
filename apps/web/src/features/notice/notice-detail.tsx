import { NOTICE_MODAL_WIDTH } from '@natim/contract/constants'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { hideNotice, useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import { type OpenableNotice, publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import { RichTextView } from '../../widgets/rich-text-view/rich-text-view.tsx'
import { GoHandleButton } from './go-handle-button.tsx'
import styles from './notice-detail.module.css'

/** The open announcement in a dialog: 60 % of the window, or full size (SH-50). */
export function NoticeDetail() {
  const notice = useNoticeDesk((state) => state.open)
  const [shown, setShown] = useState(notice)
  // The content stays during the closing animation.
  if (notice !== undefined && notice !== shown) setShown(notice)
  return (
    <Dialog
      open={notice !== undefined}
      title="通知消息"
      width={NOTICE_MODAL_WIDTH[0]}
      // There is no input to lose, so a click outside closes it.
      mask={{ closable: true }}
      classNames={{ body: styles.body }}
      onCancel={hideNotice}
      footer={
        <>
          <Button onClick={hideNotice}>关闭</Button>
          {shown?.openType === 'url' && shown.openPage && <GoHandleButton openPage={shown.openPage} />}
        </>
      }
      destroyOnHidden
    >
      {shown && <NoticeText notice={shown} />}
    </Dialog>
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
