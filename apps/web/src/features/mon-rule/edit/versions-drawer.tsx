import { type RuleRow, rule } from '@natim/contract/mon/rule.resource'
import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { App, Button, Drawer } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import { ErrorState } from '@/ui/error-state.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { differencesOf } from '../backtest/rule-diff.ts'
import styles from './edit.module.css'

const WIDTH_PX = 560

interface DrawerProps {
  readonly row: RuleRow
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRestored: () => void
}

/** 版本记录: changes of each version in words; a version can be restored. */
export function VersionsDrawer({ row, isOpen, onClose, onRestored }: DrawerProps) {
  return (
    <Drawer
      open={isOpen}
      size={WIDTH_PX}
      title={`版本记录 · ${row.name}`}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      onClose={onClose}
      destroyOnHidden
    >
      <Versions
        row={row}
        onRestored={() => {
          onClose()
          onRestored()
        }}
      />
    </Drawer>
  )
}

type VersionsProps = Pick<DrawerProps, 'row' | 'onRestored'>

function Versions({ row, onRestored }: VersionsProps) {
  const { data, error, refetch } = useEndpoint(rule.endpoints.history, { query: { id: row.id } }, { staleTime: 0 })
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <TableSkeleton rows={4} columns={2} />
  if (data.length === 0) return <p className="t-tertiary">随产品提供的规则，还没有人修改过；当前为 v{row.version}。</p>
  return (
    <ol className={styles.versions} aria-label="历史版本">
      {data.map((version, index) => (
        <VersionItem
          key={version.id}
          row={row}
          version={version}
          older={data[index + 1]}
          isCurrent={index === 0}
          onRestored={onRestored}
        />
      ))}
    </ol>
  )
}

const bodyIn = ({ content }: RowVersion) => content as unknown as RuleBody
const VERBS: Readonly<Record<number, string>> = { 0: '原有', 2: '新增', 3: '编辑', 4: '删除' }

interface ItemProps extends VersionsProps {
  readonly version: RowVersion
  readonly older: RowVersion | undefined
  readonly isCurrent: boolean
}

function VersionItem({ row, version, older, isCurrent, onRestored }: ItemProps) {
  const { content, createBy, createTime, operateType } = version
  const differences = older ? differencesOf(bodyIn(older), bodyIn(version)) : []
  const renamed = older && older.content['name'] !== content['name']
  return (
    <li className={styles.version}>
      <p className={styles.versionHead}>
        <b>v{String(content['version'] ?? '')}</b>
        <Tag>{VERBS[operateType] ?? '变更'}</Tag>
        <span className="t-caption">
          {createBy} · {createTime}
        </span>
        {isCurrent ? (
          <Tag tone="info">当前</Tag>
        ) : (
          <RestoreButton row={row} version={version} onRestored={onRestored} />
        )}
      </p>
      <ul className={styles.versionChanges}>
        {renamed && (
          <li>
            规则名称：{String(older.content['name'])} → {String(content['name'])}
          </li>
        )}
        {differences.map(({ key, item, from, to }) => (
          <li key={key}>
            {item}：{from} → {to}
          </li>
        ))}
        {older && !renamed && differences.length === 0 && <li className="t-tertiary">判定条件没有变化</li>}
      </ul>
    </li>
  )
}

function RestoreButton({ row, version, onRestored }: Pick<ItemProps, 'row' | 'version' | 'onRestored'>) {
  const { restoreVersion } = rule.endpoints
  const may = R.useMay(restoreVersion)
  const { modal } = App.useApp()
  const { line } = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  if (!may) return null
  const number = String(version.content['version'] ?? '')
  async function restore(): Promise<void> {
    setIsBusy(true)
    try {
      const body = { id: row.id, version: version.version }
      line((await callWithMessage(restoreVersion, { body })).message, 'success')
      onRestored()
    } catch {
      // Reported by the client.
    } finally {
      setIsBusy(false)
    }
  }
  const ask = () =>
    void modal.confirm({
      title: `恢复为 v${number} 的内容？`,
      content: '恢复后产生一个新版本，活动报警按新版本判定。',
      okText: '恢复',
      cancelText: '取消',
      onOk: restore,
    })
  return (
    <Button type="link" size="small" loading={isBusy} onClick={ask}>
      恢复
    </Button>
  )
}
