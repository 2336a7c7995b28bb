import { useSite } from '../lib/site.ts'
import { FilingNotice } from '../widgets/filing-notice/filing-notice.tsx'
import styles from './footer.module.css'

const YEAR = new Date().getFullYear()

/** SH-60. */
export function Footer() {
  const { networkName } = useSite()
  return (
    <footer className={styles.footer}>
      <span>
        {networkName} · NATIM Console © {YEAR}
      </span>
      <FilingNotice />
    </footer>
  )
}
