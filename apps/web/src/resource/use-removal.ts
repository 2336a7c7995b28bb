import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useState } from 'react'
import { useNotify } from '../lib/notify.ts'
import type { Resource, ResourceRow } from './define-resource.ts'
import { callRemove, callUses } from './endpoint-calls.ts'
import { type RemovalQuestion, removalQuestion } from './removal-question.ts'
import { useUndo } from './use-undo.ts'

export interface Removal<Row extends ResourceRow> {
  readonly isRemoving: boolean
  /** What to ask before deleting the row, with what refers to it. */
  readonly removalOf: (row: Row) => Promise<RemovalQuestion>
  /** Deletes a row whose deletion was asked about. */
  readonly removeAsked: (row: Row) => Promise<void>
  /** Asks in a dialog, then deletes one row. */
  readonly remove: (row: Row) => void
  /** Asks, then deletes the ticked rows; without any it says so. */
  readonly removeMany: () => void
}

export interface RemovalOptions {
  readonly selectedIds: readonly string[]
  /** These ids are gone. */
  readonly onRemoved: (ids: readonly string[]) => void
  /** Some rows are back. */
  readonly onRestored: () => void
}

/** Deleting with the texts of spec §8, naming what refers to the rows, and with a way back where there is one. */
export function useRemoval<Row extends ResourceRow>(
  resource: Resource,
  { selectedIds, onRemoved, onRestored }: RemovalOptions,
): Removal<Row> {
  const { modal } = App.useApp()
  const notify = useNotify()
  const undo = useUndo(resource, onRestored)
  const [isRemoving, setIsRemoving] = useState(false)
  const { remove, removeMany, uses } = resource.endpoints

  async function run(ids: readonly string[], send: () => Promise<string>): Promise<void> {
    setIsRemoving(true)
    try {
      undo.offer((await send()) || '删除成功！', ids)
      onRemoved(ids)
    } catch {
      // Reported by the client already; the dialog closes and the rows stay.
    } finally {
      setIsRemoving(false)
    }
  }

  /** The server decides anyway: when it cannot say what refers to the rows, they are asked about without. */
  const questionOf = async (ids: readonly string[]) =>
    removalQuestion(uses ? await callUses(uses, ids).catch(() => []) : [], { isFinal: !undo.isOffered })

  async function ask(ids: readonly string[], onOk: () => Promise<void>): Promise<void> {
    const { isBlocked, title, text } = await questionOf(ids)
    if (isBlocked) modal.warning({ title, content: text, okText: '知道了' })
    else modal.confirm({ title, content: text, okButtonProps: { danger: true }, onOk })
  }

  async function removeAsked({ id }: Row): Promise<void> {
    if (!remove) notify.line(MESSAGES['list.noDeleteUrl'], 'error')
    else await run([id], () => callRemove(remove, { id }))
  }

  return {
    isRemoving,
    removalOf: ({ id }) => questionOf([id]),
    removeAsked,
    remove: (row) => void ask([row.id], () => removeAsked(row)),
    removeMany() {
      if (!removeMany) notify.line(MESSAGES['list.noDeleteBatchUrl'], 'error')
      else if (selectedIds.length === 0) notify.line(MESSAGES['list.nothingSelected'])
      else
        void ask(selectedIds, () =>
          run(selectedIds, () => callRemove(removeMany, { ids: `${selectedIds.join(',')},` })),
        )
    },
  }
}
