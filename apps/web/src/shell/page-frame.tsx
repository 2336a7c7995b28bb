import type { ReactNode } from 'react'
import { Footer } from './footer.tsx'
import styles from './page-frame.module.css'

/** Container of a page: padded, as wide as the settings say and with the footer, or the whole window below the bars. */
export function PageFrame({ isFullBleed, children }: { readonly isFullBleed: boolean; readonly children: ReactNode }) {
  if (isFullBleed) return <div className={styles.bleed}>{children}</div>
  return (
    <div className={styles.frame}>
      <div className="page page-fixed">{children}</div>
      <Footer />
    </div>
  )
}

/** Padding of a page that fills the window. */
export const BleedPadding = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.padded}>{children}</div>
)
