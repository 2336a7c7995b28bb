import { type SatTaskDetail, satEndpoints } from '@natim/contract/mon/sat'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useTabTitle } from '@/lib/tab-title.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import { useMay } from '@/resource/use-may.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { NoPermission } from '@/ui/no-permission.tsx'
import { DetailOutline } from '@/ui/outline/detail-outline.tsx'
import { Panel } from '@/ui/panel.tsx'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { SAT } from '../sat-text.ts'
import { copyOf, draftOf, emptyDraft } from './draft.ts'
import { TaskEditor } from './task-editor.tsx'

const NEW = 'new'

/** 新建 / 编辑卫星任务: area, constraints, window, passes and their order. `/edit/new?from=…` starts with a copy. */
export default function TaskEditPage() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  const isPhone = useIsPhone()
  const mayEdit = useMay(satEndpoints.edit)
  const from = id === NEW ? (new URLSearchParams(search).get('from') ?? '') : id
  const { data, error, refetch } = useEndpoint(
    satEndpoints.get,
    { query: { id: from } },
    { enabled: mayEdit && from !== '', staleTime: 0 },
  )
  useTabTitle(id === NEW ? '新建卫星任务' : data && `编辑 ${data.no}`)
  if (isPhone)
    return (
      <Panel>
        <EmptyState
          title="请在电脑上编辑任务"
          hint="手机上只能查看任务区与过境"
          action={<LinkButton to={SAT.tasks}>返回任务</LinkButton>}
        />
      </Panel>
    )
  if (!mayEdit) return <NoPermission right="新建、提交与重新安排任务" code="mon:sat:add" />
  if (from === '') return <TaskEditor key="new" start={emptyDraft(serverNow())} />
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <DetailOutline />
  if (id === NEW) return <TaskEditor key={from} start={copyOf(data, serverNow())} />
  return <Stored key={data.id} task={data} />
}

/** A draft as opened or last saved here: changes by others do not overwrite the input. */
function Stored({ task }: { readonly task: SatTaskDetail }) {
  const navigate = useNavigate()
  const [base, setBase] = useState(task)
  const [ownVersion, setOwnVersion] = useState(task.version)
  if (base.version !== ownVersion && task.version === ownVersion) setBase(task)
  if (base.state === 'draft')
    return (
      <TaskEditor
        key={base.version}
        start={draftOf(base)}
        task={base}
        onSaved={({ version }) => setOwnVersion(version)}
      />
    )
  return (
    <Panel>
      <EmptyState
        title="只有草稿可以编辑"
        hint="已提交的任务请先撤回，已驳回的任务请先改为草稿"
        action={
          <button type="button" onClick={() => navigate(SAT.task(task.id))}>
            查看任务
          </button>
        }
      />
    </Panel>
  )
}
