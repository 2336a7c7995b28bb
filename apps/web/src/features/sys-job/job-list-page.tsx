import { JOB_RUNNING, jobExtraEndpoints } from '@natim/contract/system/job'
import { type JobRow, job } from '@natim/contract/system/job.resource'
import { App } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Tag } from '@/ui/tag.tsx'
import { CronControl, HandlerControl, ParameterControl } from './job-inputs.tsx'
import { RunsDrawer } from './runs-drawer.tsx'

const jobs = R.fromContract(job, {
  fields: {
    jobClassName: { widget: { kind: 'choice', Control: HandlerControl, searchWidth: 220 } },
    cronExpression: {
      widget: { kind: 'text', Control: CronControl },
      render: (row) => <code>{row.cronExpression}</code>,
    },
    parameter: { widget: { kind: 'text', Control: ParameterControl } },
    status: {
      render: (row) => <Tag tone={row.status === JOB_RUNNING ? 'success' : 'neutral'}>{row.status_dictText}</Tag>,
    },
  },
})
const ACTIONS_PX = 230
const EDITOR_PX = 720

/** 定时任务 (SY-51) */
export default function JobListPage() {
  const [shown, setShown] = useState<JobRow>()
  return (
    <R.ListPage
      resource={jobs}
      rowActionsWidth={ACTIONS_PX}
      rowActions={rowActions}
      onOpen={setShown}
      editorWidth={EDITOR_PX}
    >
      <RunsDrawer job={shown} onClose={() => setShown(undefined)} />
    </R.ListPage>
  )
}

const rowActions = (row: JobRow) => (
  <>
    {row.status === JOB_RUNNING ? (
      <StateLink row={row} verb="停止" endpoint={jobExtraEndpoints.pause} ask="停止后不再按计划执行" />
    ) : (
      <StateLink row={row} verb="启动" endpoint={jobExtraEndpoints.resume} ask="从现在起按计划执行" />
    )}
    <StateLink row={row} verb="立即执行" endpoint={jobExtraEndpoints.execute} ask="立即执行一次，不影响计划" />
    <R.EditLink row={row} />
    <R.RemoveLink row={row} />
  </>
)

interface StateLinkProps {
  readonly row: JobRow
  readonly verb: string
  readonly endpoint: typeof jobExtraEndpoints.pause | typeof jobExtraEndpoints.resume | typeof jobExtraEndpoints.execute
  /** Text of the confirmation. */
  readonly ask: string
}

/** Starts, stops or runs a job after confirmation. */
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
      // The client showed the failure; either way the list shows the current state.
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
