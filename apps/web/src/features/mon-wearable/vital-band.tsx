import type { CardVital } from '@natim/contract/mon/wearable'
import styles from './board.module.css'
import { isOutOfBand } from './wearable-text.ts'

const WIDTH = 103
const HEIGHT = 10
const MID = HEIGHT / 2
/** Room on both sides of the personal band, as a share of its width: a value beyond is drawn at the edge. */
const ROOM = 1.2

/** A value against the personal baseline band: hollow circle inside, filled diamond outside (design 36). */
export function VitalBand({ vital }: { readonly vital: CardVital }) {
  const { value, band } = vital
  const span = band && Math.max(band.high - band.low, 1e-6)
  const at = (given: number) =>
    band && span
      ? Math.min(1, Math.max(0, (given - band.low + ROOM * span) / (span * (1 + 2 * ROOM)))) * (WIDTH - 8) + 4
      : 0
  return (
    <svg className={styles.band} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden>
      <rect x={0} y={MID - 2} width={WIDTH} height={4} rx={2} className={styles.track} />
      {band && (
        <rect x={at(band.low)} y={MID - 2} width={at(band.high) - at(band.low)} height={4} className={styles.own} />
      )}
      {band && value !== null && <Mark x={at(value)} isOut={isOutOfBand(vital)} />}
    </svg>
  )
}

const Mark = ({ x, isOut }: { readonly x: number; readonly isOut: boolean }) =>
  isOut ? (
    <path d={`M${x} ${MID - 4.5} ${x + 4.5} ${MID} ${x} ${MID + 4.5} ${x - 4.5} ${MID}Z`} className={styles.out} />
  ) : (
    <circle cx={x} cy={MID} r={3.2} className={styles.within} />
  )
