import type { DataRuleRow, MenuChoice } from '@natim/contract/system/permission'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Spin } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import styles from './rules-dialog.module.css'

/** The rules of a menu, and the ticked ones as a comma list. */
interface RulesAnswer {
  readonly datarule: readonly DataRuleRow[]
  readonly drChecked?: string | undefined
}

export interface RulesDialogProps {
  readonly menu: MenuChoice
  readonly isReadOnly: boolean
  readonly load: (permissionId: string) => Promise<RulesAnswer>
  /** Returns the message to show. @throws ApiError, reported by the client */
  readonly save: (permissionId: string, ruleIds: readonly string[]) => Promise<string>
  readonly onClose: () => void
}

/** Data rules of a granted menu (SY-27). Selecting none is allowed, with a note. */
export function RulesDialog({ menu, isReadOnly, load, save, onClose }: RulesDialogProps) {
  const notify = useNotify()
  const { data, error, isLoading } = useQuery({
    queryKey: ['grant-rules', menu.key],
    queryFn: () => load(menu.key),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
  const [draft, setDraft] = useState<readonly string[]>()
  const [isSaving, setIsSaving] = useState(false)
  const value = draft ?? (data?.drChecked ?? '').split(',').filter((id) => id !== '')
  const submit = async () => {
    if (value.length === 0) notify.line('未选择任何数据规则，将不限制数据范围', 'warning')
    setIsSaving(true)
    try {
      notify.line(await save(menu.key, value), 'success')
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      title={`${menu.slotTitle} · 数据规则`}
      okText="保存"
      isSaving={isSaving}
      okButtonProps={{ disabled: isReadOnly || data === undefined }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      {isLoading && <Spin />}
      {error && <EmptyState title={error.message} />}
      {data && (
        <Checkbox.Group
          className={styles.rules}
          disabled={isReadOnly}
          value={[...value]}
          onChange={setDraft}
          options={data.datarule.map((rule) => ({
            value: rule.id,
            label: (
              <>
                {rule.ruleName}
                <code className={styles.condition}>
                  {rule.ruleColumn} {rule.ruleConditions} {rule.ruleValue}
                </code>
              </>
            ),
          }))}
        />
      )}
    </Dialog>
  )
}
