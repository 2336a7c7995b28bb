import { letterOf } from '../sat-text.ts'
import { styleOf } from './sat-layers.ts'
import styles from './sat-map.module.css'

/** The letter of a choice in its colour and dash pattern. */
export const Letter = ({ rank }: { readonly rank: number }) => (
  <span className={styles.letter} data-style={styleOf(rank)}>
    {letterOf(rank)}
  </span>
)
