import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useState } from 'react'
import { useNotify } from '../lib/notify.ts'
import type { Resource, ResourceRow } from './define-resource.ts'
import { callRemove, callUses } from './endpoint-calls.ts'
import { rowName } from './parts/row-name.ts'
import { TypedName } from './parts/typed-name.tsx'
import { type RemovalQuestion, removalQuestion } from './removal-question.ts'
import { useUndo } from './use-undo.ts'

export interface Removal<Row extends ResourceRow> {
  readonly isRemoving: boolean
  /** The confirmation for deleting the row, with its references. */
  readonly removalOf: (row: Row) => Promise<RemovalQuestion>
  /** Deletes a row after its confirmation. */
  readonly removeAsked: (row: Row) => Promise<void>
  /** Asks in a dialog, then deletes one row. @param question when it is already known */
  readonly remove: (row: Row, question?: RemovalQuestion) => void
  /** Asks, then deletes the ticked rows; warns when none is ticked. */
  readonly removeMany: () => void
}

export interface RemovalOptions<Row> {
  /** The ticked rows. */
  readonly selected: readonly Row[]
  /** Called with the ids of deleted rows. */
  readonly onRemoved: (ids: readonly string[]) => void
  /** Called when rows were restored. */
  readonly onRestored: () => void
}

/** Deleting with the texts of spec §8, listing references, with undo where available. */
export function useRemoval<Row extends ResourceRow>(
  resource: Resource,
  { selected, onRemoved, onRestored }: RemovalOptions<Row>,
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
      // Already reported by the client; the dialog closes and the rows stay.
    } finally {
      setIsRemoving(false)
    }
  }

  /** The server decides anyway: when it cannot list the references, the confirmation is shown without them. */
  async function questionOf(rows: readonly Row[]): Promise<RemovalQuestion> {
    const ids = rows.map(({ id }) => id)
    return removalQuestion(uses ? await callUses(uses, ids).catch(() => []) : [], {
      entityLabel: resource.entityLabel,
      measureWord: resource.measureWord,
      names: rows.map((row) => rowName(resource, row)),
      isFinal: !undo.isOffered,
    })
  }

  function ask({ isBlocked, title, text, typed }: RemovalQuestion, onOk: () => Promise<void>): void {
    if (isBlocked) modal.warning({ title, content: text, okText: '知道了' })
    else if (typed === undefined) modal.confirm({ title, content: text, okButtonProps: { danger: true }, onOk })
    else askTyped({ title, text, typed }, onOk)
  }

  /** The button is enabled once the text has been typed. */
  function askTyped({ title, text, typed }: { title: string; text: string; typed: string }, onOk: () => Promise<void>) {
    const buttonFor = (value: string) => ({ okButtonProps: { danger: true, disabled: value.trim() !== typed } })
    const dialog = modal.confirm({
      title,
      okText: '删除',
      autoFocusButton: null,
      onOk,
      ...buttonFor(''),
      content: (
        <>
          <p>{text}</p>
          <TypedName expected={typed} onType={(value) => dialog.update(buttonFor(value))} />
        </>
      ),
    })
  }

  async function removeAsked({ id }: Row): Promise<void> {
    if (!remove) notify.line(MESSAGES['list.noDeleteUrl'], 'error')
    else await run([id], () => callRemove(remove, { id }))
  }

  return {
    isRemoving,
    removalOf: (row) => questionOf([row]),
    removeAsked,
    remove: (row, question) => void (async () => ask(question ?? (await questionOf([row])), () => removeAsked(row)))(),
    removeMany() {
      const ids = selected.map(({ id }) => id)
      if (!removeMany) notify.line(MESSAGES['list.noDeleteBatchUrl'], 'error')
      else if (ids.length === 0) notify.line(MESSAGES['list.nothingSelected'])
      else
        void (async () =>
          ask(await questionOf(selected), () => run(ids, () => callRemove(removeMany, { ids: `${ids.join(',')},` }))))()
    },
  }
}
