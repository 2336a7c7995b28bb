import { useSite } from '../lib/site.ts'
import styles from './breadcrumb.module.css'

/** SH-04: shown in the header of the side layout where the breadcrumb would only repeat the tab. */
export function Welcome() {
  const { networkName } = useSite()
  return <p className={styles.welcome}>欢迎使用{networkName}</p>
}
