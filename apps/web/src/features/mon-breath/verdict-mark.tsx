import type { BreathRow } from '@natim/contract/mon/breath'
import styles from './breath.module.css'

/** Encoded by shape, not colour: an outlined diamond with a question mark is presumptive, a ring is negative. */
export function VerdictMark({
  test: { status, verdict },
  size = 16,
}: {
  readonly test: Pick<BreathRow, 'status' | 'verdict'>
  readonly size?: number
}) {
  if (status === 'invalid' || verdict === null) return null
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden className={styles.mark}>
      {verdict === 'neg' ? (
        <circle cx="10" cy="10" r="7" />
      ) : (
        <>
          <path d="M10 1 L19 10 L10 19 L1 10 Z" />
          <text x="10" y="14">
            {verdict === 'presumptive' ? '?' : '~'}
          </text>
        </>
      )}
    </svg>
  )
}
