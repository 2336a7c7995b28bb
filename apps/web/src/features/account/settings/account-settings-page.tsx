import { useSession } from '../../../lib/session/session-store.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import styles from './account-settings-page.module.css'
import { AlarmSection } from './alarm-section.tsx'
import { BaseSection } from './base-section.tsx'
import { BindingSection } from './binding-section.tsx'
import { LookSection } from './look-section.tsx'
import { NoticeSection } from './notice-section.tsx'
import { SECTIONS } from './sections.ts'
import { SecuritySection } from './security-section.tsx'

/** 个人设置 (SH-62): rows that save at once, in sections with a section list at the left (design §6). */
export default function AccountSettingsPage() {
  const user = useSession((state) => state.user)
  if (user === undefined) return null
  return (
    <>
      <PageHead title="个人设置" meta="修改后立即保存" />
      <div className={styles.columns}>
        <nav aria-label="设置分类" className={styles.nav}>
          <ul>
            {SECTIONS.map(({ id, title }) => (
              <li key={id}>
                <button type="button" onClick={() => goTo(id)}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stack">
          <BaseSection user={user} />
          <SecuritySection />
          <LookSection />
          <BindingSection user={user} />
          <NoticeSection />
          <AlarmSection />
        </div>
      </div>
    </>
  )
}

/** Scrolls to a section and moves the focus to it. */
function goTo(id: string): void {
  const section = document.getElementById(id)
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
