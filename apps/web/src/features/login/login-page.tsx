import { useEffect } from 'react'
import { useSite } from '../../lib/site.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { DotMap } from './dot-map.tsx'
import { LoginForm } from './login-form.tsx'
import styles from './login-page.module.css'

const YEAR = new Date().getFullYear()

/** SH-01: header, centred content, footer with the filing notice of this installation. */
export default function LoginPage() {
  const { networkName, filingText, supportText } = useSite()
  useEffect(() => {
    document.title = `登录 · ${networkName}`
  }, [networkName])
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <BrandMark size={30} />
        <span className={styles.product}>NATIM</span>
        <span className={styles.network}>{networkName}</span>
        {supportText !== '' && <span className={styles.support}>{supportText}</span>}
      </header>
      <main className={styles.main}>
        <div className={styles.picture}>
          <DotMap />
          <div className={styles.slogan}>
            <p className={styles.sloganTitle}>看得见每一口空气</p>
            <p className="t-secondary">空气毒性、感染与核生化监测，一张网，全天候值守。</p>
          </div>
        </div>
        <LoginForm />
      </main>
      <footer className={styles.footer}>
        <span>
          {networkName} © {YEAR}
        </span>
        {filingText !== '' && <span>{filingText}</span>}
      </footer>
    </div>
  )
}
