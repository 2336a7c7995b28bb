import { REVIEW_STATE } from '@natim/contract/dict'
import type { ReviewStation } from '@natim/contract/mon/review'
import { Tag } from '@/ui/tag.tsx'
import styles from './review.module.css'
import { TABS, type TabKey } from './review-text.ts'

interface PhoneDaysProps {
  readonly stations: readonly ReviewStation[]
  readonly tab: TabKey
  readonly today: string
  readonly onOpen: (stationId: string, day: string) => void
}

const SHOWN = 60

/** The days as a list on a phone, those with doubts first. */
export function PhoneDays({ stations, tab, today, onOpen }: PhoneDaysProps) {
  const days = stations
    .flatMap(({ stationId, name, cells }) =>
      cells.filter((cell) => TABS[tab].has(cell, today)).map((cell) => ({ stationId, name, cell })),
    )
    .toSorted((a, b) => b.cell.doubts - a.cell.doubts || b.cell.day.localeCompare(a.cell.day))
  return (
    <ul className={styles.phoneDays} aria-label="站日">
      {days.slice(0, SHOWN).map(({ stationId, name, cell }) => (
        <li key={`${stationId} ${cell.day}`}>
          <button type="button" onClick={() => onOpen(stationId, cell.day)}>
            <span>{name}</span>
            <span>{cell.day.slice(5)}</span>
            <Tag tone={cell.state === 'reviewed' ? 'info' : 'neutral'}>{REVIEW_STATE[cell.state]}</Tag>
            {cell.doubts > 0 && <b>{cell.doubts} 处疑点</b>}
          </button>
        </li>
      ))}
      {days.length > SHOWN && <li className="t-caption">另有 {days.length - SHOWN} 个站日，请按站点名称缩小范围</li>}
    </ul>
  )
}
