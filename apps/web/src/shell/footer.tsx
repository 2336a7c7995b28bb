import { useSite } from '../lib/site.ts'
import styles from './footer.module.css'

const YEAR = new Date().getFullYear()

/** SH-60. */
export function Footer() {
  const { networkName, filingText } = useSite()
  return (
    <footer className={styles.footer}>
      <span>
        {networkName} · NATIM Console © {YEAR}
      </span>
      {filingText !== '' && <span>{filingText}</span>}
    </footer>
  )
}
