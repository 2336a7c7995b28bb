import { LockOutlined } from '@ant-design/icons'
import type { ViewTable } from '../shell/page.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Pages about nobody but the person signed in. */
const PRIVATE_PAGES: readonly string[] = [
  'account/center/Index',
  'account/settings/Index',
  'system/UserAnnouncementList',
]

function PrivatePage() {
  return <EmptyState icon={<LockOutlined />} title="本人的私有内容" hint="以他人身份查看时不显示" />
}

/** The pages as a view shows them (ADR 0027): what the server refuses there is not asked for. */
export const viewedPages = (views: ViewTable): ViewTable => ({
  ...views,
  ...Object.fromEntries(PRIVATE_PAGES.map((component) => [component, PrivatePage])),
})
