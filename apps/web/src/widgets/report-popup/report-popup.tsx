import { CloseCircleFilled, SelectOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import type { ControlProps } from '../control-props.ts'
import { useIsDisabled } from '../use-is-disabled.ts'
import { fillValues, inputText, popupFault } from './popup-fields.ts'
import type { PopupParams } from './popup-query.ts'
import styles from './report-popup.module.css'
import { ReportPopupModal } from './report-popup-modal.tsx'

export interface ReportPopupProps extends ControlProps<string> {
  /** Report code. */
  readonly code: string
  /** Report fields and the form fields they fill, in the same order; comma lists. */
  readonly orgFields: string
  readonly destFields: string
  /** Its own field among `destFields`, whose text is shown; the first by default. */
  readonly field?: string
  /** Called with the values of all `destFields`; empty texts when cleared. */
  readonly onFill?: (values: Record<string, string>) => void
  /** Sent as `self_{name}`; a change while open reloads the rows. */
  readonly params?: PopupParams
  /** `column=asc` or `column=desc` */
  readonly sorter?: string
  readonly isMulti?: boolean
  /** Separator between the texts of several rows. */
  readonly separator?: string
  readonly groupId?: string
}

/** An input filled by choosing rows of an online report, which also fill other fields (WG-50, WG-59). */
export function ReportPopup(props: ReportPopupProps) {
  const { code, value, onChange, onFill, separator = ',', field, ...rest } = props
  const { orgFields, destFields, params, sorter, isMulti, groupId, placeholder = '请选择', id, onBlur } = rest
  const notify = useNotify()
  const [isOpen, setIsOpen] = useState(false)
  const fields = { code, orgFields, destFields }
  const fault = popupFault(fields)
  useEffect(() => {
    if (fault) notify.line(fault, 'error')
  }, [fault, notify])

  const isClosed = useIsDisabled(props.disabled) || fault !== undefined
  const open = () => !isClosed && setIsOpen(true)
  const take = (rows: Parameters<typeof fillValues>[1]) => {
    onChange?.(inputText(fields, rows, separator, field))
    onFill?.(fillValues(fields, rows))
    setIsOpen(false)
  }
  return (
    <>
      <Input
        id={id}
        aria-label={rest['aria-label']}
        aria-haspopup="dialog"
        readOnly
        disabled={isClosed}
        {...(fault && { status: 'error' as const, title: fault })}
        placeholder={placeholder}
        value={value ?? ''}
        className={styles.input}
        suffix={value && !isClosed ? <ClearButton onClear={() => take([])} /> : <SelectOutlined aria-hidden />}
        onClick={open}
        onKeyDown={(event) => event.key === 'Enter' && open()}
        {...(onBlur && { onBlur })}
      />
      <ReportPopupModal
        isOpen={isOpen && !isClosed}
        code={code}
        params={params}
        sorter={sorter}
        isMulti={isMulti}
        groupId={groupId}
        onOk={take}
        onCancel={() => setIsOpen(false)}
      />
    </>
  )
}

/** Clears the field and all fields it filled. It is inside the input, whose click opens the popup. */
function ClearButton({ onClear }: { readonly onClear: () => void }) {
  return (
    <button
      type="button"
      className={styles.clear}
      aria-label="清空"
      onClick={(event) => {
        event.stopPropagation()
        onClear()
      }}
    >
      <CloseCircleFilled />
    </button>
  )
}
