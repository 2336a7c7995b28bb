import { type NoticeRow, noticeEndpoints } from '@natim/contract/system/notice'
import { App } from 'antd'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { showNotice } from '@/widgets/notice/notice-desk.ts'
import { NoticeEditor } from './notice-editor.tsx'
import { notice } from './notice-resource.tsx'

const ACTIONS_PX = 170
/** Columns of the list; the other fields belong to the form. */
const COLUMNS = [
  'title',
  'msgCategory',
  'sender',
  'priority',
  'msgType',
  'sendStatus',
  'sendTime',
  'cancelTime',
  'createBy',
  'createTime',
] as const
const isPublished = ({ sendStatus }: NoticeRow) => sendStatus === '1'

/** 系统通告 (SY-47): draft, release, revoke. */
export default function NoticeListPage() {
  const list = R.useResourceList(notice)
  const editor = R.useResourceEditor(notice, { onSaved: list.reload })
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchText name="title" label="标题" />
          <R.SearchField resource={notice} name="msgCategory" />
          <R.SearchField resource={notice} name="priority" />
          <R.SearchField resource={notice} name="sendStatus" />
        </R.SearchForm>
        <R.Table
          resource={notice}
          columns={COLUMNS}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={editor.view}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <NoticeEditor editor={editor} />
    </R.ResourcePage>
  )
}

/** Actions by state: a published announcement is viewed and revoked, others are edited and deleted. */
const rowActions = (row: NoticeRow) => (
  <>
    <R.TextLink label={`查看 ${row.title}`} onClick={() => showNotice(row)}>
      查看
    </R.TextLink>
    {isPublished(row) ? (
      <StateLink row={row} verb="撤销" endpoint={noticeEndpoints.revoke} ask="撤销后立即从所有人的列表中消失" />
    ) : (
      <>
        <StateLink row={row} verb="发布" endpoint={noticeEndpoints.release} ask={`将通知${row.msgType_dictText}`} />
        <R.EditLink row={row} />
        <R.RemoveLink row={row} />
      </>
    )}
  </>
)

interface StateLinkProps {
  readonly row: NoticeRow
  readonly verb: '发布' | '撤销'
  readonly endpoint: typeof noticeEndpoints.release | typeof noticeEndpoints.revoke
  /** Text of the confirmation. */
  readonly ask: string
}

/** Releases or revokes after confirmation. */
function StateLink({ row, verb, endpoint, ask }: StateLinkProps) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const mayRelease = R.useMay(endpoint)
  if (!mayRelease) return null
  const carryOut = async () => {
    await call(endpoint, { query: { id: row.id } })
    line(`${verb}成功！`, 'success')
  }
  const confirm = () =>
    modal.confirm({
      title: `${verb}「${row.title}」？`,
      content: ask,
      okText: verb,
      cancelText: '取消',
      // The client showed the failure; either way the list shows the current state.
      onOk: () =>
        carryOut()
          .catch(() => undefined)
          .then(reload),
    })
  return (
    <R.TextLink label={`${verb} ${row.title}`} onClick={() => void confirm()}>
      {verb}
    </R.TextLink>
  )
}
