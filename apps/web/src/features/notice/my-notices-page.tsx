import { type MyNoticeRow, myNoticeEndpoints } from '@natim/contract/system/notice'
import { App, Button } from 'antd'
import { useCallback, useState } from 'react'
import { call } from '../../lib/api/http.ts'
import { useNotify } from '../../lib/notify.ts'
import * as R from '../../resource/index.ts'
import { fromMyNotice, publishedAt } from '../../widgets/notice/openable-notice.ts'
import { PriorityTag } from '../../widgets/notice/priority-tag.tsx'
import { useOpenNotice, useReloadNotices } from '../../widgets/notice/use-open-notice.ts'
import { myNotice } from './my-notice-resource.tsx'
import styles from './my-notices-page.module.css'
import { unreadTotal, useUnread } from './use-unread.ts'

/** 我的公告 (SY-50): announcements to the user, searchable, to open and mark read. */
export default function MyNoticesPage() {
  const list = R.useResourceList(myNotice)
  const open = useOpenNotice()
  const openRow = useCallback((row: MyNoticeRow) => open(fromMyNotice(row)), [open])
  const rowActions = useCallback(
    (row: MyNoticeRow) => (
      <R.TextLink label={`查看 ${row.title}`} onClick={() => openRow(row)}>
        查看
      </R.TextLink>
    ),
    [openRow],
  )
  return (
    <R.ResourcePage list={list}>
      <R.Toolbar>
        <MarkAllReadButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="title" label="标题" />
          <R.SearchField resource={myNotice} name="sender" />
          <R.SearchField resource={myNotice} name="msgCategory" />
          <R.SearchField resource={myNotice} name="readFlag" />
        </R.SearchForm>
        <R.Table
          resource={myNotice}
          onOpen={openRow}
          rowActions={rowActions}
          selectionActions={<MarkReadButton />}
          card={(row) => <NoticeCard row={row} />}
        />
        <R.Pager />
      </R.ListPanel>
    </R.ResourcePage>
  )
}

/** An announcement on a phone. */
function NoticeCard({ row }: { readonly row: MyNoticeRow }) {
  return (
    <div className={styles.card}>
      <span className={styles.title} data-unread={row.readFlag === '0'}>
        {row.title}
      </span>
      <span className="t-caption">
        <PriorityTag priority={row.priority} />
        {[row.sender_dictText ?? row.sender, publishedAt(row)].filter(Boolean).join(' · ')}
      </span>
    </div>
  )
}

/** Marks everything read, after confirmation. */
function MarkAllReadButton() {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const reload = useReloadNotices()
  const total = unreadTotal(useUnread().data)
  const markAll = async () => {
    await call(myNoticeEndpoints.markAllRead, {})
    line('已全部标注为已读', 'success')
    reload()
  }
  const ask = () =>
    modal.confirm({
      title: '全部标注已读',
      content: `${total} 条未读公告将标注为已读`,
      okText: '确定',
      cancelText: '取消',
      // The client showed the failure; the dialog closes and nothing has changed.
      onOk: () => markAll().catch(() => undefined),
    })
  return (
    <Button disabled={total === 0} onClick={() => void ask()}>
      全部标注已读
    </Button>
  )
}

/** Marks the selected ones read. */
function MarkReadButton() {
  const { selection } = R.useListContext<MyNoticeRow>()
  const reload = useReloadNotices()
  const [isMarking, setIsMarking] = useState(false)
  const unread = selection.rows.filter(({ readFlag }) => readFlag === '0')
  const mark = async () => {
    setIsMarking(true)
    try {
      for (const { anntId } of unread) await call(myNoticeEndpoints.markRead, { body: { anntId } })
      selection.clear()
    } catch {
      // Already reported by the client; those marked so far stay marked.
    } finally {
      setIsMarking(false)
      reload()
    }
  }
  return (
    <Button type="link" size="small" disabled={unread.length === 0} loading={isMarking} onClick={() => void mark()}>
      标为已读
    </Button>
  )
}
