import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useState } from 'react'
import { useNotify } from '../lib/notify.ts'
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
  const { modal } = App.useApp()
  const notify = useNotify()
  const [isRemoving, setIsRemoving] = useState(false)
  const { remove, removeMany } = resource.endpoints

  async function run(ids: readonly string[], send: () => Promise<string>): Promise<void> {
    setIsRemoving(true)
    try {
      const text = await send()
      notify.line(text || '删除成功！', 'success')
      onRemoved(ids)
    } catch {
      // Reported by the client already; the dialog closes and the rows stay.
    } finally {
      setIsRemoving(false)
    }
  }

  const ask = (ids: readonly string[], send: () => Promise<string>) =>
    modal.confirm({
      title: MESSAGES['delete.title'],
      content: MESSAGES['delete.ask'],
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
      if (selectedIds.length === 0) notify.line(MESSAGES['list.nothingSelected'])
      else ask(selectedIds, () => callRemove(removeMany, { ids: `${selectedIds.join(',')},` }))
    },
  }
}
