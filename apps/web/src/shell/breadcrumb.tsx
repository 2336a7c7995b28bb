import { LANDING_PATH } from '@natim/contract/constants'
import { Link } from 'react-router'
import { useLandingPath } from '../lib/permissions/landing.ts'
import styles from './breadcrumb.module.css'
import type { Page } from './page.ts'

/** SH-15: 首页 where it may be seen, then the path to the page; the last step is plain text. */
export function Breadcrumb({ page }: { readonly page: Page | undefined }) {
  const hasHome = useLandingPath() === LANDING_PATH
  const steps = page === undefined || page.path === LANDING_PATH ? [] : page.trail
  return (
    <nav aria-label="位置" className={styles.breadcrumb}>
      <ol>
        {hasHome && (
          <li aria-current={steps.length === 0 ? 'page' : undefined}>
            {steps.length === 0 ? '首页' : <Link to={LANDING_PATH}>首页</Link>}
          </li>
        )}
        {steps.map((step, index) => (
          <li key={step.path} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {step.isPage && index < steps.length - 1 ? <Link to={step.path}>{step.title}</Link> : step.title}
          </li>
        ))}
      </ol>
    </nav>
  )
}
