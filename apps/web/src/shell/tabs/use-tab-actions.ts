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

/** What may be done to a tab; goes to the neighbour when the page in front was closed (ER-20). */
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
        // Its requests start anew as well; whoever still shows an answer keeps it until the new one is there.
        void queryClient.invalidateQueries({ type: tab.key === activeKey ? 'active' : 'inactive', refetchType: 'none' })
        tabActions.refresh(tab.key)
      },
      close: (tab) => follow(tabActions.close(tab.key, activeKey)),
      closeBeside: (tab, side) => follow(tabActions.closeBeside(tab.key, side, activeKey)),
    }
  }, [activeKey, navigate, notify])
}
