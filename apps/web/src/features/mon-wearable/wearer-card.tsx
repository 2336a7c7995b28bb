import type { Severity } from '@natim/contract/dict'
import { LOW_BATTERY_PCT, type WearableCard } from '@natim/contract/mon/wearable'
import { Age } from '@/ui/age.tsx'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import styles from './board.module.css'
import { VitalBand } from './vital-band.tsx'
import { isOffline, isOutOfBand, noScoreText, scoreText, VITALS } from './wearable-text.ts'

interface WearerCardProps {
  readonly card: WearableCard
  readonly isChosen: boolean
  readonly onOpen: () => void
}

/** One wearer: score at the left, four vitals with the personal band, and the device's state (design 36). */
export function WearerCard({ card, isChosen, onOpen }: WearerCardProps) {
  const { subjectCode, unit, score, vitals, skin } = card
  const without = noScoreText(card)
  const severity = without === undefined ? (score?.severity ?? null) : null
  const isQuiet = isOffline(card) || card.isWorn === false
  return (
    <button
      type="button"
      className={styles.card}
      data-row={card.id}
      data-severity={severity ?? undefined}
      data-quiet={isQuiet || undefined}
      data-offline={isOffline(card) || undefined}
      aria-pressed={isChosen}
      aria-label={nameOf(card, without)}
      onClick={onOpen}
    >
      <span className={styles.head}>
        {severity === null ? (
          <i className={styles.dot} aria-hidden />
        ) : (
          <SeverityGlyph level={severity as Severity} size={18} />
        )}
        <b className={styles.code}>{subjectCode}</b>
        <span className={styles.unit}>{unit}</span>
      </span>
      <span className={styles.score} title={without}>
        <small>NEWS2</small>
        <b data-severity={severity ?? undefined}>{without === undefined && score ? score.total : '—'}</b>
        <small>{without === undefined && score ? scoreText(score) : '不评分'}</small>
      </span>
      <span className={styles.vitals}>
        {VITALS.map(({ name, label, unit: unitText, precision }) => {
          const vital = vitals[name]
          const isSkinOnly = name === 'temp' && vital.value === null && skin !== null
          return (
            <span key={name} className={styles.vital} data-out={isOutOfBand(vital) || undefined}>
              <span className={styles.reading}>
                <small>{label}</small>
                <span>
                  <b>{vital.value === null ? (isSkinOnly ? 'NA' : '—') : vital.value.toFixed(precision)}</b>
                  {vital.value !== null && <small> {unitText}</small>}
                </span>
              </span>
              {isSkinOnly ? (
                <small className={styles.skin}>体表 {skin.toFixed(1)} ℃ 不计分</small>
              ) : (
                <VitalBand vital={vital} />
              )}
            </span>
          )
        })}
      </span>
      <Foot card={card} />
    </button>
  )
}

function Foot({ card }: { readonly card: WearableCard }) {
  const { batteryPct, isWorn, lastMs } = card
  const isLow = batteryPct !== null && batteryPct < LOW_BATTERY_PCT
  return (
    <span className={styles.foot}>
      <span data-low={isLow || undefined}>
        电量 {batteryPct === null ? '—' : `${batteryPct} %`}
        {isLow && ' 低电'}
      </span>
      <span>{isOffline(card) ? '佩戴未知' : isWorn === null ? '佩戴未知' : isWorn ? '✓ 佩戴' : '× 未佩戴'}</span>
      <span className={styles.age}>
        {isOffline(card) && <em className={styles.tag}>离线</em>}
        {lastMs !== null && <Age tsMs={lastMs} />}
      </span>
    </span>
  )
}

function nameOf({ subjectCode, unit, score }: WearableCard, without: string | undefined): string {
  const said = without ?? (score ? `NEWS2 ${score.total} 分，${scoreText(score)}` : '')
  const level = without === undefined && score?.severity != null ? `，${severityName(score.severity as Severity)}` : ''
  return `${subjectCode}，${unit}，${said}${level}`
}
