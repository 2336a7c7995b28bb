import { MODAL_PX } from '@natim/contract/constants'
import type { CronShape } from '@natim/domain/cron/expression'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import type { ControlProps } from '../control-props.ts'
import { useIsDisabled } from '../use-is-disabled.ts'
import { CronEditor } from './cron-editor.tsx'
import { useCronDraft } from './use-cron-draft.ts'

export interface CronInputProps extends ControlProps<string>, CronShape {}

/**
 * A cron expression, typed or composed in a dialog. Seven parts, six without the year, five without seconds and year.
 * Validate in forms with `cronRule`.
 */
export function CronInput({ value, onChange, hideSecond = false, hideYear = false, ...control }: CronInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  const disabled = useIsDisabled(control.disabled)
  const { placeholder = '请输入或选择 Cron 表达式' } = control
  return (
    <Space.Compact block>
      <Input
        {...control}
        disabled={disabled}
        placeholder={placeholder}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <Button disabled={disabled} onClick={() => setIsOpen(true)}>
        选择
      </Button>
      {isOpen && (
        <CronDialog
          value={value ?? ''}
          shape={{ hideSecond, hideYear }}
          onOk={(text) => {
            onChange?.(text)
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      )}
    </Space.Compact>
  )
}

interface CronDialogProps {
  readonly value: string
  readonly shape: CronShape
  readonly onOk: (text: string) => void
  readonly onCancel: () => void
}

function CronDialog({ value, shape, onOk, onCancel }: CronDialogProps) {
  const state = useCronDraft(value, shape)
  return (
    <Dialog
      open
      title="Cron表达式"
      width={MODAL_PX.cron}
      okText="确定"
      okButtonProps={{ disabled: state.fault !== undefined }}
      onOk={() => onOk(state.text)}
      onCancel={onCancel}
    >
      <CronEditor state={state} />
    </Dialog>
  )
}
