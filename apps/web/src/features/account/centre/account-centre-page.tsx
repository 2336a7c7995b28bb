import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { ACCOUNT_SETTINGS_PATH } from '../../../lib/page-paths.ts'
import { useSession } from '../../../lib/session/session-store.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import styles from './account-centre-page.module.css'
import { OwnLog } from './own-log.tsx'
import { OwnNotices } from './own-notices.tsx'
import { ProfileCard } from './profile-card.tsx'

/** 个人中心 (SH-62): profile, received notices and the user's latest operations. */
export default function AccountCentrePage() {
  const user = useSession((state) => state.user)
  if (user === undefined) return null
  return (
    <>
      <PageHead
        title="个人中心"
        meta={user.username}
        actions={<LinkButton to={ACCOUNT_SETTINGS_PATH}>个人设置</LinkButton>}
      />
      <div className={styles.columns}>
        <ProfileCard user={user} />
        <div className="stack">
          <OwnNotices />
          <OwnLog />
        </div>
      </div>
    </>
  )
}
