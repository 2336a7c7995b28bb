import type { GrantTree as GrantChoices, MenuChoice } from '@natim/contract/system/permission'
import { Button, Spin } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import styles from './grant-panel.module.css'
import { GrantTree } from './grant-tree.tsx'
import { RulesDialog, type RulesDialogProps } from './rules-dialog.tsx'

export interface GrantPanelProps {
  readonly choices: GrantChoices | undefined
  /** Ids currently granted. */
  readonly granted: readonly string[] | undefined
  readonly error?: Error | null
  readonly onRetry: () => void
  readonly isReadOnly?: boolean
  /** @throws ApiError, reported by the client */
  readonly onSave: (ids: readonly string[], lastIds: readonly string[]) => Promise<string>
  readonly loadRules: RulesDialogProps['load']
  readonly saveRules: RulesDialogProps['save']
  /** Called after a save by 保存并关闭; without it there is no such button. */
  readonly onClose?: () => void
}

/** Grants of one holder: the tree, its rules, 保存. Use the holder as React key. */
export function GrantPanel(props: GrantPanelProps) {
  const { choices, granted, error, onRetry, isReadOnly = false, onSave, onClose } = props
  const notify = useNotify()
  const [draft, setDraft] = useState<ReadonlySet<string>>()
  const [isSaving, setIsSaving] = useState(false)
  const [rulesOf, setRulesOf] = useState<MenuChoice>()
  if (error) return <ErrorBar message={error.message} onRetry={onRetry} />
  if (choices === undefined || granted === undefined) return <Spin className={styles.wait} />
  const now = new Set(granted)
  const value = draft ?? now
  const isChanged = draft !== undefined && (draft.size !== now.size || [...draft].some((id) => !now.has(id)))

  const save = async (isLast: boolean) => {
    setIsSaving(true)
    try {
      notify.line(await onSave([...value], granted), 'success')
      setDraft(undefined)
      if (isLast) onClose?.()
    } catch (failure) {
      // Reported by the client; the ticks stay.
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <div className={styles.panel}>
      <div className={styles.scroll}>
        <GrantTree choices={choices} value={value} onChange={setDraft} disabled={isReadOnly} onRules={setRulesOf} />
      </div>
      {!isReadOnly && (
        <div className={styles.bar}>
          <Button disabled={!isChanged} onClick={() => setDraft(undefined)}>
            重置
          </Button>
          {onClose && (
            <Button disabled={!isChanged} loading={isSaving} onClick={() => void save(true)}>
              保存并关闭
            </Button>
          )}
          <Button type="primary" disabled={!isChanged} loading={isSaving} onClick={() => void save(false)}>
            保存
          </Button>
        </div>
      )}
      {rulesOf && (
        <RulesDialog
          menu={rulesOf}
          isReadOnly={isReadOnly}
          load={props.loadRules}
          save={props.saveRules}
          onClose={() => setRulesOf(undefined)}
        />
      )}
    </div>
  )
}
