import type { CityRow } from '@natim/contract/mon/infection'
import { Tag } from '@/ui/tag.tsx'
import styles from './infection.module.css'
import { countsText, deviationText, intervalText, shareText, signalText } from './infection-text.ts'

interface CityTableProps {
  readonly cities: readonly CityRow[]
  readonly chosen: string | undefined
  readonly onChoose: (regionCode: string) => void
}

/** Also shown beside each figure where a row is a card. */
const LABELS = {
  breath: '呼气阳性率',
  positives: '阳性 / 有效',
  need: '阈值',
  fever: '发热占比',
  feverish: '发热 / 佩戴',
  deviation: '心率 / 呼吸偏离',
} as const

/** Cities of the day, signals first; a row links to its curve. Cards on a phone. */
export function CityTable({ cities, chosen, onChoose }: CityTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <Head />
        <tbody>
          {cities.map((row) => (
            <tr key={row.regionCode} data-chosen={row.regionCode === chosen || undefined}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.city}
                  aria-pressed={row.regionCode === chosen}
                  onClick={() => onChoose(row.regionCode)}
                >
                  {row.regionName}
                </button>
              </th>
              <td>
                <Signal row={row} />
              </td>
              <td className={styles.figure} data-label={LABELS.breath}>
                <b>{shareText(row.breath)}</b> <small>{intervalText(row.breath)}</small>
              </td>
              <td className={styles.figure} data-label={LABELS.positives}>
                {countsText(row.breath)}
              </td>
              <td className={styles.figure} data-label={LABELS.need}>
                {row.breathSignal.need}
              </td>
              <td className={styles.figure} data-label={LABELS.fever}>
                <b>{shareText(row.fever)}</b> <small>{intervalText(row.fever)}</small>
              </td>
              <td className={styles.figure} data-label={LABELS.feverish}>
                {countsText(row.fever)}
              </td>
              <td className={styles.figure} data-label={LABELS.deviation}>
                {deviationText(row.hrZ)} / {deviationText(row.rrZ)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Shown as word and mark, not by colour alone, and without a severity: a signal is not an alarm. */
function Signal({ row }: { readonly row: CityRow }) {
  const { firstSignal, signalDays } = row
  const today = signalText(row)
  if (firstSignal === null) return <span className={styles.none}>无</span>
  return (
    <span className={styles.signal} title={`时段内 ${signalDays} 天有信号，自 ${firstSignal}`}>
      {today === '' ? '当日无' : <Tag tone="warning">▲ {today}</Tag>}
      <small>
        {signalDays} 天 · 自 {firstSignal.slice(5)}
      </small>
    </span>
  )
}

const Head = () => (
  <thead>
    <tr>
      <th scope="col">城市</th>
      <th scope="col">信号</th>
      <th scope="col" className={styles.figure}>
        {LABELS.breath}
      </th>
      <th scope="col" className={styles.figure}>
        {LABELS.positives}
      </th>
      <th scope="col" className={styles.figure}>
        {LABELS.need}
      </th>
      <th scope="col" className={styles.figure}>
        {LABELS.fever}
      </th>
      <th scope="col" className={styles.figure}>
        {LABELS.feverish}
      </th>
      <th scope="col" className={styles.figure} title="当日均值与本人 14 天基线之差，标准差">
        {LABELS.deviation}
      </th>
    </tr>
  </thead>
)
