import { type ReactNode, useEffect } from 'react'
import { useSite } from '@/lib/site.ts'
import { BrandMark } from '@/ui/brand-mark.tsx'
import { FilingNotice } from '../filing-notice/filing-notice.tsx'
import { DotMap } from './dot-map.tsx'
import styles from './public-frame.module.css'

const YEAR = new Date().getFullYear()

export interface PublicFrameProps {
  /** Browser tab title, before the network name. */
  readonly title: string
  readonly children: ReactNode
}

/** SH-01, for all public pages: header, one card beside the picture, footer with the filing notice. */
export function PublicFrame({ title, children }: PublicFrameProps) {
  const { networkName, supportText } = useSite()
  useEffect(() => {
    document.title = `${title} · ${networkName}`
  }, [title, networkName])
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
        {children}
      </main>
      <footer className={styles.footer}>
        <span>
          {networkName} © {YEAR}
        </span>
        <FilingNotice />
      </footer>
    </div>
  )
}

export interface PublicCardProps {
  readonly title: string
  readonly children: ReactNode
}

/** The 400 px card of such a page. */
export function PublicCard({ title, children }: PublicCardProps) {
  return (
    <section className={styles.card} aria-labelledby="public-card-title">
      <h1 id="public-card-title" className={styles.title}>
        {title}
      </h1>
      {children}
      <p className={styles.notice}>仅限授权人员使用，操作全程留痕</p>
    </section>
  )
}
