import { CheckOutlined } from '@ant-design/icons'
import type { ReviewCell, ReviewStation } from '@natim/contract/mon/review'
import { captureRates } from '@natim/domain/capture'
import { formatShare } from '@natim/domain/format'
import { type KeyboardEvent, useState } from 'react'
import styles from './matrix.module.css'
import { cellText, isWeekend, WEEKDAYS, weekdayOf } from './review-text.ts'

/** A cell by its row and column. */
export interface Place {
  readonly row: number
  readonly column: number
}

interface MonthMatrixProps {
  readonly stations: readonly ReviewStation[]
  /** Of the day that is open beside it. */
  readonly open: Place | undefined
  readonly onOpen: (place: Place, isStep: boolean) => void
  /** Space: these are fine. */
  readonly onReview: (cells: readonly { readonly station: ReviewStation; readonly cell: ReviewCell }[]) => void
  readonly onApprove: MonthMatrixProps['onReview']
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Stations by days, state as shape before colour (design 25). One cell takes the focus; arrows move, Shift selects a block. */
export function MonthMatrix({ stations, open, onOpen, onReview, onApprove }: MonthMatrixProps) {
  const [focus, setFocus] = useState<Place>(open ?? { row: 0, column: 0 })
  const [anchor, setAnchor] = useState<Place>()
  const days = stations[0]?.cells.map(({ day }) => day) ?? []
  const isInBlock = ({ row, column }: Place) =>
    anchor !== undefined && isBetween(row, anchor.row, focus.row) && isBetween(column, anchor.column, focus.column)
  const chosen = () =>
    stations.flatMap((station, row) =>
      station.cells
        .map((cell, column) => ({ station, cell, place: { row, column } }))
        .filter(({ place }) => (anchor ? isInBlock(place) : place.row === focus.row && place.column === focus.column)),
    )

  function handleKey(event: KeyboardEvent<HTMLTableElement>): void {
    const step = STEPS[event.key]
    if (step) {
      const row = focus.row + step[0]
      const column = focus.column + step[1]
      const next = event.currentTarget.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`)
      event.preventDefault()
      if (!next) return
      setAnchor(event.shiftKey ? (anchor ?? focus) : undefined)
      setFocus({ row, column })
      next.focus()
      return
    }
    const letter = event.key.toLowerCase()
    if (event.key === ' ') onReview(chosen())
    else if (letter === 'a' && !event.ctrlKey && !event.metaKey) onApprove(chosen())
    else if (letter === 'j' || letter === 'k') jump(letter === 'j' ? 1 : -1, event.currentTarget)
    else if (event.key === 'Escape' && anchor) setAnchor(undefined)
    else return
    event.preventDefault()
  }

  /** To the next or former doubt, row by row. */
  function jump(step: 1 | -1, table: HTMLTableElement): void {
    const flat = stations.flatMap(({ cells }, row) => cells.map((cell, column) => ({ cell, row, column })))
    const at = flat.findIndex(({ row, column }) => row === focus.row && column === focus.column)
    const isDoubtful = ({ cell }: (typeof flat)[number]) => cell.doubts > 0 && cell.state !== 'approved'
    const rest = step === 1 ? flat.slice(at + 1) : flat.slice(0, Math.max(0, at)).reverse()
    const next = rest.find(isDoubtful)
    if (!next) return
    setAnchor(undefined)
    setFocus(next)
    table.querySelector<HTMLElement>(`[data-place="${next.row} ${next.column}"]`)?.focus()
    onOpen(next, false)
  }

  return (
    <table className={styles.matrix} aria-label="站点与日期" onKeyDown={handleKey}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">站点</span>
          </th>
          {days.map((day) => (
            <th key={day} scope="col" data-weekend={isWeekend(day) || undefined}>
              <small>{WEEKDAYS[weekdayOf(day)]}</small>
              {Number(day.slice(8))}
            </th>
          ))}
          <th scope="col" className={styles.rate}>
            捕集率
          </th>
        </tr>
      </thead>
      <tbody>
        {stations.map((station, row) => (
          <tr key={station.stationId} data-open={open?.row === row || undefined}>
            <th scope="row" title={station.name}>
              {station.name}
            </th>
            {station.cells.map((cell, column) => {
              const place = { row, column }
              const isFocus = focus.row === row && focus.column === column
              return (
                <td key={cell.day}>
                  <button
                    type="button"
                    className={styles.cell}
                    data-place={`${row} ${column}`}
                    data-look={lookOf(cell)}
                    data-open={(open?.row === row && open.column === column) || undefined}
                    data-block={isInBlock(place) || undefined}
                    tabIndex={isFocus ? 0 : -1}
                    aria-label={cellText(station.name, cell)}
                    onClick={() => {
                      setAnchor(undefined)
                      setFocus(place)
                      onOpen(place, true)
                    }}
                  >
                    <CellSign cell={cell} />
                  </button>
                </td>
              )
            })}
            <td className={styles.rate}>{formatShare(captureRates(station.capture).capture).replace(/\s*%$/, '')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isBetween = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)

type Look = 'auto' | 'doubt' | 'reviewed' | 'approved' | 'none'
const lookOf = ({ state, doubts, hasData }: ReviewCell): Look =>
  state !== 'auto' ? state : !hasData ? 'none' : doubts > 0 ? 'doubt' : 'auto'

function CellSign({ cell }: { readonly cell: ReviewCell }) {
  const look = lookOf(cell)
  if (look === 'doubt') return cell.doubts
  if (look === 'reviewed') return <CheckOutlined aria-hidden />
  if (look === 'approved')
    return (
      <>
        <CheckOutlined aria-hidden />
        <CheckOutlined aria-hidden />
      </>
    )
  return null
}

/** What the shapes mean. */
export const MatrixLegend = () => (
  <ul className={styles.legend} aria-label="图例">
    {LEGEND.map(({ look, text, sign }) => (
      <li key={text}>
        <span className={styles.cell} data-look={look} aria-hidden>
          {sign}
        </span>
        {text}
      </li>
    ))}
  </ul>
)

const LEGEND = [
  { look: 'auto', text: '自动', sign: null },
  { look: 'doubt', text: '自动 · 疑点数', sign: 2 },
  { look: 'reviewed', text: '已审', sign: <CheckOutlined /> },
  {
    look: 'approved',
    text: '已批',
    sign: (
      <>
        <CheckOutlined />
        <CheckOutlined />
      </>
    ),
  },
  { look: 'none', text: '无数据', sign: null },
] as const
