import { PAGE_NEEDS } from '@natim/contract/page-rights'
import { can } from '../lib/permissions/can.ts'
import { useSession } from '../lib/session/session-store.ts'
import { NoRights } from '../shell/exception-page.tsx'
import type { View } from '../shell/page.ts'

/** A page that is not opened without the rights its calls need, since they would all be refused. */
export function withRights(component: string, Page: View): View {
  const needs = PAGE_NEEDS[component]
  if (needs === undefined) return Page
  const Guarded = () => {
    const permissions = useSession((state) => state.permissions)
    const missing = needs.filter((code) => !can(code, permissions))
    return missing.length > 0 ? <NoRights codes={missing} /> : <Page />
  }
  return Object.assign(Guarded, Page.preload && { preload: Page.preload })
}
