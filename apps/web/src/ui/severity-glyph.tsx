import { SEVERITY, type Severity } from '@natim/contract/dict'
import { Link } from 'react-router'
import { SEVERITY_SHAPES } from './glyph-shapes.ts'
import styles from './severity.module.css'

/** Accessible name of a level: `2 级 重大`. */
export const severityName = (level: Severity): string => `${level} 级 ${SEVERITY[level]}`

export interface SeverityGlyphProps {
  readonly level: Severity
  /** Edge, px: 12 legend, 13 tag, 15–16 row, 18–20 KPI and drawer (design §2.4). */
  readonly size?: number
  /** The level is already given as text beside the glyph. */
  readonly isDecorative?: boolean
}

/** Alarm level as shape, digit and colour. */
export function SeverityGlyph({ level, size = 16, isDecorative = false }: SeverityGlyphProps) {
  const shape = SEVERITY_SHAPES[level]
  const naming = isDecorative ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': severityName(level) }
  return (
    <svg className={styles.glyph} width={size} height={size} viewBox="0 0 24 24" {...naming}>
      <path
        d={shape.d}
        fill={`var(--sev-${level})`}
        stroke={`var(--sev-${level}-edge)`}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      <text
        aria-hidden
        x={12}
        y={shape.digitBaseline}
        fontSize={shape.digitSize}
        textAnchor="middle"
        fill={`var(--sev-${level}-digit)`}
      >
        {level}
      </text>
    </svg>
  )
}

/** Level in a table cell or a head: glyph and name on the level's tint. */
export function SeverityTag({ level }: { level: Severity }) {
  return (
    <span className={styles.tag} style={{ background: `var(--sev-${level}-tint)`, color: `var(--sev-${level}-ink)` }}>
      <SeverityGlyph level={level} size={13} isDecorative />
      <span className="visually-hidden">{level} 级 </span>
      {SEVERITY[level]}
    </span>
  )
}

const LEVELS: readonly Severity[] = [1, 2, 3, 4, 5]

export interface SeverityCountsProps {
  /** By level, 1 to 5. */
  readonly counts: readonly number[]
  readonly size?: number
  /** Address of the list behind a count. */
  readonly linkOf?: (level: Severity) => string
}

/** Unacknowledged alarms by level, always in the order 1 to 5; zero is dimmed but keeps its place (design §4). */
export function SeverityCounts({ counts, size = 16, linkOf }: SeverityCountsProps) {
  return (
    <ul className={styles.counts}>
      {LEVELS.map((level) => {
        const count = counts[level - 1] ?? 0
        const look = count === 0 ? styles.countZero : styles.count
        const content = (
          <>
            <SeverityGlyph level={level} size={size} />
            {count.toLocaleString('en-US')}
          </>
        )
        if (linkOf === undefined) {
          return (
            <li key={level} className={look}>
              {content}
            </li>
          )
        }
        return (
          <li key={level}>
            <Link to={linkOf(level)} className={look}>
              {content}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
