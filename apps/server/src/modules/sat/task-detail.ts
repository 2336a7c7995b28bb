import { MAX_TIMELINE_TASKS, type SatTaskDetail } from '@natim/contract/mon/sat'
import { canSat } from '@natim/domain/sat-task'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { groupBy } from '../../platform/group-by.ts'
import { findChosen, findPassRows, passView } from './pass.repository.ts'
import { findAcquisitions, findProductsOf } from './product.repository.ts'
import { findChildren, findLog, findTask, findTasksWithin } from './task.repository.ts'
import { isOwnTask } from './task-decisions.ts'
import { logView, taskView } from './task-view.ts'

/** A task with all details. @throws AppError row.not_found */
export async function loadTask(db: Db, user: SessionUser, id: string): Promise<SatTaskDetail> {
  const row = await findTask(db, user.scope, id)
  if (row === undefined) throw new AppError('row.not_found')
  const [passes, acquisitions, products, log, children] = await Promise.all([
    findPassRows(db, id),
    findAcquisitions(db, id),
    findProductsOf(db, user.scope, id),
    findLog(db, id),
    findChildren(db, id),
  ])
  const epochs = passes.map(({ tleEpoch }) => tleEpoch.getTime())
  const state = row.state
  return {
    ...taskView(row),
    incident: row.incident,
    area: row.area,
    vertices: row.vertices,
    satelliteIds: row.satelliteIds,
    resMaxM: row.resMaxM,
    cloudPctMax: row.cloudPctMax,
    offNadirMax: row.offNadirMax,
    costEst: row.costEst,
    remark: row.remark,
    providerRef: row.providerRef,
    reason: row.reason,
    trouble: row.trouble,
    mayDecide:
      canSat(state, 'approve') && user.permissions.has('mon:sat:approve') && !isOwnTask(row, authorOf(user).username),
    tleEpochMs: epochs.length === 0 ? null : Math.min(...epochs),
    passes: passes.map(passView),
    acquisitions,
    products,
    log: log.map(logView),
    children: children.map((child) => ({
      id: child.id,
      no: child.no,
      state: child.state,
      fromMs: child.windowFrom.getTime(),
      toMs: child.windowTo.getTime(),
    })),
  }
}

/** Windows and chosen passes within (from, to]. */
export async function loadTimeline(db: Db, user: SessionUser, fromMs: number, toMs: number) {
  if (toMs <= fromMs) return []
  const tasks = await findTasksWithin(db, user.scope, new Date(fromMs), new Date(toMs), MAX_TIMELINE_TASKS)
  const chosen = await findChosen(
    db,
    tasks.map(({ id }) => id),
  )
  const byTask = groupBy(chosen, ({ taskId }) => taskId)
  return tasks.map((task) => ({
    ...taskView(task),
    passes: (byTask.get(task.id) ?? []).map(({ id, satCode, rank, startAt, endAt }) => ({
      id,
      satCode,
      rank: rank ?? 0,
      startMs: startAt.getTime(),
      endMs: endAt.getTime(),
    })),
  }))
}
