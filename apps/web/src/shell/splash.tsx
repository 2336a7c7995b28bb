import type { ReactNode } from 'react'
import { BrandMark } from '../ui/brand-mark.tsx'
import styles from './splash.module.css'

/** Shown while the console starts, after a short delay, so that a fast start shows nothing. */
export function Splash({ text, actions }: { readonly text?: string; readonly actions?: ReactNode }) {
  return (
    <main className={styles.splash} data-busy={text === undefined} aria-busy={text === undefined}>
      <BrandMark size={40} />
      <p role={text === undefined ? 'status' : 'alert'}>{text ?? '加载中…'}</p>
      {actions && <div className="row">{actions}</div>}
    </main>
  )
}
