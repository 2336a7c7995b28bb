import { Fragment } from 'react'
import styles from './search-panel.module.css'
import { markedParts } from './search-results.ts'

/** A text with the matches marked. */
export function Marked({ text, wanted }: { readonly text: string; readonly wanted: string }) {
  return (
    <>
      {markedParts(text, wanted).map((part, index) =>
        // Parts have no identity but their position.
        index % 2 === 1 ? (
          <mark key={index} className={styles.mark}>
            {part}
          </mark>
        ) : (
          <Fragment key={index}>{part}</Fragment>
        ),
      )}
    </>
  )
}
