import { DisconnectOutlined, SoundOutlined } from '@ant-design/icons'
import { tsExportEndpoints } from '@natim/contract/mon/ts-export'
import type { NoticeRow } from '@natim/contract/system/notice'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Progress, Switch, Tabs } from 'antd'
import { type RefObject, useEffect } from 'react'
import { Link } from 'react-router'
import { call } from '../../lib/api/http.ts'
import { setNoticePreference, useNoticePreferences } from '../../lib/notice-preferences.ts'
import { MY_NOTICES_PATH } from '../../lib/page-paths.ts'
import { reconnectNotices, useNoticePhase } from '../../lib/socket/notice.ts'
import type { ExportNews } from '../../widgets/exports/use-export-news.ts'
import { useOpenNotice } from '../../widgets/notice/use-open-notice.ts'
import styles from './notice-bell.module.css'
import { UnreadList } from './unread-list.tsx'
import type { useUnread } from './use-unread.ts'

export interface BellPanelProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly unread: ReturnType<typeof useUnread>
  readonly exports: ExportNews
  readonly onClose: () => void
}

/** SH-45: unread announcements in two tabs, with their counts. */
export function BellPanel({ ref, unread: { data, error, refetch }, exports, onClose }: BellPanelProps) {
  const open = useOpenNotice()
  // For code that was loaded after the popover had opened.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [ref])
  const tab = (key: string, noun: string, total: number | undefined, notices: readonly NoticeRow[] | undefined) => ({
    key,
    label: `${noun}(${total ?? 0})`,
    children: (
      <>
        <UnreadList
          notices={notices}
          noun={noun}
          error={notices === undefined ? error?.message : undefined}
          onRetry={() => void refetch()}
          onOpen={(notice) => {
            onClose()
            open(notice)
          }}
        />
        <Link to={MY_NOTICES_PATH} className={styles.more} onClick={onClose}>
          查看更多
        </Link>
      </>
    ),
  })
  return (
    <div ref={ref} role="dialog" aria-label="未读通知" tabIndex={-1} className={styles.panel}>
      <LostLine />
      <Writing exports={exports} />
      <Tabs
        size="small"
        className={styles.tabs}
        items={[
          tab('notice', '通知', data?.anntMsgTotal, data?.anntMsgList),
          tab('system', '系统消息', data?.sysMsgTotal, data?.sysMsgList),
        ]}
      />
      <SpeechSwitch />
    </div>
  )
}

/** Exports in progress, with a cancel button. */
function Writing({ exports: { underWay } }: { readonly exports: ExportNews }) {
  const queryClient = useQueryClient()
  if (underWay.length === 0) return null
  const stop = async (id: string) => {
    await call(tsExportEndpoints.remove, { query: { id } }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: [tsExportEndpoints.list.path] })
  }
  return (
    <section className={styles.exports} aria-label="正在生成的导出">
      {underWay.map(({ id, fileName, progress }) => (
        <div key={id}>
          <span className="ellipsis" title={fileName}>
            {fileName}
          </span>
          <Progress percent={progress} size="small" aria-label={`${fileName} 进度`} />
          <Button type="link" size="small" aria-label={`取消 ${fileName}`} onClick={() => void stop(id)}>
            取消
          </Button>
        </div>
      ))}
    </section>
  )
}

/** The connection was given up after too many errors: new notices arrive only with the next poll (D-21). */
function LostLine() {
  if (useNoticePhase() !== 'closed') return null
  return (
    <p className={styles.lost} role="alert">
      <DisconnectOutlined aria-hidden />
      通知连接已断开
      <Button type="link" size="small" onClick={reconnectNotices}>
        重新连接
      </Button>
    </p>
  )
}

function SpeechSwitch() {
  const isSpoken = useNoticePreferences((preferences) => preferences.isSpoken)
  return (
    <div className={styles.speech}>
      <SoundOutlined aria-hidden />
      <span id="notice-speech">朗读新通知</span>
      <Switch
        size="small"
        aria-labelledby="notice-speech"
        checked={isSpoken}
        onChange={(checked) => setNoticePreference({ isSpoken: checked })}
      />
    </div>
  )
}
