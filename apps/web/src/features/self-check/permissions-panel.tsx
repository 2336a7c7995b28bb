import type { PermissionResult } from '@natim/contract/system/session'
import { Input } from 'antd'
import { useState } from 'react'
import { useSession } from '@/lib/session/session-store.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { type Grant, grantsOf } from './grants.ts'
import styles from './self-check-page.module.css'

const NONE: Pick<PermissionResult, 'auth' | 'allAuth' | 'menu'> = { auth: [], allAuth: [], menu: [] }

/** Rights of the signed-in user, as last reported by the server. */
export function PermissionsPanel() {
  const permissions = useSession((session) => session.permissions) ?? NONE
  const [words, setWords] = useState('')
  const grants = grantsOf(permissions)
  const shown = grants.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <Panel
      className={styles.whole ?? ''}
      title="我的权限"
      meta={`${grants.length} 项${words.trim() === '' ? '' : `，符合 ${shown.length} 项`}`}
      isFlush
      actions={
        <Input.Search
          allowClear
          aria-label="查找权限"
          placeholder="名称或权限编码"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      }
    >
      <DataTable
        label="我的权限"
        density="compact"
        columns={COLUMNS}
        rows={shown}
        rowKey={({ key }) => key}
        empty={<EmptyState title={grants.length === 0 ? '没有任何权限，请联系管理员授权' : '没有符合的权限'} />}
      />
    </Panel>
  )
}

const COLUMNS: readonly DataColumn<Grant>[] = [
  { key: 'kind', title: '类别', width: 96, render: ({ kind }) => kind },
  { key: 'name', title: '名称', render: ({ name }) => name },
  { key: 'code', title: '地址或编码', render: ({ code }) => <span className={styles.code}>{code}</span> },
  { key: 'state', title: '状态', width: 96, render: ({ state }) => state },
]
