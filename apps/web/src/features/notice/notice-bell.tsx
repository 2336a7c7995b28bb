import { BellOutlined, DisconnectOutlined } from '@ant-design/icons'
import { LAYOUT_PX } from '@natim/contract/constants'
import { Badge, Button, Popover } from 'antd'
import { useState } from 'react'
import { useNoticePhase } from '../../lib/socket/notice.ts'
import { BellPanel } from './bell-panel.tsx'
import styles from './notice-bell.module.css'
import { NoticeDetail } from './notice-detail.tsx'
import { useArrivingNotices } from './use-arriving-notices.tsx'
import { unreadTotal, useUnread } from './use-unread.ts'

/** Bell of the header with everything that notices do: count, list, detail, cards, voice. One for the console. */
export function NoticeBell() {
  useArrivingNotices()
  const unread = useUnread()
  const isBroken = useNoticePhase() === 'closed'
  const [isOpen, setIsOpen] = useState(false)
  const total = unreadTotal(unread.data)
  const toggle = (next: boolean) => {
    setIsOpen(next)
    if (next) void unread.refetch()
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
        styles={{ container: { width: LAYOUT_PX.noticePopover, padding: 0 } }}
        content={<BellPanel unread={unread} onClose={() => setIsOpen(false)} />}
      >
        <Badge count={total} size="small" offset={[-8, 8]}>
          <Button
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
      <NoticeDetail />
    </>
  )
}
