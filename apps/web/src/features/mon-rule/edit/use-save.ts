import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { type Issue, issuesOf, patchOfDraft, type RuleDraft } from './rule-draft.ts'

interface SaveOptions {
  readonly row: RuleRow | undefined
  readonly draft: RuleDraft
  readonly start: RuleDraft
  readonly onSaved: (id: string) => void
}

/** Saves a draft: validation issues are shown first, then refusals of the server. */
export function useSave({ row, draft, start, onSaved }: SaveOptions) {
  const { line } = useNotify()
  const [hasTried, setHasTried] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const found = issuesOf(draft)
  const issues: readonly Issue[] = hasTried ? found : []

  async function write(): Promise<string> {
    if (row) {
      const patch = patchOfDraft(draft, start)
      const { message } = await callWithMessage(
        rule.endpoints.update,
        { body: { id: row.id, ...patch } },
        { silent: true },
      )
      line(message, 'success')
      return row.id
    }
    const body = { ...draft, checklist: linesOf(draft) }
    const { result, message } = await callWithMessage(rule.endpoints.create, { body: body as never }, { silent: true })
    line(message, 'success')
    return result.id
  }

  /** @returns path of the first invalid field; undefined when saved, or when the server refused */
  async function save(): Promise<string | undefined> {
    setHasTried(true)
    setProblem(undefined)
    if (found[0]) return found[0].path
    if (isSaving) return undefined
    setIsSaving(true)
    try {
      onSaved(await write())
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    } finally {
      setIsSaving(false)
    }
    return undefined
  }
  return { save, issues, problem, isSaving }
}

const linesOf = ({ checklist }: RuleDraft) => checklist.filter((text) => text.trim() !== '')
