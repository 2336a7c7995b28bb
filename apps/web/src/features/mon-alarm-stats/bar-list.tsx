import styles from './bar-list.module.css'

interface BarListProps {
  readonly rows: readonly {
    readonly name: string
    readonly value: number
    readonly text: string
    readonly note?: string
    /** Highlighted. */
    readonly isAccent?: boolean
  }[]
}

/** Named bars on a common scale, with their figures. */
export function BarList({ rows }: BarListProps) {
  const max = Math.max(1e-9, ...rows.map(({ value }) => value))
  return (
    <ul className={styles.list}>
      {rows.map(({ name, value, text, note, isAccent }) => (
        <li key={name}>
          <span>{name}</span>
          <span className={styles.track} aria-hidden>
            <i data-accent={isAccent || undefined} style={{ inlineSize: `${(100 * value) / max}%` }} />
          </span>
          <b>{text}</b>
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}
