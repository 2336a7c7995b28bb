import { STORAGE_KEYS } from '@natim/contract/constants'
import { useMemo } from 'react'
import { resolveAddress } from '../lib/resolve-address.ts'
import { useSession } from '../lib/session/session-store.ts'
import { readStored } from '../lib/storage.ts'
import { ExceptionPage } from './exception-page.tsx'
import styles from './frame-page.module.css'
import { useMenuVariables } from './menu/menu-variables.ts'

export interface FramePageProps {
  readonly title: string
  /**
   * http(s), with `{{ window.name }}` from the configuration, and `${token}` or `${tenantId}` where the menu contains
   * them.
   */
  readonly url: string
}

/**
 * SS-18: another site inside the console. It receives only the session values that its address in the menu contains.
 */
export function FramePage({ title, url }: FramePageProps) {
  const variables = useMenuVariables()
  const token = useSession((state) => state.token)
  const address = useMemo(() => {
    const tenantId = readStored(STORAGE_KEYS.tenantId)
    return resolveAddress(fillSession(url, { token: token ?? '', tenantId: String(tenantId ?? 0) }), variables)
  }, [url, token, variables])
  if (address === undefined) {
    return <ExceptionPage status={404} text={`「${title}」的地址未配置或不正确，请联系管理员检查菜单配置`} />
  }
  return (
    <iframe
      className={styles.frame}
      src={address}
      title={title}
      referrerPolicy="no-referrer"
      // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, which needs its own storage to sign in
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  )
}

const fillSession = (url: string, session: Readonly<Record<string, string>>): string =>
  url.replaceAll(/\$\{(token|tenantId)\}/g, (whole, name: string) => encodeURIComponent(session[name] ?? whole))
