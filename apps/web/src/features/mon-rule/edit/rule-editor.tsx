import { ruleEndpoints } from '@natim/contract/mon/rule'
import type { RuleRow } from '@natim/contract/mon/rule.resource'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import { BacktestPanel } from '../backtest/backtest-panel.tsx'
import { RULES, rulePath } from '../paths.ts'
import styles from './edit.module.css'
import { EditFooter } from './edit-footer.tsx'
import { IssuesContext } from './fields.tsx'
import { bodyOfDraft, firstBranch, isSameDraft, type RuleDraft } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleHead } from './rule-head.tsx'
import { SentencePanel } from './sentence-panel.tsx'
import { useSave } from './use-save.ts'

interface EditorProps {
  /** The stored rule; absent for a new one. */
  readonly row?: RuleRow
  readonly start: RuleDraft
  /** Prefilled values that are not saved yet. */
  readonly tried?: Partial<RuleDraft> | undefined
  /** Called when the stored rule was saved or switched. */
  readonly onChanged?: () => void
  /** Called after a version was restored. */
  readonly onRestored?: () => void
}

const AFTER_TYPING_MS = 400

/** Form at the left; sentence and backtest, both derived from it, at the right. */
export function RuleEditor({ row, start, tried, onChanged, onRestored }: EditorProps) {
  const [draft, setDraft] = useState<RuleDraft>({ ...start, ...tried })
  // Saves by others meanwhile are not merged into this draft.
  const [base, setBase] = useState(start)
  const [focused, setFocused] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  const change = (part: Partial<RuleDraft>) => setDraft((former) => ({ ...former, ...part }))
  const isTouched = !isSameDraft(draft, base)
  const { body, shown } = useBody(draft)
  // The scope's match is shown even while branches are incomplete.
  const match = useMatch(body ?? bodyOfDraft({ ...draft, branches: [firstBranch('stuck')] }))
  const saving = useSave({
    row,
    draft,
    start: base,
    onSaved(id) {
      if (row === undefined) return goTo(rulePath(id), { replace: true })
      setBase(draft)
      onChanged?.()
    },
  })
  const discard = R.useDiscard()
  useUnloadGuard(isTouched)

  const focusField = (path: string) => focusIn(page.current, path)
  const leave = () => (isTouched ? discard(() => goTo(RULES)) : goTo(RULES))
  async function save(): Promise<void> {
    const first = await saving.save()
    if (first !== undefined) focusField(first)
  }
  useSaveKey(() => void save())
  const onFocus = ({ target }: FocusEvent) =>
    setFocused(target.closest('[data-field]')?.getAttribute('data-field') ?? undefined)
  return (
    <div className={styles.page} ref={page}>
      <RuleHead
        title={row ? row.name : '新增规则'}
        code={draft.code}
        row={row}
        onChanged={onChanged}
        onRestored={onRestored}
      />
      <IssuesContext value={saving.issues}>
        <div className={styles.columns}>
          <div className={styles.form} onFocus={onFocus}>
            <RuleForm draft={draft} isNew={row === undefined} match={match} onChange={change} />
          </div>
          <div className={styles.side}>
            <SentenceOrHint body={shown} focused={focused} onField={focusField} />
            <BacktestPanel body={body} saved={row && savedOf(row, base)} refusal={refusalOf(match)} />
          </div>
        </div>
      </IssuesContext>
      <EditFooter
        warnings={match?.warnings.length ?? 0}
        issues={saving.issues}
        problem={saving.problem}
        openCount={row?.openCount ?? 0}
        isDirty={isTouched || row === undefined}
        isSaving={saving.isSaving}
        onIssue={focusField}
        onCancel={leave}
        onSave={() => void save()}
      />
    </div>
  )
}

/** The body of the draft, and the last valid one. */
function useBody(draft: RuleDraft) {
  const body = bodyOfDraft(draft)
  const [shown, setShown] = useState(body)
  if (body !== undefined && JSON.stringify(body) !== JSON.stringify(shown)) setShown(body)
  return { body, shown: body ?? shown }
}

function useMatch(body: RuleBody | undefined) {
  const text = useDebounced(body === undefined ? '' : JSON.stringify(body), AFTER_TYPING_MS)
  const asked = text === '' ? body : (JSON.parse(text) as RuleBody)
  const { data } = useEndpoint(ruleEndpoints.match, { body: asked as never }, { enabled: asked !== undefined })
  return data
}

function savedOf(row: RuleRow, base: RuleDraft) {
  const body = bodyOfDraft(base)
  return body && { id: row.id, body, version: row.version }
}

const refusalOf = (match: ReturnType<typeof useMatch>) =>
  match?.warnings.find(({ code }) => code === 'no_channels' || code === 'too_many')?.text

/** The browser confirms before it discards unsaved edits. */
function useUnloadGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

/** Ctrl S saves wherever the focus is; a page in another tab ignores it. */
function useSaveKey(save: () => void): void {
  const onKey = useEffectEvent(save)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onKey()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Focuses the field of a path, or the first one below it. */
function focusIn(page: HTMLElement | null, path: string): void {
  const field = page?.querySelector(`[data-field="${path}"]`) ?? page?.querySelector(`[data-field^="${path}"]`)
  field?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus()
}

interface SentenceOrHintProps {
  readonly body: RuleBody | undefined
  readonly focused: string | undefined
  readonly onField: (path: string) => void
}

const SentenceOrHint = ({ body, ...rest }: SentenceOrHintProps) =>
  body ? (
    <SentencePanel body={body} {...rest} />
  ) : (
    <Panel title="读作">
      <p className="t-tertiary">填写分支后在这里读出整条规则</p>
    </Panel>
  )
