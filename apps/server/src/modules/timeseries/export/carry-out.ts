import type { Log } from '../../../platform/logger.ts'
import { type ExportTask, endExport, releaseExport, touchExport } from './export.repository.ts'
import { ExportRefusal } from './refusal.ts'
import { type ExportDeps, runExport } from './run-export.ts'

/** How often a process renews its claim on a task and checks for cancellation. */
const TOUCH_MS = 500

export interface CarryOutDeps extends ExportDeps {
  readonly log: Log
  /** Aborted when the process stops: the running task goes back to the queue. */
  readonly signal?: AbortSignal
  readonly touchEveryMs?: number
  /** Yields the machine before the next chunk. */
  readonly rest?: () => Promise<void>
}

/** Writes the file of a task claimed by this process and records the outcome. */
export async function carryOut(deps: CarryOutDeps, task: ExportTask): Promise<void> {
  const { db, store, log, signal, rest, touchEveryMs = TOUCH_MS } = deps
  let { touchedAt } = task
  let touchedMs = performance.now()
  const own = () => ({ id: task.id, touchedAt })

  async function report(done: number): Promise<boolean> {
    await rest?.()
    if (signal?.aborted) return false
    if (performance.now() - touchedMs < touchEveryMs) return true
    touchedMs = performance.now()
    const touched = await touchExport(db, own(), Math.min(99, Math.floor(done * 100)))
    touchedAt = touched ?? touchedAt
    return touched !== undefined
  }

  try {
    const file = await runExport(deps, task, report)
    if (file !== undefined) {
      // Cancelled or taken over by another process: no row refers to the file.
      if (!(await endExport(db, own(), file))) await store.remove(file.storeKey)
    } else if (signal?.aborted) await releaseExport(db, own())
  } catch (error) {
    if (!(error instanceof ExportRefusal)) log.error({ err: error, export: task.id }, 'export failed')
    await endExport(db, own(), { error: error instanceof ExportRefusal ? error.message : '导出失败，请稍后重试' })
  }
}
