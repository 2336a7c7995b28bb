import { DownOutlined, UpOutlined } from '@ant-design/icons'
import type { ReportColumns, ReportQueryItem } from '@natim/contract/system/report'
import { Button, Input, Select } from 'antd'
import { type FormEvent, useState } from 'react'
import { DateInput } from '../date-input/date-input.tsx'
import type { QueryValues } from './popup-query.ts'
import styles from './report-popup.module.css'

interface ReportQueryProps {
  readonly items: readonly ReportQueryItem[]
  readonly dictOptions: ReportColumns['dictOptions']
  readonly values: QueryValues
  readonly onChange: (values: QueryValues) => void
  readonly onSubmit: () => void
  readonly onReset: () => void
}

/** Query area of a report: one control per field, two for a range; folded ones appear after 展开. */
export function ReportQuery({ items, dictOptions, values, onChange, onSubmit, onReset }: ReportQueryProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (items.length === 0) return null
  const folded = items.filter(({ hidden }) => hidden === '1')
  const shown = isOpen ? items : items.filter(({ hidden }) => hidden !== '1')
  const control = (item: ReportQueryItem, name: string, label: string) => (
    <QueryControl
      key={name}
      item={item}
      label={label}
      options={dictOptions[item.field]}
      value={values[name] ?? ''}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The popup may be inside the form it fills.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form role="search" aria-label="筛选报表" className={styles.query} onSubmit={submit}>
      {shown.map((item) => (
        <div key={item.field} className={styles.field} data-range={item.mode === 'group' || undefined}>
          <span className="t-secondary">{item.label}</span>
          {item.mode === 'single' ? (
            control(item, item.field, item.label)
          ) : (
            <span className={styles.range}>
              {control(item, `${item.field}_begin`, `${item.label}（起）`)}
              <span aria-hidden>–</span>
              {control(item, `${item.field}_end`, `${item.label}（止）`)}
            </span>
          )}
        </div>
      ))}
      <div className={styles.buttons}>
        <Button type="primary" htmlType="submit">
          查询
        </Button>
        <Button onClick={onReset}>重置</Button>
        {folded.length > 0 && (
          <Button
            type="link"
            aria-expanded={isOpen}
            icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
            iconPlacement="end"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? '收起' : '展开'}
          </Button>
        )}
      </div>
    </form>
  )
}

interface QueryControlProps {
  readonly item: ReportQueryItem
  readonly label: string
  readonly options: ReportColumns['dictOptions'][string] | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function QueryControl({ item, label, options, value, onChange }: QueryControlProps) {
  if (item.view === 'date' || item.view === 'datetime') {
    return <DateInput aria-label={label} hasTime={item.view === 'datetime'} value={value} onChange={onChange} />
  }
  if (item.view === 'list') {
    return (
      <Select
        aria-label={label}
        allowClear
        options={(options ?? []).map((entry) => ({ value: String(entry.value), label: entry.text }))}
        value={value || undefined}
        onChange={(next: string | undefined) => onChange(next ?? '')}
        style={{ width: '100%' }}
      />
    )
  }
  return <Input aria-label={label} value={value} maxLength={200} onChange={(event) => onChange(event.target.value)} />
}
