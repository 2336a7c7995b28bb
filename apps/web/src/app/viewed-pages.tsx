import { LockOutlined } from '@ant-design/icons'
import type { ViewTable } from '../shell/page.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Pages that concern only the signed-in user. */
const PRIVATE_PAGES: readonly string[] = [
  'account/center/Index',
  'account/settings/Index',
  'system/UserAnnouncementList',
]

function PrivatePage() {
  return <EmptyState icon={<LockOutlined />} title="本人的私有内容" hint="以他人身份查看时不显示" />
}

/** Pages for an impersonation view (ADR 0027): requests that the server refuses there are not made. */
export const viewedPages = (views: ViewTable): ViewTable => ({
  ...views,
  ...Object.fromEntries(PRIVATE_PAGES.map((component) => [component, PrivatePage])),
})
