import type { AqiReport, AqiRow } from '@natim/contract/mon/aqi'
import { aqiItemName } from '@natim/domain/aqi-words'
import { AqiMark } from '@/ui/aqi/aqi-mark.tsx'
import { concentrationText, gradeOf, iaqiText, leadingText, unitOf } from './aqi-text.ts'
import styles from './cards.module.css'

interface CityCardsProps {
  readonly report: AqiReport
  readonly chosenId: string
  readonly onChoose: (id: string) => void
}

/** The report on a phone: AQI and leading pollutant; a tap shows all pollutants. */
export const CityCards = ({ report, chosenId, onChoose }: CityCardsProps) => (
  <ul className={styles.cards}>
    {report.rows.map((row) => (
      <li key={row.id}>
        <button
          type="button"
          className={styles.card}
          aria-expanded={row.id === chosenId}
          onClick={() => onChoose(row.id)}
        >
          <span className={styles.name}>{row.name}</span>
          <span className={styles.lead}>
            {row.aqi === null ? '—' : `${gradeOf(row.aqi)?.name} ${leadingText(row)}`}
          </span>
          <AqiMark aqi={row.aqi} />
        </button>
        {row.id === chosenId && <Pollutants report={report} row={row} />}
      </li>
    ))}
  </ul>
)

const Pollutants = ({ report, row }: { readonly report: AqiReport; readonly row: AqiRow }) => (
  <dl className={styles.figures}>
    {report.columns.map((column, i) => {
      const figure = row.figures[i]
      return (
        figure && (
          <div key={aqiItemName(column)}>
            <dt>{aqiItemName(column)}</dt>
            <dd>
              {concentrationText(figure, column.pollutant)} <small>{unitOf(column.pollutant)}</small>
            </dd>
            <dd className="t-tertiary">{iaqiText(figure)}</dd>
          </div>
        )
      )
    })}
  </dl>
)
