import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { ChannelTemplateLine } from '@natim/contract/mon/channel.resource'
import { METRICS, metricByCode } from '@natim/domain/metrics'
import { Button, Input, InputNumber, Select } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import styles from './template-control.module.css'

const OPTIONS = METRICS.map(({ code, nameCn, unit }) => ({ value: code, label: `${nameCn}（${code}，${unit}）` }))
const HEADS = ['序号', '监测因子', '上报单位', '量程下限', '量程上限', '小数位', '周期（秒）', '检出限']

/** The line without emptied fields, which then default to the metric's. */
const without = (line: ChannelTemplateLine) =>
  Object.fromEntries(
    Object.entries(line).filter(([, value]) => value !== null && value !== '' && value !== undefined),
  ) as ChannelTemplateLine

/** Channel template of a model, one line per channel; an empty field defaults to the metric's. */
export function TemplateControl({
  id,
  value,
  onChange,
  disabled = false,
}: ControlProps<readonly ChannelTemplateLine[]>) {
  const lines = value ?? []
  const change = (index: number, part: Partial<ChannelTemplateLine>) =>
    onChange?.(lines.map((line, at) => (at === index ? without({ ...line, ...part }) : line)))
  const add = () => {
    const seq = Math.max(0, ...lines.map((line) => line.seq)) + 1
    const unused = METRICS.find(({ code }) => !lines.some(({ metricCode }) => metricCode === code)) ?? METRICS[0]
    if (unused) onChange?.([...lines, { seq, metricCode: unused.code }])
  }
  return (
    <div id={id} className={styles.template}>
      {lines.length > 0 && (
        <div className={styles.lines} role="table" aria-label="通道模板">
          <div className={styles.line} role="row">
            {HEADS.map((head) => (
              <span key={head} role="columnheader" className="t-caption">
                {head}
              </span>
            ))}
            <span />
          </div>
          {lines.map((line, index) => (
            <Line
              // Lines have no ids; their order identifies them.
              key={line.seq}
              line={line}
              disabled={disabled}
              onChange={(part) => change(index, part)}
              onRemove={() => onChange?.(lines.filter((_, at) => at !== index))}
            />
          ))}
        </div>
      )}
      {lines.length === 0 && disabled && <p className="t-tertiary">没有通道</p>}
      {!disabled && (
        <Button icon={<PlusOutlined aria-hidden />} onClick={add}>
          添加通道
        </Button>
      )}
    </div>
  )
}

interface LineProps {
  readonly line: ChannelTemplateLine
  readonly disabled: boolean
  readonly onChange: (part: Partial<ChannelTemplateLine>) => void
  readonly onRemove: () => void
}

const NUMBERS = ['rangeLo', 'rangeHi', 'precision', 'periodS', 'lod'] as const

function Line({ line, disabled, onChange, onRemove }: LineProps) {
  const metric = metricByCode(line.metricCode)
  const usual: Readonly<Partial<Record<string, number>>> = {
    rangeLo: metric?.rangeLo,
    rangeHi: metric?.rangeHi,
    precision: metric?.precision,
    periodS: metric?.periodS,
  }
  const labelled = (what: string) => `通道 ${line.seq} ${what}`
  return (
    <div className={styles.line} role="row">
      <span className="t-number">{line.seq}</span>
      <Select
        aria-label={labelled('监测因子')}
        value={line.metricCode}
        options={OPTIONS}
        showSearch={{ optionFilterProp: 'label' }}
        disabled={disabled}
        // Settings of the previous metric do not apply to the new one.
        onChange={(metricCode: string) => onChange({ metricCode, unit: '', rangeLo: null, rangeHi: null, lod: null })}
      />
      <Input
        aria-label={labelled('上报单位')}
        value={line.unit ?? ''}
        placeholder={metric?.unit ?? ''}
        maxLength={16}
        disabled={disabled}
        onChange={(event) => onChange({ unit: event.target.value })}
      />
      {NUMBERS.map((key, at) => (
        <InputNumber
          key={key}
          aria-label={labelled(HEADS[at + 3] ?? key)}
          value={line[key] ?? null}
          placeholder={usual[key]?.toString() ?? ''}
          controls={false}
          disabled={disabled}
          onChange={(next) => onChange({ [key]: next })}
        />
      ))}
      {disabled ? (
        <span />
      ) : (
        <Button
          type="text"
          danger
          icon={<DeleteOutlined aria-hidden />}
          aria-label={`删除通道 ${line.seq}`}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
