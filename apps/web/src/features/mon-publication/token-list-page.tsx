import { PlusOutlined } from '@ant-design/icons'
import { type ApiToken, apiTokenEndpoints, OPEN_SCOPES } from '@natim/contract/mon/api-token'
import { formatNumber, formatShortTime, NO_VALUE } from '@natim/domain/format'
import { regionShortName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { App, Button } from 'antd'
import { useMemo, useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './token.module.css'
import { TokenDialog } from './token-dialog.tsx'

const STATES: Readonly<Record<ApiToken['state'], { readonly tone: TagTone; readonly text: string }>> = {
  valid: { tone: 'success', text: '有效' },
  expired: { tone: 'neutral', text: '已过期' },
  revoked: { tone: 'neutral', text: '已撤销' },
  ended: { tone: 'warning', text: '账号已停用' },
}

/** 开放令牌: who may read the open interface, and to what extent. */
export default function TokenListPage() {
  const [isAdding, setIsAdding] = useState(false)
  const { data = [], error, isLoading, refetch } = useEndpoint(apiTokenEndpoints.list, {}, { staleTime: 0 })
  const mayAdd = R.useMay(apiTokenEndpoints.add)
  const revoke = useRevoke(() => void refetch())
  const columns = useMemo(() => columnsOf(revoke), [revoke])
  const add = mayAdd && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setIsAdding(true)}>
      新增开放令牌
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageHead
        title="开放令牌"
        meta={`${formatNumber(data.filter(({ state }) => state === 'valid').length)} 个有效`}
        actions={
          <>
            <Button href="/open/v1/docs" target="_blank" rel="noreferrer">
              接口说明
            </Button>
            {add}
          </>
        }
      />
      <Panel isFlush {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}>
        <DataTable
          label="开放令牌"
          minWidth={1100}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          isLoading={isLoading}
          empty={<EmptyState title="还没有开放令牌" hint="第三方用令牌读取开放接口" action={add || undefined} />}
        />
      </Panel>
      <TokenDialog isOpen={isAdding} onClose={() => setIsAdding(false)} onAdded={() => void refetch()} />
    </div>
  )
}

/** Confirms first: programs using the token stop at once. */
function useRevoke(reload: () => void): ((token: ApiToken) => void) | undefined {
  const { modal } = App.useApp()
  const { line } = useNotify()
  const mayRevoke = R.useMay(apiTokenEndpoints.revoke)
  if (!mayRevoke) return undefined
  return ({ id, name }) =>
    void modal.confirm({
      title: `撤销「${name}」？`,
      content: '使用它的程序立即不能读取，撤销后不能恢复',
      okText: '撤销',
      okButtonProps: { danger: true },
      cancelText: '取消',
      // The client reported the failure; either way the list shows the current state.
      onOk: () =>
        callWithMessage(apiTokenEndpoints.revoke, { body: { id } })
          .then(({ message }) => line(message, 'success'))
          .catch(() => undefined)
          .then(reload),
    })
}

function columnsOf(revoke: ((token: ApiToken) => void) | undefined): readonly DataColumn<ApiToken>[] {
  return [
    { key: 'name', title: '名称', width: 150, isEllipsis: true, render: ({ name }) => <b>{name}</b> },
    { key: 'hint', title: '令牌', width: 90, render: ({ hint }) => <code>…{hint}</code> },
    {
      key: 'state',
      title: '状态',
      width: 96,
      render: ({ state }) => <Tag tone={STATES[state].tone}>{STATES[state].text}</Tag>,
    },
    { key: 'publication', title: '发布', width: 96, isEllipsis: true, render: (row) => row.publicationName },
    {
      key: 'scopes',
      title: '数据',
      width: 180,
      isEllipsis: true,
      render: ({ scopes }) => scopes.map((scope) => OPEN_SCOPES[scope]).join('、'),
    },
    {
      key: 'regions',
      title: '区域',
      width: 120,
      isEllipsis: true,
      render: ({ regionPrefixes }) =>
        regionPrefixes.map((prefix) => regionShortName(prefix.padEnd(6, '0'))).join('、') || '随创建人',
    },
    { key: 'rate', title: '次/分', width: 64, align: 'end', render: ({ ratePerMin }) => ratePerMin },
    {
      key: 'expires',
      title: '有效期至',
      width: 104,
      render: ({ expiresMs }) => <span className="num">{formatGmt8(expiresMs).slice(0, 10)}</span>,
    },
    {
      key: 'used',
      title: '最近使用',
      width: 170,
      isEllipsis: true,
      render: ({ lastUsedMs, lastIp, calls }) =>
        lastUsedMs === null ? NO_VALUE : `${formatShortTime(lastUsedMs)} · ${lastIp ?? ''} · ${formatNumber(calls)} 次`,
    },
    { key: 'maker', title: '创建人', width: 90, isEllipsis: true, render: ({ createBy }) => createBy ?? NO_VALUE },
    {
      key: 'actions',
      title: '操作',
      width: 70,
      isScreenOnly: true,
      render: (row) =>
        revoke &&
        row.state !== 'revoked' && (
          <R.TextLink isDanger label={`撤销 ${row.name}`} onClick={() => revoke(row)}>
            撤销
          </R.TextLink>
        ),
    },
  ]
}
