import styles from './brand-mark.module.css'

/** Two breath waves and one particle; its blue never follows the theme colour (design §3). */
export function BrandMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden className={styles.mark}>
      <rect width="26" height="26" rx="7" className={styles.ground} />
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M4.6 9.6c2.6-3 5.6-2.9 8.4-.7 2.9 2.3 5.9 2.4 8.5-.3" />
        <path d="M4.6 15.6c2.2-2.5 5-2.7 7.8-.8" />
      </g>
      <circle cx="18" cy="16.7" r="2.9" fill="currentColor" />
    </svg>
  )
}

export interface BrandLockupProps {
  /** Short name in the header, the full network name on login, wall and print; empty for none. */
  readonly name?: string
  /** Only the mark, for the collapsed sider. */
  readonly isMarkOnly?: boolean
  readonly size?: number
}

/** Logo lock-up «mark · NATIM · name»; 165 px wide with the short name. */
export function BrandLockup({ name = '监测网', isMarkOnly = false, size = 26 }: BrandLockupProps) {
  return (
    <span className={styles.lockup}>
      <BrandMark size={size} />
      <span className={isMarkOnly ? 'visually-hidden' : styles.word}>NATIM</span>
      {!isMarkOnly && name !== '' && <span className={styles.name}>{name}</span>}
    </span>
  )
}
