import { DownloadOutlined } from '@ant-design/icons'
import { siteEndpoints } from '@natim/contract/system/site'
import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { saveFile } from '@/lib/save-file.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import styles from './api-docs.module.css'
import { callsOf } from './api-document.ts'
import { CallList } from './call-list.tsx'
import { CallView } from './call-view.tsx'

const HOUR_MS = 3_600_000

/** 接口文档: every API call of this server, built from its OpenAPI document. */
export default function ApiDocsPage() {
  // The API does not change while the server runs.
  const { data, error, refetch } = useEndpoint(siteEndpoints.openApi, {}, { staleTime: HOUR_MS })
  const calls = useMemo(() => (data ? callsOf(data) : []), [data])
  const [query, setQuery] = useSearchParams()
  const chosen = calls.find(({ key }) => key === query.get('op'))
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  return (
    <div className={styles.page}>
      <PageHead
        title="接口文档"
        meta={data ? `${calls.length} 个接口` : ''}
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={data === undefined}
            onClick={() =>
              saveFile('openapi.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
            }
          >
            下载 OpenAPI
          </Button>
        }
      />
      {data === undefined ? (
        <Skeleton active paragraph={{ rows: 12 }} />
      ) : (
        <div className={styles.panes}>
          <CallList calls={calls} chosen={chosen?.key} onChoose={(op) => setQuery({ op }, { replace: true })} />
          {chosen ? (
            <CallView key={chosen.key} call={chosen} />
          ) : (
            <Panel className={styles.view ?? ''}>
              <EmptyState title="选择一个接口" hint="按路径、权限代码或参数名搜索；/ 键进入搜索，方向键逐个查看" />
            </Panel>
          )}
        </div>
      )}
    </div>
  )
}
