import { App } from 'antd'
import { useState } from 'react'
import type { Resource, ResourceRow } from './define-resource.ts'
import { callRemove } from './endpoint-calls.ts'

export interface Removal<Row extends ResourceRow> {
  readonly isRemoving: boolean
  /** Asks, then deletes one row. */
  readonly remove: (row: Row) => void
  /** Asks, then deletes the ticked rows; without any it says so. */
  readonly removeMany: () => void
}

/** Deleting with the texts of spec §8; `onRemoved` gets the ids that are gone. */
export function useRemoval<Row extends ResourceRow>(
  resource: Resource,
  selectedIds: readonly string[],
  onRemoved: (ids: readonly string[]) => void,
): Removal<Row> {
  const { modal, message } = App.useApp()
  const [isRemoving, setIsRemoving] = useState(false)
  const { remove, removeMany } = resource.endpoints

  async function run(ids: readonly string[], send: () => Promise<string>): Promise<void> {
    setIsRemoving(true)
    try {
      const text = await send()
      message.success(text || '删除成功！')
      onRemoved(ids)
    } catch {
      // Reported by the client already; the dialog closes and the rows stay.
    } finally {
      setIsRemoving(false)
    }
  }

  const ask = (ids: readonly string[], send: () => Promise<string>) =>
    modal.confirm({
      title: '确认删除',
      content: '是否删除选中数据?',
      okButtonProps: { danger: true },
      onOk: () => run(ids, send),
    })

  return {
    isRemoving,
    remove(row) {
      if (remove) ask([row.id], () => callRemove(remove, { id: row.id }))
    },
    removeMany() {
      if (!removeMany) return
      if (selectedIds.length === 0) message.warning('请选择一条记录！')
      else ask(selectedIds, () => callRemove(removeMany, { ids: `${selectedIds.join(',')},` }))
    },
  }
}
