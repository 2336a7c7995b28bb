import type { ReportItem, ReportParam } from '@natim/contract/system/report'
import { Checkbox, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { ControlProps } from '@/resource/index.ts'
import styles from './report.module.css'

const ALIGNS = [
  { value: 'left', label: '左' },
  { value: 'center', label: '中' },
  { value: 'right', label: '右' },
] as const
const MODES = [
  { value: 'single', label: '单值' },
  { value: 'group', label: '范围' },
] as const

interface SheetProps {
  readonly heads: readonly string[]
  readonly empty: string
  readonly children: readonly ReactNode[]
}

/** A small table of controls. */
function Sheet({ heads, empty, children }: SheetProps) {
  if (children.length === 0) return <p className={styles.none}>{empty}</p>
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** Changes one entry of a list by its name. */
const changed = <T,>(list: readonly T[], index: number, patch: Partial<T>): T[] =>
  list.map((entry, place) => (place === index ? { ...entry, ...patch } : entry))

/** How the columns of a report are shown, sorted and searched. Which there are says the statement. */
export function ColumnsField({ value, onChange }: ControlProps) {
  const items = (value as readonly ReportItem[] | undefined) ?? []
  return (
    <Sheet
      heads={['字段', '标题', '宽度', '对齐', '显示', '排序', '查询', '方式', '收起', '字典']}
      empty="写好语句后点「试运行并读取列」"
    >
      {items.map((item, index) => (
        <ColumnRow key={item.fieldName} item={item} onChange={(patch) => onChange?.(changed(items, index, patch))} />
      ))}
    </Sheet>
  )
}

interface ColumnRowProps {
  readonly item: ReportItem
  readonly onChange: (patch: Partial<ReportItem>) => void
}

function ColumnRow({ item, onChange }: ColumnRowProps) {
  const { fieldName: name } = item
  const tick = (key: 'isShow' | 'isOrder' | 'isSearch' | 'isFolded', label: string, isOff = false) => (
    <Checkbox
      aria-label={`${name} ${label}`}
      checked={item[key]}
      disabled={isOff}
      onChange={(event) => onChange({ [key]: event.target.checked })}
    />
  )
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>
        <Input
          aria-label={`${name} 标题`}
          value={item.fieldTxt}
          maxLength={60}
          onChange={(event) => onChange({ fieldTxt: event.target.value })}
        />
      </td>
      <td>
        <InputNumber
          aria-label={`${name} 宽度`}
          min={40}
          max={1_000}
          precision={0}
          controls={false}
          style={{ width: 64 }}
          value={item.fieldWidth ?? null}
          onChange={(fieldWidth) => onChange({ fieldWidth })}
        />
      </td>
      <td>
        <Select
          aria-label={`${name} 对齐`}
          options={[...ALIGNS]}
          value={item.align}
          onChange={(align) => onChange({ align })}
        />
      </td>
      <td>{tick('isShow', '显示')}</td>
      <td>{tick('isOrder', '排序')}</td>
      <td>{tick('isSearch', '查询')}</td>
      <td>
        <Select
          aria-label={`${name} 查询方式`}
          options={[...MODES]}
          disabled={!item.isSearch}
          value={item.searchMode}
          onChange={(searchMode) => onChange({ searchMode })}
        />
      </td>
      <td>{tick('isFolded', '收起', !item.isSearch)}</td>
      <td>
        <Input
          aria-label={`${name} 字典`}
          placeholder="编码，或 表,文本,值"
          value={item.dictCode}
          maxLength={200}
          onChange={(event) => onChange({ dictCode: event.target.value.trim() })}
        />
      </td>
    </tr>
  )
}

/** Captions and defaults of the placeholders `${name}` of a statement. */
export function ParamsField({ value, onChange }: ControlProps) {
  const params = (value as readonly ReportParam[] | undefined) ?? []
  return (
    // oxlint-disable-next-line no-template-curly-in-string -- what a placeholder looks like
    <Sheet heads={['参数', '说明', '默认值']} empty="语句中没有 ${参数}">
      {params.map((param, index) => (
        <tr key={param.paramName}>
          <th scope="row">
            <code>{param.paramName}</code>
          </th>
          <td>
            <Input
              aria-label={`${param.paramName} 说明`}
              value={param.paramTxt}
              maxLength={60}
              onChange={(event) => onChange?.(changed(params, index, { paramTxt: event.target.value }))}
            />
          </td>
          <td>
            <Input
              aria-label={`${param.paramName} 默认值`}
              value={param.paramValue}
              maxLength={200}
              onChange={(event) => onChange?.(changed(params, index, { paramValue: event.target.value }))}
            />
          </td>
        </tr>
      ))}
    </Sheet>
  )
}
