import { type DeviceListRow, deviceEndpoints } from '@natim/contract/mon/device'
import { Link } from 'react-router'
import * as R from '@/resource/index.ts'
import { MoreMenu } from '@/ui/more-menu.tsx'
import { detailPath } from '../device-resource.tsx'
import styles from './row-actions.module.css'

export interface RowActionsProps {
  readonly row: DeviceListRow
  readonly onRotate: (row: DeviceListRow) => void
}

/** 详情, 编辑, and the rest behind ⋯. */
export function RowActions({ row, onRotate }: RowActionsProps) {
  const { remove } = R.useListContext<DeviceListRow>()
  const mayRotate = R.useMay(deviceEndpoints.rotateSecret)
  const mayRemove = R.useMay(deviceEndpoints.remove)
  const items = [
    ...(mayRotate ? [{ key: 'rotate', label: '更换凭证', onClick: () => onRotate(row) }] : []),
    ...(mayRemove ? [{ key: 'remove', label: '删除', danger: true, onClick: () => remove(row) }] : []),
  ]
  return (
    <>
      <Link to={detailPath(row)} className={styles.link} aria-label={`详情 ${row.name}`}>
        详情
      </Link>
      <R.EditLink row={row} />
      {items.length > 0 && <MoreMenu label={`更多操作 ${row.name}`} items={items} />}
    </>
  )
}
