import { BellOutlined, DisconnectOutlined } from '@ant-design/icons'
import { LAYOUT_PX } from '@natim/contract/constants'
import { Badge, Button, Popover } from 'antd'
import { useRef, useState } from 'react'
import { lazyPart, useOnceWanted } from '../../lib/lazy-part.ts'
import { useNoticePhase } from '../../lib/socket/notice.ts'
import { useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import styles from './notice-bell.module.css'
import { useArrivingNotices } from './use-arriving-notices.tsx'
import { unreadTotal, useUnread } from './use-unread.ts'

const BellPanel = lazyPart(async () => (await import('./bell-panel.tsx')).BellPanel)
const NoticeDetail = lazyPart(async () => (await import('./notice-detail.tsx')).NoticeDetail)

/** Bell of the header with everything that notices do: count, list, detail, cards, voice. One for the console. */
export function NoticeBell() {
  useArrivingNotices()
  const unread = useUnread()
  const isBroken = useNoticePhase() === 'closed'
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const total = unreadTotal(unread.data)
  const close = () => {
    // Esc, or a choice, in the panel: the keyboard goes back to where it came from.
    if (panel.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    setIsOpen(false)
  }
  const toggle = (next: boolean) => {
    if (!next) return close()
    setIsOpen(true)
    void unread.refetch()
  }
  const label = [total > 0 ? `通知，${total} 条未读` : '通知', isBroken && '连接已断开'].filter(Boolean).join('，')
  return (
    <>
      <Popover
        open={isOpen}
        onOpenChange={toggle}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        align={{ overflow: { shiftX: true, adjustY: true } }}
        destroyOnHidden
        // The panel stands at the end of the document: the keyboard is taken there.
        afterOpenChange={(open) => open && panel.current?.focus({ preventScroll: true })}
        styles={{ container: { width: LAYOUT_PX.noticePopover, padding: 0 } }}
        content={<BellPanel ref={panel} unread={unread} onClose={close} />}
      >
        <Badge count={total} size="small" offset={[-8, 8]}>
          <Button
            ref={button}
            type="text"
            className={styles.bell}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            icon={<BellOutlined />}
          />
          {isBroken && <DisconnectOutlined className={styles.broken} aria-hidden />}
        </Badge>
      </Popover>
      <Detail />
    </>
  )
}

function Detail() {
  const isShown = useOnceWanted(useNoticeDesk(({ open }) => open !== undefined))
  return isShown && <NoticeDetail />
}
