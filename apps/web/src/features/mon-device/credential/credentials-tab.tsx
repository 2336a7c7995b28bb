import { KeyOutlined } from '@ant-design/icons'
import { type CredentialRow, deviceEndpoints } from '@natim/contract/mon/device'
import { NO_VALUE } from '@natim/domain/format'
import { Button } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useLastGood, useMay } from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { tickerNow } from '@/ui/ticker.ts'
import { CREDENTIAL_STATES, CREDENTIAL_TYPES, credentialState } from './credential-state.ts'

function StateTag({ credential }: { readonly credential: CredentialRow }) {
  const state = credentialState(credential, tickerNow())
  return (
    <Tag tone={state === 'live' ? 'success' : state === 'expiring' ? 'warning' : 'neutral'}>
      {CREDENTIAL_STATES[state]}
    </Tag>
  )
}

const COLUMNS: readonly DataColumn<CredentialRow>[] = [
  { title: '状态', key: 'state', width: 120, render: (row) => <StateTag credential={row} /> },
  { title: '类型', key: 'type', width: 90, render: ({ type }) => CREDENTIAL_TYPES[type] ?? type },
  { title: '生成时间', key: 'createTime', width: 170, render: ({ createTime }) => createTime },
  { title: '失效时间', key: 'end', width: 170, render: (row) => row.revokedAt ?? row.notAfter ?? '长期' },
  { title: '最近使用', key: 'used', width: 170, render: (row) => row.lastUsedAt ?? '从未使用' },
  { title: '接入地址', key: 'ip', render: (row) => row.lastIp ?? NO_VALUE },
]

/** Credentials of a device: metadata only, never the secret. */
export function CredentialsTab({ id, onRotate }: { readonly id: string; readonly onRotate: () => void }) {
  const { data, error, retry } = useLastGood(useEndpoint(deviceEndpoints.credentials, { params: { id } }))
  const mayRotate = useMay(deviceEndpoints.rotateSecret)
  return (
    <Panel
      title="接入凭证"
      meta="同时有效的最多两个，更换后原密钥保留 24 小时"
      isFlush
      actions={
        mayRotate && (
          <Button size="small" icon={<KeyOutlined aria-hidden />} onClick={onRotate}>
            更换凭证
          </Button>
        )
      }
    >
      {data ? (
        <DataTable label="接入凭证" columns={COLUMNS} rows={data} rowKey={(row) => row.id} minWidth={820} />
      ) : error ? (
        <ErrorState message={`加载失败：${error.message}`} requestId={error.requestId} onRetry={retry} />
      ) : (
        <TableSkeleton rows={2} />
      )}
    </Panel>
  )
}
