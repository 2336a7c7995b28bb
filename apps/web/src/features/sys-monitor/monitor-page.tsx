import { ReloadOutlined } from '@ant-design/icons'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { PageHead } from '@/ui/page-head.tsx'
import { DatabasePanel } from './database-panel.tsx'
import { DiskPanel } from './disk-panel.tsx'
import styles from './monitor-page.module.css'
import { ProcessPanel } from './process-panel.tsx'
import { RequestsPanel } from './requests-panel.tsx'
import { ServerPanel } from './server-panel.tsx'

/** 性能监控 (SY-64): loaded on demand; a part that cannot be read shows its own error. */
export default function MonitorPage() {
  const { refresh, isBusy } = useRefresh()
  return (
    <>
      <PageHead
        title="性能监控"
        meta="当前服务进程"
        actions={
          <Button type="primary" icon={<ReloadOutlined aria-hidden />} loading={isBusy} onClick={refresh}>
            刷新
          </Button>
        }
      />
      <div className={styles.grid}>
        <ServerPanel />
        <ProcessPanel />
        <DatabasePanel />
        <div className={styles.row}>
          <DiskPanel />
        </div>
        <div className={styles.whole}>
          <RequestsPanel />
        </div>
      </div>
    </>
  )
}

/** Queries are keyed by the path of their endpoint. */
const ofMonitor = {
  predicate: ({ queryKey: [path] }: { readonly queryKey: readonly unknown[] }) =>
    String(path).startsWith('/sys/monitor/'),
}

/** Reloads every part. */
function useRefresh() {
  const client = useQueryClient()
  const isBusy = useIsFetching(ofMonitor) > 0
  return { isBusy, refresh: () => void client.refetchQueries({ ...ofMonitor, type: 'active' }) }
}
