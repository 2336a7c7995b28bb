import { useSite } from '../lib/site.ts'
import styles from './footer.module.css'

/** SH-60. */
export function Footer() {
  const { networkName, filingText } = useSite()
  return (
    <footer className={styles.footer}>
      <span>
        {networkName} · NATIM Console © {new Date().getFullYear()}
      </span>
      {filingText !== '' && <span>{filingText}</span>}
    </footer>
  )
}
