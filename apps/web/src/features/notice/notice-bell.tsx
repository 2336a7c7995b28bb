import { BellOutlined, DisconnectOutlined } from '@ant-design/icons'
import { LAYOUT_PX } from '@natim/contract/constants'
import { type ReactNode, useRef, useState } from 'react'
import { lazyPart, useOnceWanted } from '../../lib/lazy-part.ts'
import { useNoticePhase } from '../../lib/socket/notice.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popup } from '../../ui/popup/popup.tsx'
import { useExportNews } from '../../widgets/exports/use-export-news.ts'
import { loadWithAntd } from '../../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { useNoticeDesk } from '../../widgets/notice/notice-desk.ts'
import styles from './notice-bell.module.css'
import { useArrivingNotices } from './use-arriving-notices.tsx'
import { unreadTotal, useUnread } from './use-unread.ts'

const BellPanel = lazyPart(() => loadWithAntd(async () => (await import('./bell-panel.tsx')).BellPanel))
const NoticeDetail = lazyPart(() => loadWithAntd(async () => (await import('./notice-detail.tsx')).NoticeDetail))

/** Largest count that fits the badge. */
const MANY = 99

/** Bell in the header with all notice functions: count, list, detail, cards, speech. One per console. */
export function NoticeBell() {
  useArrivingNotices()
  const unread = useUnread()
  const exports = useExportNews()
  const isBroken = useNoticePhase() === 'closed'
  const [isOpen, setIsOpen] = useState(false)
  const bell = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const total = unreadTotal(unread.data)
  const close = () => {
    // After Esc or a choice in the panel, the focus returns to the button.
    if (panel.current?.contains(document.activeElement)) button.current?.focus({ preventScroll: true })
    setIsOpen(false)
  }
  const toggle = () => {
    if (isOpen) return close()
    setIsOpen(true)
    void unread.refetch()
  }
  const percent = Math.min(...exports.underWay.map(({ progress }) => progress))
  const writing = exports.underWay.length > 0 ? `${exports.underWay.length} 个导出正在生成，${percent} %` : ''
  const label = [total > 0 ? `通知，${total} 条未读` : '通知', writing, isBroken && '连接已断开']
  return (
    <>
      <span ref={bell} className={styles.bell}>
        <IconButton
          ref={button}
          isLarge
          icon={<BellOutlined />}
          aria-label={label.filter(Boolean).join('，')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={toggle}
        />
        {total > 0 && <Badge className={styles.count} title={String(total)} text={total > MANY ? `${MANY}+` : total} />}
        {writing !== '' && <Badge className={styles.writing} title={writing} text={`${percent}%`} />}
        {isBroken && <DisconnectOutlined className={styles.broken} aria-hidden />}
      </span>
      {isOpen && (
        <Popup
          anchor={bell}
          placement="bottomEnd"
          className={styles.popup ?? ''}
          style={{ width: LAYOUT_PX.noticePopover }}
          onClose={close}
        >
          <BellPanel ref={panel} unread={unread} exports={exports} onClose={close} />
        </Popup>
      )}
      <Detail />
    </>
  )
}

/** Visual counterpart of the button's accessible name. */
const Badge = ({ text, ...props }: { className: string | undefined; title: string; text: ReactNode }) => (
  <span {...props} aria-hidden>
    {text}
  </span>
)

function Detail() {
  const isShown = useOnceWanted(useNoticeDesk(({ open }) => open !== undefined))
  return isShown && <NoticeDetail />
}
