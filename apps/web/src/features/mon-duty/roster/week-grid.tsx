import { WarningOutlined } from '@ant-design/icons'
import { DUTY_LEVELS, type DutyAssignment, type DutyBoard, type DutyTeam } from '@natim/contract/mon/duty'
import { shiftHours } from '@natim/domain/duty'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { KeyboardEventHandler } from 'react'
import { DutyLamp } from '../duty-lamp.tsx'
import { byCell, cellKey, cellTime, daysOf, weekdayName } from '../duty-words.ts'
import type { OpenCell } from './open-cell.ts'
import { useGridKeys } from './use-grid-keys.ts'
import styles from './week-grid.module.css'

export interface WeekGridProps {
  readonly board: DutyBoard
  readonly nowMs: number
  readonly userId: string | undefined
  readonly onOpen: (cell: OpenCell) => void
}

/** Teams and their shifts by day. Arrow keys move, Enter opens a shift. */
export function WeekGrid({ board, nowMs, userId, onOpen }: WeekGridProps) {
  const keys = useGridKeys()
  const days = daysOf(board.week)
  const today = calendarDayGmt8(nowMs)
  const held = byCell(board.assignments)
  const swapping = new Set(board.swaps.flatMap(({ give, take }) => [give.id, take.id]))
  const rows = board.teams.flatMap((team) => team.shifts.map((shift, place) => ({ team, shift, isFirst: place === 0 })))
  return (
    <table className={styles.grid} aria-label="一周排班">
      <thead>
        <tr>
          <th scope="col">班组</th>
          <th scope="col">班次</th>
          {days.map((day, index) => (
            <th key={day} scope="col" data-today={day === today || undefined}>
              {weekdayName(index)} {day.slice(5)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ team, shift, isFirst }, row) => (
          <tr key={shift.id} data-first={isFirst || undefined}>
            {isFirst && <TeamHead team={team} />}
            <th scope="row" className={styles.shift}>
              {shift.name} <span className="t-value">{shiftHours(shift.startMin, shift.lengthMin)}</span>
            </th>
            {days.map((day, column) => {
              const of = held.get(cellKey(shift.id, day))
              return (
                <td key={day} data-today={day === today || undefined}>
                  <Cell
                    cell={{ team, shift, day, held: of }}
                    nowMs={nowMs}
                    isOwn={of !== undefined && of.userId === userId}
                    isSwapping={of !== undefined && swapping.has(of.id)}
                    tabIndex={keys.isCurrent(row, column) ? 0 : -1}
                    place={`${row} ${column}`}
                    onKeyDown={keys.onKeyDown}
                    onOpen={onOpen}
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const TeamHead = ({ team: { name, level, shifts } }: { readonly team: DutyTeam }) => (
  <th scope="rowgroup" rowSpan={shifts.length} className={styles.team}>
    {name}
    <span className="t-caption">{DUTY_LEVELS[level]}</span>
  </th>
)

interface CellProps {
  readonly cell: OpenCell
  readonly nowMs: number
  readonly isOwn: boolean
  readonly isSwapping: boolean
  readonly tabIndex: number
  readonly place: string
  readonly onKeyDown: KeyboardEventHandler<HTMLElement>
  readonly onOpen: (cell: OpenCell) => void
}

function Cell({ cell, nowMs, isOwn, isSwapping, tabIndex, place, onKeyDown, onOpen }: CellProps) {
  const { team, shift, day, held } = cell
  const time = cellTime(shift, day, nowMs)
  const isMissing = held === undefined && time !== 'past'
  return (
    <button
      type="button"
      className={styles.cell}
      data-place={place}
      data-time={time}
      data-own={isOwn || undefined}
      data-missing={isMissing || undefined}
      data-swapping={isSwapping || undefined}
      tabIndex={tabIndex}
      aria-label={`${team.name} ${day} ${shift.name}班 ${held?.name ?? '无人值班'}${isSwapping ? ' 换班待批' : ''}`}
      onClick={() => onOpen(cell)}
      onKeyDown={onKeyDown}
    >
      {isMissing && <WarningOutlined aria-hidden />}
      <span className="ellipsis">{held?.name ?? (isMissing ? '无人值班' : '')}</span>
      {isSwapping && <span aria-hidden>⇄</span>}
      {time === 'now' && held && <DutyLamp isWaiting={isWaiting(team, held)} />}
    </button>
  )
}

const isWaiting = ({ onDuty }: DutyTeam, held: DutyAssignment) =>
  onDuty?.userId === held.userId && onDuty.waitingSinceMs !== null
