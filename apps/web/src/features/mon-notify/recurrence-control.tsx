import { parseRecurrence, WEEKDAY_CODES, type WeekdayCode } from '@natim/domain/alarm/recurrence'
import { Checkbox, Segmented } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import styles from './notify.module.css'

const WEEK: readonly (readonly [WeekdayCode, string])[] = [
  ['MO', '周一'],
  ['TU', '周二'],
  ['WE', '周三'],
  ['TH', '周四'],
  ['FR', '周五'],
  ['SA', '周六'],
  ['SU', '周日'],
]

interface Draft {
  readonly freq: 'ONCE' | 'DAILY' | 'WEEKLY'
  readonly days: readonly WeekdayCode[]
  /** `yyyy-MM-dd`; empty = no end. */
  readonly until: string
}

function draftOf(text: string | null | undefined): Draft {
  const recurrence = text ? parseRecurrence(text) : undefined
  if (recurrence === undefined) return { freq: 'ONCE', days: [], until: '' }
  const [, year, month, day] = /UNTIL=(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? []
  return {
    freq: recurrence.freq,
    days: recurrence.freq === 'WEEKLY' ? recurrence.weekdays.map((index) => WEEKDAY_CODES[index] ?? 'MO') : [],
    until: year === undefined ? '' : `${year}-${month}-${day}`,
  }
}

function textOf({ freq, days, until }: Draft): string | null {
  if (freq === 'ONCE') return null
  const inOrder = WEEK.map(([code]) => code).filter((code) => days.includes(code))
  return [
    `FREQ=${freq}`,
    ...(freq === 'WEEKLY' && inOrder.length > 0 ? [`BYDAY=${inOrder.join(',')}`] : []),
    ...(until === '' ? [] : [`UNTIL=${until.replaceAll('-', '')}`]),
  ].join(';')
}

/** Once, daily, or on some weekdays; until a day. */
export function RecurrenceControl({ id, value, onChange, disabled = false }: ControlProps<string | null>) {
  const draft = draftOf(value)
  const change = (part: Partial<Draft>) => onChange?.(textOf({ ...draft, ...part }))
  return (
    <div id={id} className={styles.recurrence} role="group" aria-label="重复">
      <Segmented<Draft['freq']>
        disabled={disabled}
        value={draft.freq}
        onChange={(freq) => change({ freq })}
        options={[
          { value: 'ONCE', label: '不重复' },
          { value: 'DAILY', label: '每天' },
          { value: 'WEEKLY', label: '每周' },
        ]}
      />
      {draft.freq === 'WEEKLY' && (
        <Checkbox.Group<WeekdayCode>
          disabled={disabled}
          value={[...draft.days]}
          onChange={(days) => change({ days })}
          options={WEEK.map(([value_, label]) => ({ value: value_, label }))}
        />
      )}
      {draft.freq !== 'ONCE' && (
        <DateInput
          aria-label="重复至"
          placeholder="重复至（含当日），不填则一直重复"
          disabled={disabled}
          value={draft.until}
          onChange={(until) => change({ until: until ?? '' })}
        />
      )}
    </div>
  )
}
