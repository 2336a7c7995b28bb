import { Bar, CardBars, Outline, times } from '../skeleton.tsx'
import styles from './detail-outline.module.css'

const FACTS = [120, 96, 108, 84, 116] as const
const TABS = 5
const CARDS = 4
const LINES = 8

/** Skeleton of a detail page: name and facts, tabs, figures with a chart, and a side column. */
export const DetailOutline = () => (
  <Outline className={styles.page}>
    <div className={styles.head}>
      <span className={styles.picture} />
      <div className={styles.names}>
        <Bar width={220} height={18} line={28} />
        <div className={styles.facts}>
          {FACTS.map((width) => (
            <Bar key={width} width={width} line={20} />
          ))}
        </div>
      </div>
      <span className={styles.button} />
      <span className={styles.button} />
    </div>
    <div className={styles.tabs}>
      {times(TABS, (index) => (
        <Bar key={index} width={40} height={14} />
      ))}
    </div>
    <div className={styles.columns}>
      <div className={styles.main}>
        <div className={styles.cards}>
          {times(CARDS, (index) => (
            <div key={index} className={styles.card}>
              <CardBars />
            </div>
          ))}
        </div>
        <div className={styles.card}>
          <Bar width={160} height={14} line={28} />
          <Bar width="100%" height={260} />
        </div>
      </div>
      <div className={`${styles.card} ${styles.side}`}>
        {times(LINES, (index) => (
          <div key={index} className={styles.fact}>
            <Bar width="28%" line={32} />
            <Bar width="44%" line={32} />
          </div>
        ))}
      </div>
    </div>
  </Outline>
)

/** Skeleton of a page of unknown kind: its name, and a box with lines. */
export const PlainOutline = () => (
  <Outline className={styles.page}>
    <Bar width={120} height={18} line={36} />
    <div className={styles.card}>
      {times(LINES, (index) => (
        <Bar key={index} width={index % 3 === 2 ? '46%' : '82%'} line={40} />
      ))}
    </div>
  </Outline>
)
