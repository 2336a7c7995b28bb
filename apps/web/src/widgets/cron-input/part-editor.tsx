import { weekdayName } from '@natim/domain/cron/describe'
import {
  type CronBounds,
  type CronPart,
  PART_SPECS,
  type PartMode,
  type PartValue,
  WEEKDAY_ORDER,
} from '@natim/domain/cron/parts'
import { gmt8Fields } from '@natim/domain/time'
import { Checkbox, InputNumber, Radio, Select } from 'antd'
import { Fragment, useState } from 'react'
import { serverNow } from '@/lib/clock.ts'
import styles from './cron-input.module.css'
import { beginOf, type Figure, figureOf, rowsOf, withFigure } from './part-rows.ts'

export interface PartEditorProps {
  readonly part: CronPart
  readonly value: PartValue
  readonly disabled: boolean
  readonly onChange: (value: PartValue) => void
}

const WEEKDAY_OPTIONS = WEEKDAY_ORDER.map((weekday): { value: number; label: string } => ({
  value: weekday,
  label: weekdayName(weekday),
}))

/** The modes of one part, as sentences with fields. */
export function PartEditor({ part, value, disabled, onChange }: PartEditorProps) {
  const [year] = useState(() => gmt8Fields(serverNow()).year)
  // Values of modes left before, restored when switching back.
  const [left, setLeft] = useState<Partial<Record<PartMode, PartValue>>>({})
  const valueOf = (mode: PartMode) => (mode === value.mode ? value : (left[mode] ?? beginOf(part, mode, year)))
  const change = (next: PartValue) => {
    setLeft({ ...left, [value.mode]: value })
    onChange(next)
  }
  return (
    <Radio.Group
      className={styles.modes ?? ''}
      value={value.mode}
      disabled={disabled}
      onChange={(event) => change(valueOf(event.target.value as PartMode))}
      aria-label={PART_SPECS[part].label}
    >
      {rowsOf(part, value).map(({ mode, segments }) => (
        <div key={mode} className={styles.mode} data-plain={segments.length === 1 && mode !== 'specify'}>
          <Radio value={mode}>{segments.length === 1 ? segments[0]?.toString() : MODE_NAME[mode]}</Radio>
          {segments.length > 1 && (
            <span className={styles.sentence}>
              {segments.map((segment) =>
                typeof segment === 'string' ? (
                  <Fragment key={segment}>{segment}</Fragment>
                ) : (
                  <FigureField
                    key={segment.key}
                    figure={segment}
                    disabled={disabled || mode !== value.mode}
                    value={figureOf(valueOf(mode), segment.key)}
                    onChange={(figure) => change(withFigure(valueOf(mode), segment.key, figure))}
                  />
                ),
              )}
            </span>
          )}
        </div>
      ))}
      <Ticks
        part={part}
        disabled={disabled}
        values={value.mode === 'specify' ? value.values : []}
        onChange={(values) => change({ mode: 'specify', values })}
      />
    </Radio.Group>
  )
}

const MODE_NAME: Readonly<Partial<Record<PartMode, string>>> = {
  range: '区间',
  loop: '循环',
  work: '工作日',
  nth: '第几个',
  lastWeekday: '最后一个',
}

interface FigureFieldProps {
  readonly figure: Figure
  readonly value: number
  readonly disabled: boolean
  readonly onChange: (value: number) => void
}

function FigureField({ figure, value, disabled, onChange }: FigureFieldProps) {
  if (!figure.isWeekday) {
    return (
      <NumberField label={figure.label} bounds={figure.bounds} value={value} disabled={disabled} onChange={onChange} />
    )
  }
  return (
    <Select<number>
      size="small"
      aria-label={figure.label}
      className={styles.weekday ?? ''}
      options={WEEKDAY_OPTIONS}
      value={value}
      disabled={disabled}
      onChange={onChange}
    />
  )
}

interface TicksProps {
  readonly part: CronPart
  readonly values: readonly number[]
  readonly disabled: boolean
  readonly onChange: (values: number[]) => void
}

/** Single values as checkboxes; ticking one selects the mode «specify». Years are a select with a hundred entries. */
function Ticks({ part, values, disabled, onChange }: TicksProps) {
  const { min, max } = PART_SPECS[part].values
  const label = `${PART_SPECS[part].label}：指定`
  const all = part === 'week' ? WEEKDAY_ORDER : Array.from({ length: max - min + 1 }, (_, index) => min + index)
  const options = all.map((value) => ({ value, label: part === 'week' ? weekdayName(value) : String(value) }))
  if (part === 'year') {
    return (
      <Select<number[]>
        mode="multiple"
        aria-label={label}
        placeholder="选择年份"
        className={styles.years ?? ''}
        options={options}
        value={[...values]}
        disabled={disabled}
        onChange={onChange}
      />
    )
  }
  return (
    <fieldset className={styles.ticks} aria-label={label} data-part={part}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          disabled={disabled}
          checked={values.includes(option.value)}
          onChange={(event) =>
            onChange(
              event.target.checked ? [...values, option.value] : values.filter((value) => value !== option.value),
            )
          }
        >
          {option.label}
        </Checkbox>
      ))}
    </fieldset>
  )
}

interface NumberFieldProps {
  readonly label: string
  readonly bounds: CronBounds
  readonly value: number
  readonly disabled: boolean
  readonly onChange: (value: number) => void
}

/** An integer. Input stays as typed until blur: a 0 is written as 1, and then shown so (D-17). */
function NumberField({ label, bounds, value, disabled, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<number | null>()
  return (
    <InputNumber<number>
      size="small"
      aria-label={label}
      min={bounds.min}
      max={bounds.max}
      precision={0}
      controls={false}
      disabled={disabled}
      value={typed === undefined ? value : typed}
      onChange={(next) => {
        setTyped(next)
        if (next !== null) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
