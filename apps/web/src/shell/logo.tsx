import { LANDING_PATH } from '@natim/contract/constants'
import { Link } from 'react-router'
import { BrandLockup } from '../ui/brand-mark.tsx'
import styles from './logo.module.css'

/** SH-16: links to the dashboard. */
export function Logo({ isMarkOnly = false, isShort = false }: { isMarkOnly?: boolean; isShort?: boolean }) {
  return (
    <Link to={LANDING_PATH} className={styles.logo} data-short={isMarkOnly || isShort}>
      <BrandLockup isMarkOnly={isMarkOnly} {...(isShort ? { name: '' } : {})} />
      <span className="visually-hidden">首页</span>
    </Link>
  )
}
