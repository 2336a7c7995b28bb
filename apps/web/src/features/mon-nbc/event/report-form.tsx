import { AGENT_CLASS } from '@natim/contract/dict'
import type { NbcReport } from '@natim/contract/mon/nbc-event'
import {
  NBC_REPORT_KINDS,
  type NbcReportField,
  type NbcReportKind,
  nbcReportFields,
} from '@natim/contract/mon/nbc-report'
import { Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './event.module.css'
import { useEventOrders } from './use-events.ts'

const CLASSES = optionsOf(AGENT_CLASS)

interface ReportFormProps {
  readonly eventId: string
  readonly kind: NbcReportKind
  /** Absent = a new report. */
  readonly report?: NbcReport | undefined
  readonly isDrill: boolean
  readonly onClose: () => void
}

/** Report draft; a partial draft can be saved and continued by a colleague. */
export function ReportForm({ eventId, kind, report, isDrill, onClose }: ReportFormProps) {
  const orders = useEventOrders()
  const [body, setBody] = useState<Record<string, unknown>>(report?.body ?? {})
  const save = async () => {
    if (await orders.saveReport(eventId, kind, body, report && { id: report.id, version: report.version })) onClose()
  }
  return (
    <Dialog
      open
      title={`${isDrill ? '【演练】' : ''}${kind} ${NBC_REPORT_KINDS[kind]}`}
      width={640}
      okText="保存草稿"
      isSaving={orders.isBusy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className={styles.form}>
        {nbcReportFields(kind).map((field) => (
          <label key={field.key}>
            <span>
              {field.label}
              {field.isRequired && <span className={styles.required}>（发出前必填）</span>}
            </span>
            <Control
              field={field}
              value={body[field.key]}
              onChange={(value) => setBody((held) => ({ ...held, [field.key]: value ?? '' }))}
            />
          </label>
        ))}
      </div>
    </Dialog>
  )
}

interface ControlProps {
  readonly field: NbcReportField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function Control({ field: { control, label, unit }, value, onChange }: ControlProps) {
  const text = typeof value === 'string' ? value : ''
  switch (control) {
    case 'area':
      return (
        <Input.TextArea aria-label={label} rows={3} value={text} onChange={({ target }) => onChange(target.value)} />
      )
    case 'time':
      return <DateInput hasTime aria-label={label} value={text || undefined} onChange={onChange} />
    case 'number':
      return (
        <InputNumber
          aria-label={label}
          suffix={unit}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          style={{ width: '100%' }}
        />
      )
    case 'agent':
      return <Select aria-label={label} allowClear options={CLASSES} value={text || undefined} onChange={onChange} />
    default:
      return <Input aria-label={label} value={text} onChange={({ target }) => onChange(target.value)} />
  }
}
