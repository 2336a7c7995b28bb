import { CheckOutlined } from '@ant-design/icons'
import type { ReviewCell, ReviewStation } from '@natim/contract/mon/review'
import { captureRates } from '@natim/domain/capture'
import { formatShare } from '@natim/domain/format'
import { PlainButton } from '@/ui/plain/plain-button.tsx'
import styles from './matrix.module.css'
import { cellText, isWeekend, WEEKDAYS, weekdayOf } from './review-text.ts'
import { type MonthMatrixProps, useMatrixKeys } from './use-matrix-keys.ts'

/**
 * Stations by days, state encoded by shape before colour (design 25). Roving focus: arrow keys move, Shift selects a
 * block.
 */
export function MonthMatrix(props: MonthMatrixProps & { readonly onRates: (station: ReviewStation) => void }) {
  const { stations, open, onOpen, onRates } = props
  const { focus, isInBlock, focusOn, handleKey } = useMatrixKeys(props)
  const days = stations[0]?.cells.map(({ day }) => day) ?? []
  return (
    <table className={styles.matrix} aria-label="站点与日期">
      <MatrixHead days={days} />
      <tbody>
        {stations.map((station, row) => (
          <tr key={station.stationId} data-open={open?.row === row || undefined}>
            <th scope="row" title={station.name}>
              {station.name}
            </th>
            {station.cells.map((cell, column) => (
              <td key={cell.day}>
                <button
                  type="button"
                  className={styles.cell}
                  data-place={`${row} ${column}`}
                  data-look={lookOf(cell)}
                  data-open={(open?.row === row && open.column === column) || undefined}
                  data-block={isInBlock({ row, column }) || undefined}
                  tabIndex={focus.row === row && focus.column === column ? 0 : -1}
                  aria-label={cellText(station.name, cell)}
                  onKeyDown={handleKey}
                  onClick={() => {
                    focusOn({ row, column })
                    onOpen({ row, column })
                  }}
                >
                  <CellSign cell={cell} />
                </button>
              </td>
            ))}
            <td className={styles.rate}>
              <PlainButton
                isLink
                title="各通道、每日捕集率与损失原因"
                aria-label={`${station.name} 捕集率 ${rateOf(station)}`}
                onClick={() => onRates(station)}
              >
                {rateOf(station).replace(/\s*%$/, '')}
              </PlainButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const rateOf = ({ capture }: ReviewStation) => formatShare(captureRates(capture).capture)

const MatrixHead = ({ days }: { readonly days: readonly string[] }) => (
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
        捕集率 %
      </th>
    </tr>
  </thead>
)

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

/** Legend of the shapes. */
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
