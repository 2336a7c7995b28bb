import { CopyOutlined, ReloadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { copyText } from '@/lib/copy-text.ts'
import { useNotify } from '@/lib/notify.ts'
import { useHasPage } from '@/lib/permissions/use-has-page.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { StatBlock } from '@/ui/stat-block.tsx'
import { PermissionsPanel } from './permissions-panel.tsx'
import styles from './self-check-page.module.css'
import { type CheckGroup, SELF_CHECK, useSelfCheck } from './use-self-check.ts'

/** 自检 (BZ-19): diagnostics for the help desk. Open to any signed-in user; shows nothing about other users. */
export default function SelfCheckPage() {
  const notify = useNotify()
  const client = useQueryClient()
  const { groups, isBusy } = useSelfCheck()
  const hasPage = useHasPage()
  const copy = async () => {
    const isCopied = await copyText(asText(groups))
    notify.line(isCopied ? '自检结果已复制' : '浏览器不允许复制，请手动选取', isCopied ? 'success' : 'warning')
  }
  return (
    <>
      <PageHead
        title="自检"
        meta="本机与服务器的状态，报障时请一并提供"
        actions={
          <>
            {/* Menu administrators need the component names. */}
            {hasPage('/isystem/newPermissionList') && <Link to="/test/gallery">组件图库</Link>}
            <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
              复制结果
            </Button>
            <Button
              type="primary"
              icon={<ReloadOutlined aria-hidden />}
              loading={isBusy}
              onClick={() => void client.refetchQueries({ queryKey: [SELF_CHECK] })}
            >
              重新检查
            </Button>
          </>
        }
      />
      <div className={styles.grid}>
        {groups.map(({ title, stats }) => (
          <Panel key={title} title={title}>
            <StatBlock stats={stats} />
          </Panel>
        ))}
        <PermissionsPanel />
      </div>
    </>
  )
}

const asText = (groups: readonly CheckGroup[]): string =>
  groups
    .flatMap(({ title, stats }) => [`【${title}】`, ...stats.map(({ label, value }) => `${label}：${value}`)])
    .join('\n')
