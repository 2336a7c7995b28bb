import { DATE_FORMAT } from '@natim/contract/constants'
import { DateInput, TimeInput } from '../../date-input/date-input.tsx'
import { DATE_TIME_FORMAT, parseMoment, TIME_FORMAT } from '../../date-input/date-text.ts'
import styles from '../grid.module.css'
import type { CellEdit, CellKind } from './cell-kind.ts'
import { Idle } from './idle.tsx'

const FORMATS = { date: DATE_FORMAT, datetime: DATE_TIME_FORMAT, time: TIME_FORMAT } as const
type Moment = keyof typeof FORMATS

const textOf = (value: unknown) => String(value ?? '')

function createMomentCell(kind: Moment): CellKind {
  const format = FORMATS[kind]
  function Edit({ column, value, label, isDisabled, onChange }: CellEdit) {
    const shared = {
      ...column.props,
      value: textOf(value),
      onChange: (text: string) => onChange(text),
      disabled: isDisabled,
      placeholder: column.hint,
      'aria-label': label,
    }
    return kind === 'time' ? <TimeInput {...shared} /> : <DateInput {...shared} hasTime={kind === 'datetime'} />
  }
  return {
    View: (view) => (
      <Idle {...view} as="textbox" mark={kind === 'time' ? styles.clock : styles.calendar}>
        {textOf(view.value)}
      </Idle>
    ),
    Edit,
    parse: (text) => {
      if (text.trim() === '') return ''
      const moment = parseMoment(text.trim().replaceAll('/', '-'), format)
      return moment?.isValid() ? moment.format(format) : undefined
    },
    format: textOf,
  }
}

export const dateCell = createMomentCell('date')
export const datetimeCell = createMomentCell('datetime')
export const timeCell = createMomentCell('time')
