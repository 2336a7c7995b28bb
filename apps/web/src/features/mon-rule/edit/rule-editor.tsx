import { ruleEndpoints } from '@natim/contract/mon/rule'
import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import { type RuleBody, SUBJECT_OF } from '@natim/domain/alarm/rule'
import { metricByCode } from '@natim/domain/metrics'
import { Form, Input, Segmented } from 'antd'
import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { goTo } from '@/lib/address.tsx'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import * as R from '@/resource/index.ts'
import { Panel } from '@/ui/panel.tsx'
import { BacktestPanel } from '../backtest/backtest-panel.tsx'
import { RULES, rulePath } from '../paths.ts'
import { BranchTable } from './branch-table.tsx'
import styles from './edit.module.css'
import { EditFooter } from './edit-footer.tsx'
import { Field, IssuesContext } from './fields.tsx'
import { CorroborationPart, GuidePart, RecoveryPart } from './follow-up.tsx'
import { bodyOfDraft, isSameDraft, type RuleDraft } from './rule-draft.ts'
import { RuleHead } from './rule-head.tsx'
import { MatchLine, ScopeField } from './scope-field.tsx'
import { SentencePanel } from './sentence-panel.tsx'
import { useSave } from './use-save.ts'

interface EditorProps {
  /** The stored rule; absent while a new one is written. */
  readonly row?: RuleRow
  readonly start: RuleDraft
  /** The stored rule is another one now: it was saved or switched. */
  readonly onChanged?: () => void
  /** It went back to a version. */
  readonly onRestored?: () => void
}

const AFTER_TYPING_MS = 400

/** Form at the left, what it says and what it would have done at the right. The form is the source of all of it. */
export function RuleEditor({ row, start, onChanged, onRestored }: EditorProps) {
  const [draft, setDraft] = useState(start)
  // What others save meanwhile is not mixed into what is written here.
  const [base, setBase] = useState(start)
  const [focused, setFocused] = useState<string>()
  const page = useRef<HTMLDivElement>(null)
  const change = (part: Partial<RuleDraft>) => setDraft((former) => ({ ...former, ...part }))
  const isDirty = row === undefined || !isSameDraft(draft, base)
  const { body, shown } = useBody(draft)
  const match = useMatch(shown)
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
  useUnloadGuard(isDirty)

  function focusField(path: string): void {
    const field =
      page.current?.querySelector(`[data-field="${path}"]`) ?? page.current?.querySelector(`[data-field^="${path}"]`)
    field?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus()
  }
  const leave = () => (isDirty && row !== undefined ? discard(() => goTo(RULES)) : goTo(RULES))
  async function save(): Promise<void> {
    const first = await saving.save()
    if (first !== undefined) focusField(first)
  }
  const onShortcut = useEffectEvent(() => void save())
  // Whatever has the focus; a page in another tab does not listen.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onShortcut()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const onFocus = ({ target }: FocusEvent) =>
    setFocused(target.closest('[data-field]')?.getAttribute('data-field') ?? undefined)
  const unit = unitOf(draft)
  const isDevice = draft.branches[0] !== undefined && SUBJECT_OF[draft.branches[0].type] === 'device'
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
            <Panel title="规则内容">
              <Basics draft={draft} isNew={row === undefined} onChange={change} />
              <section className={styles.section} aria-label="作用范围">
                <h3 className={styles.sectionTitle}>
                  作用范围 <span className="t-caption">满足全部条件的{isDevice ? '设备' : '通道'}</span>
                </h3>
                <ScopeField scope={draft.scope} onChange={(scope) => change({ scope })} />
                {shown && <MatchLine match={match} isDevice={isDevice} />}
              </section>
              <BranchTable
                branches={draft.branches}
                unit={unit}
                warnings={match?.warnings ?? []}
                onChange={(branches) => change({ branches })}
              />
              <div className={styles.halves}>
                <CorroborationPart draft={draft} onChange={change} />
                <RecoveryPart draft={draft} onChange={change} />
              </div>
              <GuidePart draft={draft} onChange={change} />
            </Panel>
          </div>
          <div className={styles.side}>
            {shown ? (
              <SentencePanel body={shown} focused={focused} onField={focusField} />
            ) : (
              <Panel title="读作">
                <p className="t-tertiary">填写分支后在这里读出整条规则</p>
              </Panel>
            )}
            <BacktestPanel body={body} saved={row && savedOf(row, base)} refusal={refusalOf(match)} />
          </div>
        </div>
      </IssuesContext>
      <EditFooter
        warnings={match?.warnings.length ?? 0}
        issues={saving.issues}
        problem={saving.problem}
        openCount={row?.openCount ?? 0}
        isDirty={isDirty}
        isSaving={saving.isSaving}
        onIssue={focusField}
        onCancel={leave}
        onSave={() => void save()}
      />
    </div>
  )
}

/** What is judged by, as it is typed, and as it last could be. */
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

/** Of the metrics in scope, where they have it in common. */
function unitOf({ scope }: RuleDraft): string {
  const units = new Set((scope.metricCodes ?? []).map((code) => metricByCode(code)?.unit ?? ''))
  return units.size === 1 ? ([...units][0] ?? '') : ''
}

/** The browser asks before it throws away what was typed. */
function useUnloadGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
}

interface BasicsProps {
  readonly draft: RuleDraft
  readonly isNew: boolean
  readonly onChange: (part: Partial<RuleDraft>) => void
}

function Basics({ draft, isNew, onChange }: BasicsProps) {
  return (
    <Form layout="vertical" component={false} requiredMark>
      <div className={styles.basics}>
        <Form.Item label="规则名称" required htmlFor="rule-name">
          <Field path="name" className={styles.block ?? ''}>
            {({ status, describedBy }) => (
              <Input
                id="rule-name"
                aria-describedby={describedBy}
                maxLength={rule.form.shape.name.maxLength ?? 80}
                {...(status && { status })}
                value={draft.name}
                onChange={({ target }) => onChange({ name: target.value })}
              />
            )}
          </Field>
        </Form.Item>
        <Form.Item label="规则编号" required htmlFor="rule-code">
          <Field path="code" className={styles.block ?? ''}>
            {({ status, describedBy }) => (
              <Input
                id="rule-code"
                aria-describedby={describedBy}
                disabled={!isNew}
                {...(status && { status })}
                value={draft.code}
                onChange={({ target }) => onChange({ code: target.value })}
              />
            )}
          </Field>
        </Form.Item>
        <Form.Item label="场所" required>
          <Field path="place">
            {() => (
              <Segmented
                aria-label="场所"
                options={[
                  { value: 'public', label: '公众' },
                  { value: 'work', label: '作业场所' },
                ]}
                value={draft.place}
                onChange={(place) => onChange({ place: place as RuleDraft['place'] })}
              />
            )}
          </Field>
        </Form.Item>
      </div>
    </Form>
  )
}
