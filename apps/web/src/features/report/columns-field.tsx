import type { ReportItem, ReportParam } from '@natim/contract/system/report'
import { InputNumber } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { ChoiceCell, Sheet, TextCell, TickCell } from './sheet.tsx'

const ALIGNS = [
  { value: 'left', label: '左' },
  { value: 'center', label: '中' },
  { value: 'right', label: '右' },
] as const
const MODES = [
  { value: 'single', label: '单值' },
  { value: 'group', label: '范围' },
] as const

/** Returns the list with one entry changed, by index. */
const changed = <T,>(list: readonly T[], index: number, patch: Partial<T>): T[] =>
  list.map((entry, place) => (place === index ? { ...entry, ...patch } : entry))

/** Display, sorting and search of a report's columns. The columns come from the statement. */
export function ColumnsField({ value, onChange }: ControlProps<readonly ReportItem[]>) {
  const items = value ?? []
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
  const { fieldName: name, isSearch } = item
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <TextCell
        label={`${name} 标题`}
        value={item.fieldTxt}
        maxLength={60}
        onChange={(fieldTxt) => onChange({ fieldTxt })}
      />
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
      <ChoiceCell
        label={`${name} 对齐`}
        options={ALIGNS}
        value={item.align}
        onChange={(align) => onChange({ align })}
      />
      <TickCell label={`${name} 显示`} checked={item.isShow} onChange={(isShow) => onChange({ isShow })} />
      <TickCell label={`${name} 排序`} checked={item.isOrder} onChange={(isOrder) => onChange({ isOrder })} />
      <TickCell label={`${name} 查询`} checked={isSearch} onChange={(next) => onChange({ isSearch: next })} />
      <ChoiceCell
        label={`${name} 查询方式`}
        options={MODES}
        disabled={!isSearch}
        value={item.searchMode}
        onChange={(searchMode) => onChange({ searchMode })}
      />
      <TickCell
        label={`${name} 收起`}
        checked={item.isFolded}
        disabled={!isSearch}
        onChange={(isFolded) => onChange({ isFolded })}
      />
      <TextCell
        label={`${name} 字典`}
        placeholder="编码；或表、文本、值三项，以半角逗号分隔"
        value={item.dictCode}
        maxLength={200}
        onChange={(text) => onChange({ dictCode: text.trim() })}
      />
    </tr>
  )
}

/** Captions and defaults of the placeholders `${name}` of a statement. */
export function ParamsField({ value, onChange }: ControlProps<readonly ReportParam[]>) {
  const params = value ?? []
  return (
    <Sheet heads={['参数', '说明', '默认值']} empty="语句中没有 ${参数}">
      {params.map((param, index) => (
        <tr key={param.paramName}>
          <th scope="row">
            <code>{param.paramName}</code>
          </th>
          <TextCell
            label={`${param.paramName} 说明`}
            value={param.paramTxt}
            maxLength={60}
            onChange={(paramTxt) => onChange?.(changed(params, index, { paramTxt }))}
          />
          <TextCell
            label={`${param.paramName} 默认值`}
            value={param.paramValue}
            maxLength={200}
            onChange={(paramValue) => onChange?.(changed(params, index, { paramValue }))}
          />
        </tr>
      ))}
    </Sheet>
  )
}
