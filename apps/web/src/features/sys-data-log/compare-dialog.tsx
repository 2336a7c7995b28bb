import { type DataLogRow, dataLogEndpoints } from '@natim/contract/system/log'
import { NO_VALUE } from '@natim/domain/format'
import { Alert, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './compare-dialog.module.css'
import { diffOf } from './content-diff.ts'

const WIDTH_PX = 960

interface CompareDialogProps {
  /** Ids of two versions, older first. */
  readonly ids: readonly [string, string] | undefined
  readonly onClose: () => void
}

/** 数据比较: two versions of a row side by side, differences marked. */
export function CompareDialog({ ids, onClose }: CompareDialogProps) {
  return (
    <Dialog open={ids !== undefined} title="数据比较" width={WIDTH_PX} footer={null} onCancel={onClose} destroyOnHidden>
      {ids && <Comparison ids={ids} />}
    </Dialog>
  )
}

function Comparison({ ids: [dataId1, dataId2] }: { readonly ids: readonly [string, string] }) {
  const { data, error } = useEndpoint(dataLogEndpoints.compare, { query: { dataId1, dataId2 } })
  if (error) return <Alert type="warning" showIcon title={error.message} />
  const [before, after] = data ?? []
  if (!before || !after) return <Skeleton active />
  return <Fields before={before} after={after} />
}

function Fields({ before, after }: { readonly before: DataLogRow; readonly after: DataLogRow }) {
  const [isChangedOnly, setIsChangedOnly] = useState(false)
  const fields = diffOf(before.dataContent, after.dataContent)
  const shown = isChangedOnly ? fields.filter(({ isChanged }) => isChanged) : fields
  const changed = fields.filter(({ isChanged }) => isChanged).length
  return (
    <>
      <div className={styles.head}>
        <p>
          <code>{before.dataTable}</code> · {before.dataId} · {changed} 个字段不同
        </p>
        <span className={styles.switch}>
          <Switch size="small" aria-label="只看不同" checked={isChangedOnly} onChange={setIsChangedOnly} />
          <span aria-hidden>只看不同</span>
        </span>
      </div>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">字段</th>
              <VersionHead row={before} />
              <VersionHead row={after} />
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, before: old, after: now, isChanged, isStamp }) => (
              <tr key={key} data-changed={isChanged || undefined} data-stamp={isStamp || undefined}>
                <th scope="row">
                  {key}
                  {isChanged && <span className={styles.mark}>已修改</span>}
                  {isStamp && <span className={styles.mark}>系统记录</span>}
                </th>
                <td>{old || NO_VALUE}</td>
                <td>{now || NO_VALUE}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const VersionHead = ({ row }: { readonly row: DataLogRow }) => (
  <th scope="col">
    V{row.dataVersion}
    <span className={`${styles.author} t-caption`}>
      {row.createBy} {row.createTime}
    </span>
  </th>
)
