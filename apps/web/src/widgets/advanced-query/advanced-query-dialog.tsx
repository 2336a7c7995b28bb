import { MODAL_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { filledLines, MAX_QUERY_LINES } from '@natim/contract/super-query'
import { Button, Segmented } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './advanced-query.module.css'
import { type ActiveQuery, addLine, changeLine, newDraft, type QueryDraft, removeLine } from './query-draft.ts'
import { type QueryField, restored } from './query-field.ts'
import { QueryLineRow } from './query-line-row.tsx'
import { QuerySentence } from './query-sentence.tsx'
import { SavedList } from './saved-list.tsx'
import { useSavedQueries } from './use-saved-queries.ts'

export interface AdvancedQueryDialogProps {
  readonly isOpen: boolean
  readonly fields: readonly QueryField[]
  /** The query in force, which the dialog starts from. */
  readonly value: ActiveQuery | undefined
  readonly saveCode: string
  readonly onSearch: (query: ActiveQuery) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** What is edited. A query that changed outside, by a link or by 重置 of the list, takes its place. */
function useDraft(value: ActiveQuery | undefined, load: (query: ActiveQuery) => QueryDraft) {
  const initial = () => (value ? load(value) : newDraft())
  const [draft, setDraft] = useState(initial)
  const key = JSON.stringify(value)
  const [followed, setFollowed] = useState(key)
  if (followed !== key) {
    setFollowed(key)
    setDraft(initial())
  }
  return [draft, setDraft] as const
}

const MATCHES = [
  { value: 'and', label: '满足全部' },
  { value: 'or', label: '满足任一' },
] as const

/** Conditions, what they mean, and the kept queries. The list stays in sight: there is no mask (WG-150). */
export function AdvancedQueryDialog(props: AdvancedQueryDialogProps) {
  const { isOpen, fields, value, saveCode, onSearch, onReset, onClose } = props
  const load = ({ records, matchType }: ActiveQuery) =>
    newDraft(
      records.map((line) => restored(line, fields)),
      matchType,
    )
  const [draft, setDraft] = useDraft(value, load)
  const saved = useSavedQueries(saveCode)
  const notify = useNotify()
  const formId = useId()
  const lines = draft.lines.map(({ line }) => line)
  const filled = filledLines(lines)
  const canGrow = draft.lines.length < MAX_QUERY_LINES
  const grow = (afterId?: number) =>
    canGrow ? setDraft(addLine(draft, afterId)) : notify.line(`最多 ${MAX_QUERY_LINES} 个条件`)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filled.length === 0) notify.line(MESSAGES['query.empty'])
    else onSearch({ matchType: draft.matchType, records: filled })
  }
  const reset = () => {
    setDraft(newDraft())
    onReset()
  }
  return (
    <Dialog
      open={isOpen}
      title="高级查询"
      width={MODAL_PX.advancedQuery}
      mask={false}
      onCancel={onClose}
      footer={
        <div className={styles.foot}>
          <Button onClick={reset}>重置</Button>
          <span className={styles.spring} />
          <Button onClick={onClose}>取消</Button>
          <Button onClick={() => saved.save(lines, draft.matchType)}>保存查询</Button>
          <Button type="primary" htmlType="submit" form={formId}>
            查询
          </Button>
        </div>
      }
    >
      <div className={styles.panes}>
        <form id={formId} className={styles.conditions} onSubmit={submit} aria-label="查询条件">
          <div className={styles.match}>
            <span className="t-secondary">匹配方式</span>
            <Segmented
              aria-label="匹配方式"
              options={[...MATCHES]}
              value={draft.matchType}
              onChange={(matchType) => setDraft({ ...draft, matchType })}
            />
            <span className={styles.spring} />
            <Button type="link" onClick={() => grow()}>
              添加条件
            </Button>
          </div>
          <ul className={styles.lines}>
            {draft.lines.map(({ id, line }, index) => (
              <QueryLineRow
                key={id}
                fields={fields}
                line={line}
                place={index + 1}
                isHinted={filled.length > 0}
                onChange={(next) => setDraft(changeLine(draft, id, next))}
                onAdd={() => grow(id)}
                onRemove={() => setDraft(removeLine(draft, id))}
              />
            ))}
          </ul>
          <QuerySentence lines={lines} matchType={draft.matchType} fields={fields} />
        </form>
        <SavedList queries={saved.queries} onLoad={(query) => setDraft(load(query))} onRemove={saved.remove} />
      </div>
      {saved.holder}
    </Dialog>
  )
}
