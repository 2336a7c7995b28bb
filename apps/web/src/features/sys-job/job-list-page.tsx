import { JOB_RUNNING, type JobRow, jobEndpoints } from '@natim/contract/system/job'
import { App } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { job } from './job-resource.tsx'
import { RunsDrawer } from './runs-drawer.tsx'

const ACTIONS_PX = 230

/** 定时任务 (SY-51) */
export default function JobListPage() {
  const list = R.useResourceList(job)
  const editor = R.useResourceEditor(job, { onSaved: list.reload })
  const [shown, setShown] = useState<JobRow>()
  return (
    <R.ResourcePage list={list} editor={editor}>
      <R.Toolbar>
        <R.ImportButtons />
        <R.ExportButton />
        <R.CreateButton />
      </R.Toolbar>
      <R.ListPanel>
        <R.SearchForm>
          <R.SearchField resource={job} name="jobClassName" />
          <R.SearchField resource={job} name="status" />
        </R.SearchForm>
        <R.Table
          resource={job}
          rowActionsWidth={ACTIONS_PX}
          rowActions={rowActions}
          onOpen={setShown}
          selectionActions={<R.RemoveSelectedButton />}
          emptyAction={<R.CreateButton />}
        />
        <R.Pager />
      </R.ListPanel>
      <R.EditorModal width={720} />
      <RunsDrawer job={shown} onClose={() => setShown(undefined)} />
    </R.ResourcePage>
  )
}

const rowActions = (row: JobRow) => (
  <>
    {row.status === JOB_RUNNING ? (
      <StateLink row={row} verb="停止" endpoint={jobEndpoints.pause} ask="停止后不再按计划执行" />
    ) : (
      <StateLink row={row} verb="启动" endpoint={jobEndpoints.resume} ask="从现在起按计划执行" />
    )}
    <StateLink row={row} verb="立即执行" endpoint={jobEndpoints.execute} ask="立即执行一次，不影响计划" />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

interface StateLinkProps {
  readonly row: JobRow
  readonly verb: string
  readonly endpoint: typeof jobEndpoints.pause | typeof jobEndpoints.resume | typeof jobEndpoints.execute
  /** What will happen. */
  readonly ask: string
}

/** Starts, stops or runs a job after a confirm. */
function StateLink({ row, verb, endpoint, ask }: StateLinkProps) {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const { reload } = R.useListContext()
  const may = R.useMay(endpoint)
  if (!may) return null
  const carryOut = async () => line((await callWithMessage(endpoint, { query: { id: row.id } })).message, 'success')
  const confirm = () =>
    modal.confirm({
      title: `${verb}「${row.jobClassName_dictText}」？`,
      content: ask,
      okText: verb,
      cancelText: '取消',
      // A failure was shown by the client; either way the list says how it stands now.
      onOk: () =>
        carryOut()
          .catch(() => undefined)
          .then(reload),
    })
  return (
    <R.TextLink label={`${verb} ${row.jobClassName_dictText}`} onClick={() => void confirm()}>
      {verb}
    </R.TextLink>
  )
}
