import type { ReportDocument, ReportRun } from '@natim/contract/mon/mon-report'
import { periodText } from '@natim/domain/report-period'
import { REPORT_UNIT } from './documents/build.ts'
import type { Paper } from './render/rendered.ts'
import type { ShownRun } from './run.repository.ts'

/** A run as shown to users. */
export function runView(row: ShownRun): ReportRun {
  const kind = row.kind
  const [fromMs, toMs] = [row.periodFrom.getTime(), row.periodTo.getTime()]
  return {
    id: row.id,
    defId: row.defId,
    name: row.name,
    kind,
    fromMs,
    toMs,
    periodText: periodText(REPORT_UNIT[kind], { fromMs, toMs }),
    revision: row.revision,
    state: row.state,
    progress: row.progress,
    cause: row.cause,
    requestedBy: row.requestedBy,
    createMs: row.createTime.getTime(),
    doneMs: row.doneAt?.getTime() ?? null,
    rows: row.rows,
    ms: row.ms,
    error: row.error,
    isSuperseded: row.isSuperseded,
    stale: row.staleAt && !row.isSuperseded ? { atMs: row.staleAt.getTime(), text: row.staleText ?? '' } : null,
  }
}

export const paperOf = (run: ReportRun, document: ReportDocument, network: string): Paper => ({
  document,
  network,
  name: run.name,
  revision: run.revision,
  doneMs: run.doneMs ?? run.createMs,
  stale: run.stale?.text ?? null,
  isSuperseded: run.isSuperseded,
})
