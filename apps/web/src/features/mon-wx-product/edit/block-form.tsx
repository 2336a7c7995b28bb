import { aqiEndpoints } from '@natim/contract/mon/aqi'
import { bucketEnd, DAY_MS, formatGmt8, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import { Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import { ImageUpload } from '@/widgets/upload/image-upload.tsx'
import type { DraftBlock } from './draft.ts'
import styles from './edit.module.css'

export interface BlockFormProps<B extends DraftBlock = DraftBlock> {
  readonly block: B
  /** 第 2 段: labels its fields. */
  readonly label: string
  readonly onChange: (block: B) => void
}

type Of<T extends DraftBlock['type']> = Extract<DraftBlock, { type: T }>

const Field = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <label className={`${styles.field} ${isWide ? styles.wide : ''}`}>
    <span>{name}</span>
    {children}
  </label>
)

/** The fields of a block, by its type. */
export function BlockForm({ block, label, onChange }: BlockFormProps) {
  switch (block.type) {
    case 'text':
      return <TextForm block={block} label={label} onChange={onChange} />
    case 'image':
      return <ImageForm block={block} label={label} onChange={onChange} />
    case 'air':
      return <AirForm block={block} label={label} onChange={onChange} />
    case 'curve':
      return <CurveForm block={block} label={label} onChange={onChange} />
    case 'alarms':
      return <AlarmsForm block={block} label={label} onChange={onChange} />
  }
}

const TextForm = ({ block, label, onChange }: BlockFormProps<Of<'text'>>) => (
  <>
    <Field name="小标题" isWide>
      <Input
        aria-label={`${label}小标题`}
        maxLength={40}
        placeholder="可空"
        value={block.heading}
        onChange={(event) => onChange({ ...block, heading: event.target.value })}
      />
    </Field>
    <Field name="正文（每行一段，行首“- ”为列表）" isWide>
      <Input.TextArea
        aria-label={`${label}正文`}
        autoSize={{ minRows: 3, maxRows: 12 }}
        maxLength={5_000}
        value={block.text}
        onChange={(event) => onChange({ ...block, text: event.target.value })}
      />
    </Field>
  </>
)

const ImageForm = ({ block, label, onChange }: BlockFormProps<Of<'image'>>) => (
  <>
    <Field name="图片">
      <ImageUpload
        aria-label={`${label}图片`}
        biz="wx"
        value={block.path}
        onChange={(path) => onChange({ ...block, path: typeof path === 'string' ? path : '' })}
      />
    </Field>
    <Field name="图注" isWide>
      <Input
        aria-label={`${label}图注`}
        maxLength={80}
        value={block.caption}
        onChange={(event) => onChange({ ...block, caption: event.target.value })}
      />
    </Field>
  </>
)

const SPANS = [
  { value: 'day', label: '日' },
  { value: 'hour', label: '小时' },
] as const
const PLACES = [
  { value: 'city', label: '城市' },
  { value: 'station', label: '站点' },
] as const

interface UntilProps {
  readonly span: 'hour' | 'day'
  readonly toMs: number
  readonly label: string
  readonly onMs: (ms: number) => void
}

/** A day is named by its date although it ends on the next one; an hour by its end. */
function Until({ span, toMs, label, onMs }: UntilProps) {
  if (span === 'day')
    return (
      <DateInput
        aria-label={label}
        value={formatGmt8(toMs - DAY_MS).slice(0, 10)}
        onChange={(date) => {
          const ms = parseGmt8(`${date} 00:00:00`)
          if (ms !== undefined) onMs(ms + DAY_MS)
        }}
      />
    )
  return (
    <DateInput
      aria-label={label}
      hasTime
      value={formatGmt8(toMs)}
      onChange={(text) => {
        const ms = parseGmt8(text)
        if (ms !== undefined) onMs(bucketEnd(ms, HOUR_MS))
      }}
    />
  )
}

/** After a change of span, the end of the day or hour that contains the same instant. */
const endOf = (toMs: number, span: 'hour' | 'day') => bucketEnd(toMs, span === 'day' ? DAY_MS : HOUR_MS)

const AirForm = ({ block, label, onChange }: BlockFormProps<Of<'air'>>) => (
  <>
    <Field name="对象">
      <Select
        aria-label={`${label}对象`}
        value={block.place}
        options={[...PLACES]}
        onChange={(place) => onChange({ ...block, place })}
      />
    </Field>
    <Field name="时段">
      <Select
        aria-label={`${label}时段`}
        value={block.span}
        options={[...SPANS]}
        onChange={(span) => onChange({ ...block, span, toMs: endOf(block.toMs, span) })}
      />
    </Field>
    <Field name={block.span === 'day' ? '日期' : '截至'}>
      <Until
        span={block.span}
        toMs={block.toMs}
        label={`${label}${block.span === 'day' ? '日期' : '截至'}`}
        onMs={(toMs) => onChange({ ...block, toMs })}
      />
    </Field>
    <Field name="行数（AQI 高者在前）">
      <InputNumber
        aria-label={`${label}行数`}
        min={1}
        max={50}
        precision={0}
        value={block.rows}
        onChange={(rows) => onChange({ ...block, rows: rows ?? 10 })}
      />
    </Field>
  </>
)

function CurveForm({ block, label, onChange }: BlockFormProps<Of<'curve'>>) {
  const { data } = useEndpoint(aqiEndpoints.day, { query: { place: block.place, standard: 'auto' } })
  const options = (data?.rows ?? []).map(({ id, name, regionName }) => ({
    value: id,
    label: `${name}（${regionName}）`,
  }))
  return (
    <>
      <Field name="对象">
        <Select
          aria-label={`${label}对象`}
          value={block.place}
          options={[...PLACES]}
          onChange={(place) => onChange({ ...block, place, placeId: '' })}
        />
      </Field>
      <Field name="地点">
        <Select
          aria-label={`${label}地点`}
          showSearch
          optionFilterProp="label"
          placeholder="请选择"
          value={block.placeId === '' ? undefined : block.placeId}
          options={options}
          onChange={(placeId: string) => onChange({ ...block, placeId })}
        />
      </Field>
      <Field name="时段">
        <Select
          aria-label={`${label}时段`}
          value={block.span}
          options={[...SPANS]}
          onChange={(span) => onChange({ ...block, span, toMs: endOf(block.toMs, span) })}
        />
      </Field>
      <Field name="个数">
        <InputNumber
          aria-label={`${label}个数`}
          min={2}
          max={72}
          precision={0}
          value={block.count}
          onChange={(count) => onChange({ ...block, count: count ?? 24 })}
        />
      </Field>
      <Field name={block.span === 'day' ? '最后一日' : '截至'}>
        <Until
          span={block.span}
          toMs={block.toMs}
          label={`${label}截至`}
          onMs={(toMs) => onChange({ ...block, toMs })}
        />
      </Field>
    </>
  )
}

const DAYS = [1, 7, 30].map((value) => ({ value, label: `${value} 天` }))
const LEVELS = [1, 2, 3, 4, 5].map((value) => ({ value, label: value === 1 ? '1 级' : `1–${value} 级` }))

const AlarmsForm = ({ block, label, onChange }: BlockFormProps<Of<'alarms'>>) => (
  <>
    <Field name="范围">
      <Select
        aria-label={`${label}范围`}
        value={block.days}
        options={DAYS}
        onChange={(days) => onChange({ ...block, days })}
      />
    </Field>
    <Field name="最后一日">
      <Until span="day" toMs={block.toMs} label={`${label}最后一日`} onMs={(toMs) => onChange({ ...block, toMs })} />
    </Field>
    <Field name="列出级别">
      <Select
        aria-label={`${label}列出级别`}
        value={block.severityMax}
        options={LEVELS}
        onChange={(severityMax) => onChange({ ...block, severityMax })}
      />
    </Field>
    <Field name="列出个数">
      <InputNumber
        aria-label={`${label}列出个数`}
        min={0}
        max={30}
        precision={0}
        value={block.rows}
        onChange={(rows) => onChange({ ...block, rows: rows ?? 5 })}
      />
    </Field>
  </>
)
