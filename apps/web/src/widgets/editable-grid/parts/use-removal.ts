import { fill } from '@natim/contract/messages'
import { App } from 'antd'
import { useNotify } from '@/lib/notify.ts'
import type { Grid } from '../core/grid-store.ts'
import { isTempId } from '../core/row-ids.ts'
import type { GridValues } from '../core/rows.ts'

export interface RemovalRules {
  /** A rejection keeps the rows; its message is shown (WG-178). */
  readonly beforeDelete?: ((rows: readonly GridValues[]) => void | Promise<void>) | undefined
  /** Deletes stored rows on the server: the rows are removed after its answer, without undo. */
  readonly onDelete?: ((ids: readonly string[]) => Promise<void>) | undefined
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Asks, calls the page's hooks, then removes the selected rows. */
export function useRemoval(grid: Grid, { beforeDelete, onDelete }: RemovalRules): () => void {
  const { modal } = App.useApp()
  const notify = useNotify()
  async function remove(ids: readonly string[]): Promise<void> {
    const rows = ids.flatMap((id) => grid.recordOf(id)?.values ?? [])
    const stored = ids.filter((id) => !isTempId(id))
    const isOnServer = onDelete !== undefined && stored.length > 0
    try {
      await beforeDelete?.(rows)
      if (isOnServer) await onDelete(stored)
    } catch (error) {
      notify.line(textOf(error), 'error')
      return
    }
    grid.remove(ids, isOnServer)
  }
  return () => {
    const ids = [...grid.state().selectedIds]
    if (ids.length === 0) return
    void modal.confirm({
      title: fill('grid.deleteAsk', { count: ids.length }),
      okText: '删除',
      okButtonProps: { danger: true },
      onOk: () => remove(ids),
    })
  }
}
