import { Bar, times } from '../skeleton.tsx'
import styles from './card-outlines.module.css'

const CARDS = 8

/** Skeleton of a list on a phone. */
export const CardOutlines = () => (
  <div className={styles.cards}>
    {times(CARDS, (card) => (
      <div key={card} className={styles.card}>
        <div className={styles.line}>
          <Bar width="46%" height={14} line={22} />
          <Bar width="16%" line={22} />
        </div>
        <Bar width="58%" line={20} />
        <div className={styles.line}>
          <Bar width="34%" line={20} />
          <Bar width="28%" height={16} line={20} />
        </div>
      </div>
    ))}
  </div>
)
