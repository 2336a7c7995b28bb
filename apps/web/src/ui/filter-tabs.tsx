import { formatNumber } from '@natim/domain/format'
import type { ReactNode } from 'react'
import styles from './filter-tabs.module.css'
import { Count } from './tag.tsx'

export interface FilterTab<Key extends string> {
  readonly key: Key
  readonly label: ReactNode
  /** Number of rows; absent while unknown. */
  readonly count?: number | undefined
  /** A lamp or glyph before the label. */
  readonly mark?: ReactNode
  /** Accessible name, where the label alone is not enough. */
  readonly name?: string
  readonly title?: string | undefined
}

export interface FilterTabsProps<Key extends string> {
  readonly label: string
  readonly tabs: readonly FilterTab<Key>[]
  readonly chosen: Key
  readonly onChoose: (key: Key) => void
  /** Part of a bar, which draws the bottom line. */
  readonly isInBar?: boolean
}

/** Buttons above a list that filter it by kind, each with its count. */
export const FilterTabs = <Key extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  isInBar = false,
}: FilterTabsProps<Key>) => (
  <div role="group" aria-label={label} className={styles.tabs} data-bar={isInBar || undefined}>
    {tabs.map(({ key, label: text, count, mark, name, title }) => (
      <button
        key={key}
        type="button"
        className={styles.tab}
        aria-pressed={key === chosen}
        aria-label={name}
        title={title}
        onClick={() => onChoose(key)}
      >
        {mark !== undefined && (
          <span aria-hidden className={styles.mark}>
            {mark}
          </span>
        )}
        {text}
        {count !== undefined && <Count>{formatNumber(count)}</Count>}
      </button>
    ))}
  </div>
)
