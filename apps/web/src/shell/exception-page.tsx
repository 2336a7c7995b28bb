import { LANDING_PATH } from '@natim/contract/constants'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { openableEntries, useLandingPath } from '../lib/permissions/landing.ts'
import { useSession } from '../lib/session/session-store.ts'
import { LinkButton } from '../widgets/link-button/link-button.tsx'
import styles from './exception-page.module.css'

const TEXTS = {
  403: '没有访问该页面的权限，请联系管理员授权',
  404: '页面不存在，或已被移走',
  500: '页面出错了，请稍后重试',
} as const

interface ExceptionPageProps {
  readonly status: keyof typeof TEXTS
  readonly text?: string
  /** Placed before the home link. */
  readonly children?: ReactNode
}

/** SH-59: status number, one line, and a home link. */
export function ExceptionPage({ status, text, children }: ExceptionPageProps) {
  const landing = useLandingPath()
  const isHome = useLocation().pathname === landing
  return (
    <section className={styles.exception} aria-labelledby="exception-title">
      <h1 id="exception-title" className={styles.number}>
        {status}
      </h1>
      <p className="t-secondary">{text ?? TEXTS[status]}</p>
      {children}
      {!isHome && (
        <LinkButton to={landing} isPrimary>
          {landing === LANDING_PATH ? '返回首页' : '返回'}
        </LinkButton>
      )}
    </section>
  )
}

const MAX_LINKS = 8

/**
 * Whom to ask for which rights, and where the user may go instead; also the home page of users who may not see its
 * figures.
 */
export function NoRights({ codes = [] }: { readonly codes?: readonly string[] }) {
  const menu = useSession((state) => state.permissions?.menu)
  const links = openableEntries(menu ?? [])
    .filter(({ path }) => path !== LANDING_PATH)
    .slice(0, MAX_LINKS)
  return (
    <ExceptionPage status={403}>
      {codes.length > 0 && (
        <p className="t-secondary">
          所需权限：<code>{codes.join('、')}</code>，请告知系统管理员或本部门负责人
        </p>
      )}
      {links.length > 0 && (
        <nav className={styles.links} aria-label="可以访问的页面">
          <span className="t-secondary">可以访问：</span>
          {links.map(({ path, meta }) => (
            <Link key={path} to={path}>
              {meta.title}
            </Link>
          ))}
        </nav>
      )}
    </ExceptionPage>
  )
}

/** A menu row of a newer or older server refers to a page this console does not have. */
export function MissingView({ component }: { readonly component: string }) {
  return <ExceptionPage status={404} text={`当前版本没有页面组件 ${component}，请联系管理员检查菜单配置`} />
}
