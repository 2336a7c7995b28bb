import { NOTICE_MODAL_WIDTH } from '@natim/contract/constants'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { safeRedirect } from '../../lib/paths.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { hideNotice, useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import { type OpenableNotice, publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import { RichTextView } from '../../widgets/rich-text-view/rich-text-view.tsx'
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

const hasScheme = (address: string) => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
const isWebPage = (address: string) => /^https?:\/\//i.test(address)

/**
 * SH-51: opens the page the announcement is about; external addresses open in a new tab. The allowed hosts are a server
 * setting.
 */
function GoHandleButton({ openPage }: { readonly openPage: string }) {
  const navigate = useNavigate()
  const go = () => {
    hideNotice()
    navigate(safeRedirect(openPage.startsWith('/') ? openPage : `/${openPage}`))
  }
  if (!hasScheme(openPage)) {
    return (
      <Button type="primary" onClick={go}>
        去处理
      </Button>
    )
  }
  if (!isWebPage(openPage)) {
    return (
      <Tooltip title="不是网页地址，无法打开">
        <Button disabled>去处理</Button>
      </Tooltip>
    )
  }
  return (
    <Button type="primary" href={openPage} target="_blank" rel="noopener noreferrer" onClick={hideNotice}>
      去处理
    </Button>
  )
}
