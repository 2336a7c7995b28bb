import { MAX_WALL_TOKEN_DAYS, type WallToken, wallEndpoints } from '@natim/contract/mon/wall'
import type { WallScreenRow } from '@natim/contract/mon/wall.resource'
import { Alert, Button, Input, InputNumber, Modal, Popconfirm, Table } from 'antd'
import { useState } from 'react'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { CopyButton } from '@/widgets/copyable/copyable.tsx'
import styles from './token-dialog.module.css'

const STATES: Readonly<Record<WallToken['state'], string>> = {
  valid: '有效',
  expired: '已过期',
  revoked: '已吊销',
  maker_gone: '生成人已停用',
}
const DEFAULT_DAYS = 90

/** 大屏令牌: shows a screen without sign-in. Displayed once, revocable here. */
export function TokenDialog({ screen, onClose }: { readonly screen: WallScreenRow; readonly onClose: () => void }) {
  const notify = useNotify()
  const { data, error, refetch } = useEndpoint(wallEndpoints.tokens, { query: { id: screen.id } })
  const [address, setAddress] = useState<string>()
  const add = async (name: string, days: number) => {
    const { token } = await call(wallEndpoints.addToken, { body: { screenId: screen.id, name, days } })
    setAddress(`${window.location.origin}/wall/${screen.id}#${token}`)
    await refetch()
  }
  const revoke = async (id: string) => {
    const { message } = await callWithMessage(wallEndpoints.revokeToken, { body: { id } })
    notify.line(message, 'success')
    await refetch()
  }
  return (
    <Modal open title={`大屏令牌：${screen.name}`} width={760} footer={null} onCancel={onClose}>
      <p className={styles.hint}>
        凭令牌地址打开的大屏不需要登录、不会超时退出，只能读取本屏，看到的数据范围与生成人当时相同。
      </p>
      <TokenForm onAdd={add} />
      {address && (
        <Alert
          type="warning"
          showIcon
          title="地址只显示这一次，请立即复制"
          description={
            <>
              {address} <CopyButton text={address} label="复制大屏地址" />
            </>
          }
          className={styles.once}
        />
      )}
      {error && <ErrorBar message={error.message} onRetry={() => void refetch()} />}
      <Tokens tokens={data} isLoading={data === undefined && !error} onRevoke={revoke} />
    </Modal>
  )
}

function TokenForm({ onAdd }: { readonly onAdd: (name: string, days: number) => Promise<void> }) {
  const [name, setName] = useState('')
  const [days, setDays] = useState<number | null>(DEFAULT_DAYS)
  const isWhole = name.trim() !== '' && days !== null
  const submit = () => {
    if (!isWhole) return
    onAdd(name.trim(), days).then(
      () => setName(''),
      () => undefined,
    )
  }
  return (
    <div className={styles.form}>
      <Input
        aria-label="令牌名称"
        placeholder="用在哪里，如 值班大厅左屏"
        maxLength={40}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={submit}
      />
      <InputNumber
        aria-label="有效天数"
        min={1}
        max={MAX_WALL_TOKEN_DAYS}
        precision={0}
        suffix="天"
        value={days}
        onChange={setDays}
      />
      <Button type="primary" disabled={!isWhole} onClick={submit}>
        生成令牌
      </Button>
    </div>
  )
}

interface TokensProps {
  readonly tokens: readonly WallToken[] | undefined
  readonly isLoading: boolean
  readonly onRevoke: (id: string) => Promise<void>
}

function Tokens({ tokens, isLoading, onRevoke }: TokensProps) {
  return (
    <Table<WallToken>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={[...(tokens ?? [])]}
      loading={isLoading}
      locale={{ emptyText: '还没有令牌' }}
      columns={[
        { title: '名称', dataIndex: 'name', ellipsis: true },
        { title: '生成人', dataIndex: 'makerName', width: 90 },
        { title: '到期', dataIndex: 'expiresAt', width: 160 },
        { title: '最近使用', dataIndex: 'lastUsedAt', width: 160, render: (text: string | null) => text ?? '—' },
        { title: '状态', dataIndex: 'state', width: 110, render: (state: WallToken['state']) => STATES[state] },
        {
          title: '操作',
          width: 70,
          render: (_, row) =>
            row.state !== 'revoked' && (
              <Popconfirm
                title="吊销后，使用它的大屏立即停止显示"
                okText="吊销"
                cancelText="取消"
                onConfirm={() => onRevoke(row.id).catch(() => undefined)}
              >
                <Button type="link" size="small" danger aria-label={`吊销 ${row.name}`}>
                  吊销
                </Button>
              </Popconfirm>
            ),
        },
      ]}
    />
  )
}
