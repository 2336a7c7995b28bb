import type { ImportColumn, ImportJob, ImportMapping } from '@natim/contract/system/import'
import { Button, Select } from 'antd'
import { useState } from 'react'
import styles from './import-workbench.module.css'
import { missingColumns, samplesOf, sharedHeadings } from './mapping.ts'

export interface MappingStepProps {
  readonly job: ImportJob
  readonly onCheck: (mapping: ImportMapping) => Promise<void>
}

/** Mapping of file headings to columns. The server suggests, the user decides. */
export function MappingStep({ job, onCheck }: MappingStepProps) {
  const [mapping, setMapping] = useState(job.mapping)
  const [isBusy, setIsBusy] = useState(false)
  const { columns, headings, samples } = job
  const missing = missingColumns(columns, mapping)
  const shared = sharedHeadings(mapping)
  const options = headings.map((heading, index) => ({ value: index, label: heading || `第 ${index + 1} 列（无标题）` }))
  const check = async () => {
    setIsBusy(true)
    // Already reported by the client; the choices stay.
    await onCheck(mapping).catch(() => undefined)
    setIsBusy(false)
  }
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <th scope="col">文件中的列</th>
              <th scope="col">前几行的内容</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <MappingRow
                key={column.key}
                column={column}
                heading={mapping[column.key] ?? null}
                options={options}
                shared={shared}
                samples={samples}
                onChange={(heading) => setMapping({ ...mapping, [column.key]: heading })}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer className={styles.foot}>
        <span className="t-secondary">
          {job.total} 行数据{missing.length > 0 && `，还有 ${missing.length} 个必填字段没有对应的列`}
        </span>
        <Button type="primary" disabled={missing.length > 0} loading={isBusy} onClick={check}>
          开始核对
        </Button>
      </footer>
    </>
  )
}

interface MappingRowProps {
  readonly column: ImportColumn
  /** Index of the heading that fills it; null = not imported. */
  readonly heading: number | null
  readonly options: { readonly value: number; readonly label: string }[]
  /** Headings that fill several columns. */
  readonly shared: ReadonlySet<number>
  readonly samples: ImportJob['samples']
  readonly onChange: (heading: number | null) => void
}

function MappingRow({ column, heading, options, shared, samples, onChange }: MappingRowProps) {
  const { title, required, hint } = column
  const isMissing = required && heading === null
  return (
    <tr>
      <th scope="row">
        {required && <span className={styles.star}>*</span>}
        {title}
        {hint && <span className={styles.hint}>{hint}</span>}
      </th>
      <td>
        <Select<number>
          aria-label={`${title} 对应的列`}
          className={styles.control}
          placeholder="不导入"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
          value={heading}
          {...(isMissing && { status: 'error' as const })}
          onChange={(next: number | undefined) => onChange(next ?? null)}
        />
        {isMissing && <span className={styles.fault}>必填，请选择对应的列</span>}
        {heading !== null && shared.has(heading) && <span className={styles.hint}>此列还对应其他字段</span>}
      </td>
      <td className={`${styles.sample} ellipsis`}>{samplesOf(samples, heading) || '—'}</td>
    </tr>
  )
}
