import { filledLines, type QueryLine } from '@natim/contract/super-query'
import { Button, Segmented } from 'antd'
import styles from './advanced-query.module.css'
import type { QueryField } from './query-field.ts'
import { QueryLineRow } from './query-line-row.tsx'
import { QuerySentence } from './query-sentence.tsx'
import type { QueryEditor } from './use-query-draft.ts'

const MATCHES = [
  { value: 'and', label: '满足全部' },
  { value: 'or', label: '满足任一' },
] as const

export interface ConditionFormProps {
  /** Form id, for a submit button outside. */
  readonly id: string
  readonly fields: readonly QueryField[]
  readonly editor: QueryEditor
  /** Called with the filled lines; none = nothing to query yet. */
  readonly onSubmit: (filled: readonly QueryLine[]) => void
}

/** The conditions, how they are combined, and their text form. */
export function ConditionForm({ id: formId, fields, editor, onSubmit }: ConditionFormProps) {
  const { draft } = editor
  const lines = draft.lines.map(({ line }) => line)
  const filled = filledLines(lines)
  return (
    <form
      id={formId}
      className={styles.conditions}
      aria-label="查询条件"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(filled)
      }}
    >
      <div className={styles.match}>
        <span className="t-secondary">匹配方式</span>
        <Segmented
          aria-label="匹配方式"
          options={[...MATCHES]}
          value={draft.matchType}
          onChange={(matchType) => editor.setMatch(matchType)}
        />
        <span className={styles.spring} />
        <Button type="link" onClick={() => editor.add()}>
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
            onChange={(next) => editor.change(id, next)}
            onAdd={() => editor.add(id)}
            onRemove={() => editor.remove(id)}
          />
        ))}
      </ul>
      <QuerySentence lines={lines} matchType={draft.matchType} fields={fields} />
    </form>
  )
}
