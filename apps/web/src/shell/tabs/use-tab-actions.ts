import { MESSAGES } from '@natim/contract/messages'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useNotify } from '../../lib/notify.ts'
import { queryClient } from '../../lib/query/query-client.ts'
import { type Closing, type Side, type Tab, tabActions } from './tab-store.ts'

const REFUSALS = { home: MESSAGES['tab.home'], last: MESSAGES['tab.last'] } as const

export interface TabActions {
  refresh(tab: Tab): void
  close(tab: Tab): void
  closeBeside(tab: Tab, side: Side): void
}

/** Actions on a tab; navigates to the neighbour when the current page was closed (ER-20). */
export function useTabActions(activeKey: string): TabActions {
  const navigate = useNavigate()
  const notify = useNotify()
  return useMemo(() => {
    const follow = ({ next, refused }: Closing) => {
      if (refused) notify.line(REFUSALS[refused])
      if (next) navigate(next.pathname + next.search)
    }
    return {
      refresh: (tab) => {
        if (tab.key !== activeKey) navigate(tab.pathname + tab.search)
        // Its queries are invalidated and refetched on remount; a shown answer stays until the new one arrives.
        void queryClient.invalidateQueries({ type: tab.key === activeKey ? 'active' : 'inactive', refetchType: 'none' })
        tabActions.refresh(tab.key)
      },
      close: (tab) => follow(tabActions.close(tab.key, activeKey)),
      closeBeside: (tab, side) => follow(tabActions.closeBeside(tab.key, side, activeKey)),
    }
  }, [activeKey, navigate, notify])
}
