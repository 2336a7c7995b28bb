import { LANDING_PATH } from '@natim/contract/constants'
import { Button } from 'antd'
import { Link } from 'react-router'
import styles from './exception-page.module.css'

const TEXTS = {
  403: '没有访问该页面的权限，请联系管理员授权',
  404: '页面不存在，或已被移走',
  500: '页面出错了，请稍后重试',
} as const

/** SH-59: number, one line, and the way home. */
export function ExceptionPage({ status, text }: { readonly status: keyof typeof TEXTS; readonly text?: string }) {
  return (
    <section className={styles.exception} aria-labelledby="exception-title">
      <h1 id="exception-title" className={styles.number}>
        {status}
      </h1>
      <p className="t-secondary">{text ?? TEXTS[status]}</p>
      <Link to={LANDING_PATH}>
        <Button type="primary">返回首页</Button>
      </Link>
    </section>
  )
}

/** A menu row of a newer or older server names a page this console does not have. */
export function MissingView({ component }: { readonly component: string }) {
  return <ExceptionPage status={404} text={`当前版本没有页面组件 ${component}，请联系管理员检查菜单配置`} />
}
