import { useState } from 'react'
import { ApiError } from '../lib/api/api-error.ts'
import { useNotify } from '../lib/notify.ts'
import type { Resource, ResourceRow } from './define-resource.ts'
import { createBody, type FormValues, startValues, updateBody } from './edit-values.ts'
import { callSave } from './endpoint-calls.ts'
import { readServerIssues, type ServerIssues } from './server-issues.ts'
import { announceRow } from './use-row-sync.ts'

export interface ResourceEditor<Row extends ResourceRow = ResourceRow> {
  readonly resource: Resource<Row>
  readonly isOpen: boolean
  /** The row being edited or viewed; undefined for a new one. */
  readonly row: Row | undefined
  /** 详情: read-only. */
  readonly isReadOnly: boolean
  readonly initialValues: FormValues
  /** Counts openings: each gets a fresh form without leftover input. */
  readonly opening: number
  readonly isSaving: boolean
  /** Why the server refused the last attempt. */
  readonly issues: ServerIssues
  readonly create: () => void
  readonly edit: (row: Row) => void
  readonly view: (row: Row) => void
  readonly close: () => void
  /** Resolves to true when saved and closed. */
  readonly save: (values: FormValues) => Promise<boolean>
}

export interface EditorOptions {
  /** `result` of the add or edit call. */
  readonly onSaved: (result: unknown) => void
}

type Target<Row> = { readonly kind: 'create' } | { readonly kind: 'edit' | 'view'; readonly row: Row }

const NO_ISSUES: ServerIssues = { byField: {}, rest: undefined }

/** Create, edit and view in one form; the page decides how the form looks and where it opens. */
export function useResourceEditor<Row extends ResourceRow>(
  resource: Resource<Row>,
  { onSaved }: EditorOptions,
): ResourceEditor<Row> {
  const notify = useNotify()
  const [target, setTarget] = useState<Target<Row>>()
  const [opening, setOpening] = useState(0)
  const [isSaving, setIsSaving] = useState(false)
  const [issues, setIssues] = useState(NO_ISSUES)
  const row = target === undefined || target.kind === 'create' ? undefined : target.row

  const open = (next: Target<Row> | undefined) => {
    setIssues(NO_ISSUES)
    setTarget(next)
    // Switching from viewing a row to editing it keeps the form.
    if (next && target === undefined) setOpening((count) => count + 1)
  }

  async function save(values: FormValues): Promise<boolean> {
    const endpoint = row ? resource.endpoints.update : resource.endpoints.create
    if (!endpoint) return false
    setIsSaving(true)
    setIssues(NO_ISSUES)
    try {
      const { result, message: text } = await callSave(
        endpoint,
        row ? updateBody(resource, row, values) : createBody(values),
      )
      notify.line(text || '保存成功', 'success')
      setTarget(undefined)
      onSaved(result)
      if (row) announceRow(resource, row.id)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setIssues(readServerIssues(resource, error.message))
      return false
    } finally {
      setIsSaving(false)
    }
  }

  return {
    resource,
    isOpen: target !== undefined,
    row,
    isReadOnly: target?.kind === 'view',
    initialValues: startValues(resource, row),
    opening,
    isSaving,
    issues,
    create: () => open({ kind: 'create' }),
    edit: (next) => open({ kind: 'edit', row: next }),
    view: (next) => open({ kind: 'view', row: next }),
    close: () => open(undefined),
    save,
  }
}
