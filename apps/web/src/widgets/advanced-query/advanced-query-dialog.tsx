import { MODAL_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import type { QueryLine } from '@natim/contract/super-query'
import { Button } from 'antd'
import { useId } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import styles from './advanced-query.module.css'
import { ConditionForm } from './condition-form.tsx'
import type { ActiveQuery } from './query-draft.ts'
import type { QueryField } from './query-field.ts'
import { SavedList } from './saved-list.tsx'
import { useQueryDraft } from './use-query-draft.ts'
import { useSavedQueries } from './use-saved-queries.ts'

export interface AdvancedQueryDialogProps {
  readonly isOpen: boolean
  readonly fields: readonly QueryField[]
  /** The query in force, edited by the dialog. */
  readonly value: ActiveQuery | undefined
  readonly saveCode: string
  readonly onSearch: (query: ActiveQuery) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

/** Conditions, their text form, and the saved queries. No mask: the list stays visible (WG-150). */
export function AdvancedQueryDialog(props: AdvancedQueryDialogProps) {
  const { isOpen, fields, value, saveCode, onSearch, onReset, onClose } = props
  const editor = useQueryDraft(value, fields)
  const { draft } = editor
  const saved = useSavedQueries(saveCode)
  const notify = useNotify()
  const formId = useId()

  const submit = (filled: readonly QueryLine[]) => {
    if (filled.length === 0) notify.line(MESSAGES['query.empty'])
    else onSearch({ matchType: draft.matchType, records: filled })
  }
  const reset = () => {
    editor.reset()
    onReset()
  }
  const keep = () =>
    saved.save(
      draft.lines.map(({ line }) => line),
      draft.matchType,
    )
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
          <Button onClick={keep}>保存查询</Button>
          <Button type="primary" htmlType="submit" form={formId}>
            查询
          </Button>
        </div>
      }
    >
      <div className={styles.panes}>
        <ConditionForm id={formId} fields={fields} editor={editor} onSubmit={submit} />
        <SavedList queries={saved.queries} onLoad={editor.load} onRemove={saved.remove} />
      </div>
      {saved.holder}
    </Dialog>
  )
}
