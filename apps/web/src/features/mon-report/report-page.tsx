import { formatNumber } from '@natim/domain/format'
import { useListState } from '@/lib/list-state.ts'
import { useIsPhone } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHead, Situation } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { DefList } from './def-list.tsx'
import { Preview } from './preview.tsx'
import styles from './report.module.css'
import { reports } from './report-resource.tsx'
import { RunsPanel } from './runs-panel.tsx'
import { type Runs, useRuns } from './use-reports.ts'

const DEFAULTS = { def: '', run: '' }
const EDITOR_PX = 760

/** 报告中心: definitions, the runs of the selected one, and a preview (design 29). */
export default function ReportPage() {
  const list = R.useResourceList(reports)
  const editor = R.useResourceEditor(reports, { onSaved: list.reload })
  const [state, change] = useListState(DEFAULTS)
  const def = list.rows.find(({ id }) => id === state.def) ?? list.rows[0]
  const runs = useRuns(def?.id ?? '')
  const { error, retry, hasData } = list.answer
  return (
    <R.ResourcePage list={list} editor={editor}>
      <div className={styles.page}>
        <PageHead
          title="报告中心"
          meta={hasData && <Finding total={list.total} runs={runs} />}
          actions={<R.CreateButton />}
        />
        {def ? (
          <Board
            key={def.id}
            defId={def.id}
            name={def.name}
            runs={runs}
            runId={state.run}
            onDef={(id) => change({ def: id, run: '' })}
            onRun={(id) => change({ run: id })}
          />
        ) : error ? (
          <Panel>
            <ErrorState message={error.message} onRetry={() => retry()} />
          </Panel>
        ) : hasData ? (
          <Panel>
            <EmptyState title="还没有报告定义" action={<R.CreateButton />} />
          </Panel>
        ) : (
          <Panel>
            <TableSkeleton rows={8} columns={3} />
          </Panel>
        )}
      </div>
      <R.EditorModal width={EDITOR_PX} />
    </R.ResourcePage>
  )
}

function Finding({ total, runs }: { readonly total: number; readonly runs: Runs }) {
  const stale = (runs.runs.data ?? []).filter((run) => run.stale !== null)
  return (
    <Situation>
      {formatNumber(total)} 个定义
      {stale.length > 0 && `；${stale[0]?.name} ${stale[0]?.periodText} 的数据已修订，可重新生成`}。
    </Situation>
  )
}

interface BoardProps {
  readonly defId: string
  readonly name: string
  readonly runs: Runs
  readonly runId: string
  readonly onDef: (id: string) => void
  readonly onRun: (id: string) => void
}

function Board({ defId, name, runs, runId, onDef, onRun }: BoardProps) {
  const isPhone = useIsPhone()
  const shown = runs.runs.data?.find(({ id }) => id === runId) ?? runs.runs.data?.find(({ state }) => state === 'done')
  return (
    <div className={styles.columns}>
      <div className={styles.left}>
        <DefList chosen={defId} onChoose={onDef} />
        <RunsPanel key={defId} name={name} runs={runs} chosen={shown?.id} onChoose={onRun} />
      </div>
      {(!isPhone || runId !== '') && <Preview run={shown} runs={runs} onRun={onRun} />}
    </div>
  )
}
