import { apiErrorOf } from '../lib/api/api-error.ts'
import { useNotify } from '../lib/notify.ts'
import type { Resource } from './define-resource.ts'
import { callRestore } from './endpoint-calls.ts'
import { useMay } from './use-may.ts'

export interface Undo {
  /** Whether this user can undo deletions of the resource. */
  readonly isOffered: boolean
  /** Reports deleted rows, with undo where available. */
  readonly offer: (text: string, ids: readonly string[]) => void
}

/** Undo of deletions. `onRestored` reloads the list. */
export function useUndo(resource: Resource, onRestored: () => void): Undo {
  const notify = useNotify()
  const { restore } = resource.endpoints
  const mayRestore = useMay(restore)

  async function undo(endpoint: NonNullable<typeof restore>, ids: readonly string[]): Promise<void> {
    const outcomes: PromiseSettledResult<string>[] = []
    // One by one: a row may depend on another restored row.
    for (const id of ids) outcomes.push(...(await Promise.allSettled([callRestore(endpoint, { id })])))
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [apiErrorOf(outcome.reason)] : []))
    const done = ids.length - failed.length
    if (done > 0) notify.line(`已恢复 ${done} ${resource.measureWord}${resource.entityLabel}`, 'success')
    if (failed[0])
      notify.line(`${failed.length} ${resource.measureWord}${resource.entityLabel}未能恢复：${failed[0].message}`)
    onRestored()
  }

  return {
    isOffered: restore !== undefined && mayRestore,
    offer(text, ids) {
      if (restore && mayRestore) notify.offer(text, { label: '撤销', onTake: () => void undo(restore, ids) })
      else notify.line(text, 'success')
    },
  }
}
