import { LANDING_PATH } from '@natim/contract/constants'
import { useEffect } from 'react'
import { useSite } from '../lib/site.ts'
import { useTabs } from './tabs/tab-store.ts'

/** SH-27: page title · network name; on 首页 only the network name. */
export function useDocumentTitle(key: string, pageTitle: string | undefined): void {
  const { networkName } = useSite()
  const title = useTabs((state) => state.tabs.find((tab) => tab.key === key)?.title) ?? pageTitle
  useEffect(() => {
    document.title = key === LANDING_PATH || title === undefined ? networkName : `${title} · ${networkName}`
  }, [key, title, networkName])
}
